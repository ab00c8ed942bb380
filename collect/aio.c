/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <libaio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/report.h"
#include "collect/engine.h"

struct engine {
	io_context_t context;
	int fd;
	unsigned depth;
	struct iocb *iocbs;		/* iocbs[depth], by slot */
	struct iocb **list;		/* list[depth]: of one submit call */
	struct io_event *events;	/* events[depth]: of one reap call */
};

static struct engine *
aio_open(int fd, unsigned depth, void *buffer, size_t buffer_bytes)
{
	struct engine *e = calloc(1, sizeof(*e));
	int error;

	(void)buffer;
	(void)buffer_bytes;
	if (e == NULL)
		goto fail_memory;
	e->fd = fd;
	e->depth = depth;
	e->iocbs = calloc(depth, sizeof(*e->iocbs));
	e->list = calloc(depth, sizeof(*e->list));
	e->events = calloc(depth, sizeof(*e->events));
	if (e->iocbs == NULL || e->list == NULL || e->events == NULL)
		goto fail_memory;
	/* calloc() gives pages that are not there before their first use. */
	memset(e->list, 0xff, depth * sizeof(*e->list));
	memset(e->events, 0xff, depth * sizeof(*e->events));
	error = io_setup((int)depth, &e->context);
	if (error == -EAGAIN) {
		warn_msg("io_setup(%u): the host allows no more outstanding "
		    "I/Os; raise /proc/sys/fs/aio-max-nr", depth);
		goto fail_free;
	}
	if (error < 0) {
		errno = -error;
		warn_errno("io_setup(%u)", depth);
		goto fail_free;
	}
	return e;

fail_memory:
	warn_errno("aio engine");
fail_free:
	if (e != NULL) {
		free(e->events);
		free(e->list);
		free(e->iocbs);
	}
	free(e);
	return NULL;
}

static void
aio_close(struct engine *e)
{
	if (e == NULL)
		return;
	io_destroy(e->context);
	free(e->events);
	free(e->list);
	free(e->iocbs);
	free(e);
}

static int
aio_submit(struct engine *e, const struct engine_io *io, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		struct iocb *cb = &e->iocbs[io[i].slot];

		if (io[i].op == IOLOG_READ)
			io_prep_pread(cb, e->fd, io[i].buffer, io[i].bytes,
			    (long long)io[i].offset_bytes);
		else
			io_prep_pwrite(cb, e->fd, io[i].buffer, io[i].bytes,
			    (long long)io[i].offset_bytes);
		e->list[i] = cb;
	}
	int taken = io_submit(e->context, (long)count, e->list);

	if (taken >= 0)
		return taken;
	if (taken == -EAGAIN || taken == -EINTR)
		return 0;
	errno = -taken;
	return -1;
}

static int
aio_reap(struct engine *e, struct engine_done *done, unsigned most,
    uint64_t timeout_ns)
{
	struct timespec timeout = {
		.tv_sec = (time_t)(timeout_ns / 1000000000u),
		.tv_nsec = (long)(timeout_ns % 1000000000u),
	};

	if (most > e->depth)
		most = e->depth;
	int got = io_getevents(e->context, 1, (long)most, e->events, &timeout);

	if (got == -EINTR)
		return 0;
	if (got < 0) {
		errno = -got;
		return -1;
	}
	for (int i = 0; i < got; i++) {
		done[i].slot = (uint32_t)(e->events[i].obj - e->iocbs);
		done[i].result = (int32_t)(long)e->events[i].res;
	}
	return got;
}

const struct engine_kind engine_aio = {
	.name = "aio",
	.open = aio_open,
	.close = aio_close,
	.submit = aio_submit,
	.reap = aio_reap,
};
