/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <liburing.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "collect/engine.h"

/* The kernel registers buffers of up to this much. */
#define FIXED_MOST ((size_t)1 << 30)

struct engine {
	struct io_uring ring;
	int fd;
	bool fixed_file, fixed_buffer;	/* registered with the kernel */
	unsigned depth;
	struct io_uring_cqe **cqes;	/* cqes[depth]: of one reap call */
};

/* What is registered the kernel need not look up for each I/O.  Without (the
 * limit of locked memory is small for all but root) the run is as true. */
static void
register_all(struct engine *e, void *buffer, size_t buffer_bytes)
{
	struct iovec all = {.iov_base = buffer, .iov_len = buffer_bytes};

	e->fixed_file = io_uring_register_files(&e->ring, &e->fd, 1) == 0;
	e->fixed_buffer = buffer_bytes <= FIXED_MOST &&
	    io_uring_register_buffers(&e->ring, &all, 1) == 0;
}

static struct engine *
uring_open(int fd, unsigned depth, void *buffer, size_t buffer_bytes)
{
	struct engine *e = calloc(1, sizeof(*e));
	int error;

	if (e != NULL)
		e->cqes = calloc(depth, sizeof(*e->cqes));
	if (e == NULL || e->cqes == NULL) {
		warn_errno("uring engine");
		goto fail;
	}
	e->fd = fd;
	e->depth = depth;
	error = io_uring_queue_init(depth, &e->ring, 0);
	if (error < 0) {
		errno = -error;
		warn_errno("io_uring_queue_init(%u)%s", depth,
		    error == -EPERM || error == -ENOSYS ? ": this host does "
		    "not allow io_uring; use --engine aio" : "");
		goto fail;
	}
	register_all(e, buffer, buffer_bytes);
	return e;

fail:
	if (e != NULL)
		free(e->cqes);
	free(e);
	return NULL;
}

static void
uring_close(struct engine *e)
{
	if (e == NULL)
		return;
	/* The kernel ends a ring some time later: until then it would hold the
	 * device, and the next run would find it in use. */
	if (e->fixed_file)
		io_uring_unregister_files(&e->ring);
	if (e->fixed_buffer)
		io_uring_unregister_buffers(&e->ring);
	io_uring_queue_exit(&e->ring);
	free(e->cqes);
	free(e);
}

static void
prepare(const struct engine *e, struct io_uring_sqe *sqe,
    const struct engine_io *io)
{
	int fd = e->fixed_file ? 0 : e->fd;

	if (e->fixed_buffer && io->op == IOLOG_READ)
		io_uring_prep_read_fixed(sqe, fd, io->buffer, io->bytes,
		    io->offset_bytes, 0);
	else if (e->fixed_buffer)
		io_uring_prep_write_fixed(sqe, fd, io->buffer, io->bytes,
		    io->offset_bytes, 0);
	else if (io->op == IOLOG_READ)
		io_uring_prep_read(sqe, fd, io->buffer, io->bytes,
		    io->offset_bytes);
	else
		io_uring_prep_write(sqe, fd, io->buffer, io->bytes,
		    io->offset_bytes);
	if (e->fixed_file)
		sqe->flags |= IOSQE_FIXED_FILE;
	io_uring_sqe_set_data64(sqe, io->slot);
}

static int
uring_submit(struct engine *e, const struct engine_io *io, unsigned count)
{
	unsigned taken = 0;

	for (; taken < count; taken++) {
		struct io_uring_sqe *sqe = io_uring_get_sqe(&e->ring);

		if (sqe == NULL)
			break;
		prepare(e, sqe, &io[taken]);
	}
	/* What the kernel does not take now stays in the ring, and reap() hands
	 * it over: it has been submitted as far as the caller can tell. */
	io_uring_submit(&e->ring);
	return (int)taken;
}

static int
uring_reap(struct engine *e, struct engine_done *done, unsigned most,
    uint64_t timeout_ns)
{
	struct __kernel_timespec timeout = {
		.tv_sec = (long long)(timeout_ns / 1000000000u),
		.tv_nsec = (long long)(timeout_ns % 1000000000u),
	};
	struct io_uring_cqe *first;

	if (io_uring_sq_ready(&e->ring) > 0)
		io_uring_submit(&e->ring);
	if (most > e->depth)
		most = e->depth;

	unsigned got = io_uring_peek_batch_cqe(&e->ring, e->cqes, most);

	if (got == 0 && timeout_ns > 0) {
		int error = io_uring_wait_cqe_timeout(&e->ring, &first,
		    &timeout);

		if (error == -ETIME || error == -EINTR || error == -EAGAIN)
			return 0;
		if (error < 0) {
			errno = -error;
			return -1;
		}
		got = io_uring_peek_batch_cqe(&e->ring, e->cqes, most);
	}
	for (unsigned i = 0; i < got; i++) {
		done[i].slot = (uint32_t)io_uring_cqe_get_data64(e->cqes[i]);
		done[i].result = e->cqes[i]->res;
	}
	io_uring_cq_advance(&e->ring, got);
	return (int)got;
}

const struct engine_kind engine_uring = {
	.name = "uring",
	.holds_file = true,
	.open = uring_open,
	.close = uring_close,
	.submit = uring_submit,
	.reap = uring_reap,
};
