/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "analyze/fingerprint.h"

#define READ_BYTES (1u << 18)

/* Adds all bytes of a file.  0, or -1. */
static int
add_bytes(XXH3_state_t *state, int fd)
{
	char *buffer = malloc(READ_BYTES);
	ssize_t n;

	if (buffer == NULL)
		return -1;
	do {
		n = read(fd, buffer, READ_BYTES);
		if (n > 0)
			XXH3_128bits_update(state, buffer, (size_t)n);
	} while (n > 0 || (n == -1 && errno == EINTR));
	free(buffer);
	return n == 0 ? 0 : -1;
}

static int
add_file(XXH3_state_t *state, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int result = -1;

	if (fd != -1)
		result = add_bytes(state, fd);
	if (fd != -1)
		close(fd);
	return result;
}

int
fingerprint_log(const char *path, uint64_t record_ns,
    struct fingerprint *print_out)
{
	XXH3_state_t *state = XXH3_createState();
	XXH128_canonical_t print;
	int result = -1;

	if (state == NULL)
		return -1;
	XXH3_128bits_reset(state);
	XXH3_128bits_update(state, &record_ns, sizeof(record_ns));
	if (add_file(state, "/proc/self/exe") == 0 &&
	    add_file(state, path) == 0) {
		XXH128_canonicalFromHash(&print, XXH3_128bits_digest(state));
		for (size_t i = 0; i < sizeof(print_out->bytes); i++)
			print_out->bytes[i] = print.digest[i];
		result = 0;
	}
	XXH3_freeState(state);
	return result;
}
