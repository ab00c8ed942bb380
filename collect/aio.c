/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <libaio.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/report.h"
#include "collect/engine.h"

/*
 * What the kernel maps at the address that a context's name is: completions
 * from head to tail, for programs to take without a system call, which costs as
 * much as a good part of a fast I/O.  Not in a header, but fixed: the magic
 * number and the features say whether it is this.
 */
#define RING_MAGIC 0xa10a10a1u

struct ring {
	uint32_t id, nr;
	_Atomic uint32_t head, tail;
	uint32_t magic, compatible, incompatible, header_bytes;
	struct io_event events[];
};

struct engine {
	io_context_t context;
	struct ring *ring;		/* NULL if it is not that */
	int fd;
	unsigned depth;
	struct iocb *iocbs;		/* iocbs[depth], by slot, each in a
					   cache line of its own */
	struct iocb **list;		/* list[depth]: of one submit call */
	struct io_event *events;	/* events[depth]: of one reap call */
};

static struct ring *
find_ring(io_context_t context)
{
	struct ring *r = (struct ring *)context;

	return r->magic == RING_MAGIC && r->incompatible == 0 &&
	    r->header_bytes == sizeof(*r) && r->nr > 0 ? r : NULL;
}

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
	e->iocbs = aligned_alloc(64, depth * sizeof(*e->iocbs));
	e->list = calloc(depth, sizeof(*e->list));
	e->events = calloc(depth, sizeof(*e->events));
	if (e->iocbs == NULL || e->list == NULL || e->events == NULL)
		goto fail_memory;
	memset(e->iocbs, 0, depth * sizeof(*e->iocbs));
	for (unsigned i = 0; i < depth; i++)
		e->iocbs[i].aio_fildes = fd;
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
	e->ring = find_ring(e->context);
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

		/* The rest is as it was left by aio_open(). */
		cb->aio_lio_opcode = io[i].op == IOLOG_READ ? IO_CMD_PREAD :
		    IO_CMD_PWRITE;
		cb->u.c.buf = io[i].buffer;
		cb->u.c.nbytes = io[i].bytes;
		cb->u.c.offset = (long long)io[i].offset_bytes;
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

static inline void
note_done(const struct engine *e, const struct io_event *event,
    struct engine_done *done)
{
	done->slot = (uint32_t)(event->obj - e->iocbs);
	done->result = (int32_t)(long)event->res;
}

/* Completions that are there already, up to 'most'. */
static unsigned
take_from_ring(struct engine *e, struct engine_done *done, unsigned most)
{
	struct ring *r = e->ring;
	uint32_t head = atomic_load_explicit(&r->head, memory_order_relaxed);
	uint32_t tail = atomic_load_explicit(&r->tail, memory_order_acquire);
	unsigned got = 0;

	if (head >= r->nr || tail >= r->nr)
		return 0;
	while (head != tail && got < most) {
		note_done(e, &r->events[head], &done[got++]);
		head = head + 1 == r->nr ? 0 : head + 1;
	}
	if (got > 0)
		atomic_store_explicit(&r->head, head, memory_order_release);
	return got;
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
	unsigned there = e->ring == NULL ? 0 :
	    take_from_ring(e, done, most);
	if (there > 0)
		return (int)there;
	int got = io_getevents(e->context, 1, (long)most, e->events, &timeout);

	if (got == -EINTR)
		return 0;
	if (got < 0) {
		errno = -got;
		return -1;
	}
	for (int i = 0; i < got; i++)
		note_done(e, &e->events[i], &done[i]);
	return got;
}

const struct engine_kind engine_aio = {
	.name = "aio",
	.open = aio_open,
	.close = aio_close,
	.submit = aio_submit,
	.reap = aio_reap,
};
