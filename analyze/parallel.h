/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_PARALLEL_H
#define PLATEAU_ANALYZE_PARALLEL_H

#include <stddef.h>
#include <stdint.h>

/* Parts of a file for threads to share.  Frames belong to the part that their
 * first byte is in. */
struct parts {
	size_t n;
	uint64_t file_bytes;
};

/* parts_of() cuts the file 'path' into a few parts for each of 'nthreads'
 * threads, into one for a single thread or a file that is small or no regular
 * file. */
struct parts parts_of(const char *path, unsigned nthreads);

/* The first byte of part 'index', 0 to n; that of part n is behind the file. */
uint64_t parts_begin(const struct parts *p, size_t index);

/*
 * parallel_run() calls job(context, thread, index) for each index from 0 to
 * njobs - 1, on at most 'nthreads' threads numbered from 0, of which the caller
 * is one, and returns when all are done.  Fewer threads than asked for do it
 * too, if the system gives no more.
 */
void parallel_run(unsigned nthreads, size_t njobs,
    void (*job)(void *context, unsigned thread, size_t index),
    void *context);

#endif
