/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/report.h"
#include "iolog/writer.h"

#define CHUNK_BYTES ((size_t)1 << 20)
#define NCHUNKS 17u			/* one is being filled */

struct iolog_writer {
	char *path;
	int fd;
	pthread_t thread;
	_Atomic int error;		/* of the first failure, or 0 */
	unsigned char *memory;
	pthread_mutex_t lock;		/* of what follows */
	pthread_cond_t changed;
	size_t length[NCHUNKS];
	unsigned filling;		/* the encoder's chunk */
	unsigned nfull;			/* chunks before it, to be written */
	bool ending;
};

static void
write_chunk(struct iolog_writer *w, unsigned chunk)
{
	if (atomic_load(&w->error) != 0)
		return;
	if (file_write_all(w->fd, w->memory + chunk * CHUNK_BYTES,
	    w->length[chunk]) == -1) {
		warn_errno("write(%s)", w->path);
		atomic_store(&w->error, errno);
		return;
	}
	/* Starts the disk's work now rather than all at the end; only a hint,
	 * so a file system that refuses it is no failure. */
	(void)sync_file_range(w->fd, 0, 0, SYNC_FILE_RANGE_WRITE);
}

static void *
run(void *context)
{
	struct iolog_writer *w = context;

	pthread_mutex_lock(&w->lock);
	for (;;) {
		if (w->nfull > 0) {
			unsigned chunk = (w->filling + NCHUNKS - w->nfull) %
			    NCHUNKS;

			pthread_mutex_unlock(&w->lock);
			write_chunk(w, chunk);
			pthread_mutex_lock(&w->lock);
			w->nfull--;
			pthread_cond_broadcast(&w->changed);
		} else if (w->ending) {
			break;
		} else {
			pthread_cond_wait(&w->changed, &w->lock);
		}
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

struct iolog_writer *
iolog_writer_open(const char *path)
{
	struct iolog_writer *w = calloc(1, sizeof(*w));

	if (w == NULL || (w->path = strdup(path)) == NULL ||
	    (w->memory = malloc(NCHUNKS * CHUNK_BYTES)) == NULL) {
		warn_errno("allocating the log's buffers");
		goto fail_free;
	}
	/* Touched now, not while the log grows.  Not with 0: the compiler makes
	 * malloc() and memset() of that one calloc(), which touches nothing. */
	memset(w->memory, 1, NCHUNKS * CHUNK_BYTES);
	w->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (w->fd == -1) {
		warn_errno("open(%s)", path);
		goto fail_free;
	}
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->changed, NULL);
	errno = pthread_create(&w->thread, NULL, run, w);
	if (errno != 0) {
		warn_errno("starting the log's writer");
		goto fail_remove;
	}
	return w;

fail_remove:
	close(w->fd);
	unlink(path);
fail_free:
	if (w != NULL) {
		free(w->memory);
		free(w->path);
	}
	free(w);
	return NULL;
}

static void
hand_over(struct iolog_writer *w)
{
	pthread_mutex_lock(&w->lock);
	while (w->nfull == NCHUNKS - 1)
		pthread_cond_wait(&w->changed, &w->lock);
	w->filling = (w->filling + 1) % NCHUNKS;
	w->length[w->filling] = 0;
	w->nfull++;
	pthread_cond_broadcast(&w->changed);
	pthread_mutex_unlock(&w->lock);
}

void
iolog_writer_write(struct iolog_writer *w, const void *bytes, size_t length)
{
	const unsigned char *from = bytes;

	while (length > 0) {
		size_t have = w->length[w->filling];
		size_t n = CHUNK_BYTES - have;

		if (n > length)
			n = length;
		memcpy(w->memory + w->filling * CHUNK_BYTES + have, from, n);
		w->length[w->filling] += n;
		from += n;
		length -= n;
		if (w->length[w->filling] == CHUNK_BYTES)
			hand_over(w);
	}
}

void
iolog_writer_flush(struct iolog_writer *w)
{
	if (w->length[w->filling] > 0)
		hand_over(w);
}

int
iolog_writer_failed(const struct iolog_writer *w)
{
	return atomic_load_explicit(&w->error, memory_order_relaxed);
}

int
iolog_writer_close(struct iolog_writer *w)
{
	if (w == NULL)
		return 0;
	iolog_writer_flush(w);
	pthread_mutex_lock(&w->lock);
	w->ending = true;
	pthread_cond_broadcast(&w->changed);
	pthread_mutex_unlock(&w->lock);
	pthread_join(w->thread, NULL);
	int error = atomic_load(&w->error);
	/* A pipe or a pseudo file has nothing to sync. */
	if (error == 0 && fdatasync(w->fd) == -1 && errno != EINVAL &&
	    errno != EROFS) {
		warn_errno("fdatasync(%s)", w->path);
		error = errno;
	}
	if (close(w->fd) == -1 && error == 0) {
		warn_errno("close(%s)", w->path);
		error = errno;
	}
	pthread_mutex_destroy(&w->lock);
	pthread_cond_destroy(&w->changed);
	free(w->memory);
	free(w->path);
	free(w);
	errno = error;
	return error == 0 ? 0 : -1;
}
