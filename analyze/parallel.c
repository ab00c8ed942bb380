/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>

#include "analyze/parallel.h"

/* Parts for each thread: so many that none waits long for the last. */
#define PARTS_PER_THREAD 8

/* Smaller parts cost more in threads and merging than they save. */
#define PART_BYTES (1u << 17)

#define MOST_THREADS 64

struct crew {
	void (*job)(void *context, unsigned thread, size_t index);
	void *context;
	size_t njobs;
	_Atomic size_t next;
};

struct hand {
	struct crew *crew;
	unsigned thread;
	pthread_t id;
};

struct parts
parts_of(const char *path, unsigned nthreads)
{
	struct parts p = {.n = 1, .file_bytes = UINT64_MAX};
	struct stat st;

	if (stat(path, &st) == -1 || !S_ISREG(st.st_mode) || nthreads <= 1 ||
	    st.st_size < 2 * (off_t)PART_BYTES)
		return p;
	p.file_bytes = (uint64_t)st.st_size;
	p.n = (size_t)nthreads * PARTS_PER_THREAD;
	if (p.n > p.file_bytes / PART_BYTES)
		p.n = (size_t)(p.file_bytes / PART_BYTES);
	return p;
}

uint64_t
parts_begin(const struct parts *p, size_t index)
{
	if (index == p->n)
		return UINT64_MAX;
	return (uint64_t)((unsigned __int128)p->file_bytes * index / p->n);
}

static void *
work(void *context)
{
	struct hand *h = context;
	struct crew *c = h->crew;

	for (;;) {
		size_t index = atomic_fetch_add(&c->next, 1);

		if (index >= c->njobs)
			return NULL;
		c->job(c->context, h->thread, index);
	}
}

void
parallel_run(unsigned nthreads, size_t njobs,
    void (*job)(void *context, unsigned thread, size_t index), void *context)
{
	struct crew crew = {.job = job, .context = context, .njobs = njobs};
	struct hand hands[MOST_THREADS];
	unsigned started = 1;

	if (nthreads > MOST_THREADS)
		nthreads = MOST_THREADS;
	if (nthreads > njobs)
		nthreads = (unsigned)njobs;
	atomic_init(&crew.next, 0);
	for (unsigned i = 0; i < MOST_THREADS; i++)
		hands[i] = (struct hand){.crew = &crew, .thread = i};
	while (started < nthreads && pthread_create(&hands[started].id, NULL,
	    work, &hands[started]) == 0)
		started++;
	work(&hands[0]);
	for (unsigned i = 1; i < started; i++)
		pthread_join(hands[i].id, NULL);
}
