/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "analyze/fingerprint.h"
#include "analyze/parallel.h"

/* A file is fingerprinted by pieces of this size, for threads to share, and the
 * list of their fingerprints then. */
#define PIECE_BYTES ((size_t)1 << 22)
#define READ_BYTES ((size_t)1 << 17)

struct hashing {
	int fd;
	XXH128_canonical_t *pieces;
	int *failed;			/* failed[pieces] */
};

/* Adds the bytes of a file from 'at' on, up to PIECE_BYTES of them.  0, or
 * -1. */
static int
add_piece(XXH3_state_t *state, int fd, size_t at, void *buffer)
{
	size_t end = at + PIECE_BYTES;

	while (at < end) {
		size_t most = end - at < READ_BYTES ? end - at : READ_BYTES;
		ssize_t n = pread(fd, buffer, most, (off_t)at);

		if (n == -1 && errno == EINTR)
			continue;
		if (n <= 0)
			return (int)n;
		XXH3_128bits_update(state, buffer, (size_t)n);
		at += (size_t)n;
	}
	return 0;
}

static void
hash_job(void *context, unsigned thread, size_t index)
{
	struct hashing *h = context;
	XXH3_state_t *state = XXH3_createState();
	void *buffer = malloc(READ_BYTES);

	(void)thread;
	h->failed[index] = -1;
	if (state != NULL && buffer != NULL) {
		XXH3_128bits_reset(state);
		h->failed[index] = add_piece(state, h->fd,
		    index * PIECE_BYTES, buffer);
		XXH128_canonicalFromHash(&h->pieces[index],
		    XXH3_128bits_digest(state));
	}
	free(buffer);
	XXH3_freeState(state);
}

/* Adds the fingerprints of a file's pieces.  0, or -1. */
static int
add_pieces(XXH3_state_t *state, int fd, size_t npieces, unsigned nthreads)
{
	struct hashing h = {
		.fd = fd,
		.pieces = calloc(npieces, sizeof(h.pieces[0])),
		.failed = calloc(npieces, sizeof(h.failed[0])),
	};
	int result = h.pieces != NULL && h.failed != NULL ? 0 : -1;

	if (result == 0)
		parallel_run(nthreads, npieces, hash_job, &h);
	for (size_t i = 0; i < npieces && result == 0; i++)
		result = h.failed[i];
	if (result == 0)
		XXH3_128bits_update(state, h.pieces,
		    npieces * sizeof(h.pieces[0]));
	free(h.pieces);
	free(h.failed);
	return result;
}

static int
add_file(XXH3_state_t *state, const char *path, unsigned nthreads)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	int result = -1;

	if (fd == -1)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		result = add_pieces(state, fd,
		    (size_t)st.st_size / PIECE_BYTES + 1, nthreads);
	close(fd);
	return result;
}

int
fingerprint_logs(const struct scan_source *logs, size_t nlogs,
    uint64_t record_ns, unsigned nthreads, struct fingerprint *print_out)
{
	XXH3_state_t *state = XXH3_createState();
	XXH128_canonical_t print;
	int result;

	if (state == NULL)
		return -1;
	XXH3_128bits_reset(state);
	XXH3_128bits_update(state, &record_ns, sizeof(record_ns));
	result = add_file(state, "/proc/self/exe", 1);
	for (size_t i = 0; i < nlogs && result == 0; i++) {
		XXH3_128bits_update(state, &logs[i].last_step,
		    sizeof(logs[i].last_step));
		result = add_file(state, logs[i].path, nthreads);
	}
	XXH128_canonicalFromHash(&print, XXH3_128bits_digest(state));
	for (size_t i = 0; i < sizeof(print_out->bytes); i++)
		print_out->bytes[i] = print.digest[i];
	XXH3_freeState(state);
	return result;
}
