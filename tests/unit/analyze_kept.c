/* SPDX-License-Identifier: BSD-2-Clause */
/* Kept counts come back bit for bit, those of other logs or programs and
 * damaged ones not at all, and no file of numbers ends the program. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "analyze/kept.h"
#include "base/file.h"

#define HEAD_BYTES 33			/* magic and fingerprint */

static int failures;
static const char *dir, *path, *log_path;
static struct scan_source source;
static const struct fingerprint print = {{1, 2, 3}}, other = {{1, 2, 4}};

static void
write_log(void)
{
	const struct iolog_header header = {
		.nstreams = 1, .clock = IOLOG_CLOCK_VIRTUAL,
		.stamp = IOLOG_STAMP_EVENT, .tick_num = 1, .tick_den = 1,
		.sector_bytes = 512, .target_bytes = 1 << 20, .text = "",
	};
	struct iolog_recorder *r = iolog_recorder_open(log_path, &header);
	struct iolog_totals totals;

	if (r == NULL || iolog_recorder_close(r, &totals) == -1)
		exit(1);
}

static void
add_tally(struct tally *t, struct packed *histogram, uint64_t seed)
{
	static uint64_t count[HISTOGRAM_BINS];
	uint64_t latency_ns[40];

	for (size_t i = 0; i < 40; i++)
		latency_ns[i] = (seed * 7919 + i * i * 131) % 400;
	moments_add(&t->latency, latency_ns, 40);
	histogram_add(count, latency_ns, 40);
	t->bytes = 40 * seed;
	t->failed = seed % 3;
	t->ramp = seed % 5;
	t->drained = seed % 7;
	if (packed_add(histogram, count, 0, HISTOGRAM_BINS - 1) == -1)
		exit(1);
}

/* The histogram of a record is a part of its step's; its percentiles are not
 * searched. */
static void
add_record(struct scan *s, struct scan_step *step, uint64_t k)
{
	struct tally *t = &scan_record(s, step, k)->op[k % 2];

	add_tally(t, &step->op[k % 2].histogram, k);
	t->exact = true;
	for (size_t i = 0; i < NPERCENTILES; i++)
		t->value_ns[i] = 100 * k + i;
}

/* A scan with something in every part of it. */
static struct scan *
make_scan(void)
{
	static uint64_t count[HISTOGRAM_BINS];
	const struct iolog_header header = {.tick_num = 1, .tick_den = 1};
	struct scan *s = scan_new(log_path, &header);
	const char *why;

	if (s == NULL)
		exit(1);
	for (uint32_t i = 1; i <= 6; i++) {
		struct scan_step *step = scan_step(s, 3 * i);

		if (step == NULL)
			exit(1);
		step->round = i / 3 + 1;
		step->begin_ns = i;
		step->first_submit_ns = i * 1000;
		step->last_complete_ns = i * 5000000000;
		step->told = step->has_factors = i % 2 == 0;
		if (step->told && factors_from_text("mix=65/35 block=8KiB",
		    &step->factors, &why) == -1)
			exit(1);
		add_tally(&step->op[i % 2], &step->op[i % 2].histogram, i);
		for (uint64_t k = 1; i == 4 && k < 4; k++)
			add_record(s, step, k);
		scan_second(s, i)->step = 3 * i;
		scan_second(s, i)->bytes[1] = i;
		count[8 * i] = i;
		if (scan_add_slice(s, i, 0, count, 8 * i, 8 * i) == -1)
			exit(1);
	}
	s->stage = strdup("iops");
	s->late = 3;
	s->missing = UINT64_MAX;
	s->truncated = true;
	s->nlosses = s->ndamages = 2;
	s->first_loss.kind = IOLOG_LOSS_FRAMES;
	if (scan_finish(s) == -1)
		exit(1);
	return s;
}

static struct test *
make_test(struct arena *a)
{
	struct test *t = test_new(a, make_scan(), NULL, NULL);

	if (test_points(a, t, 1) == -1)
		exit(1);
	return t;
}

static char *
read_file(struct arena *a, size_t *length_out)
{
	char *bytes = file_read(a, path, 1 << 24, length_out);

	if (bytes == NULL)
		exit(1);
	return bytes;
}

static void
check_same(struct arena *a)
{
	struct test *t = make_test(a), *again;
	struct kept *kept;
	size_t length, length_again;
	const char *bytes, *bytes_again;

	if (kept_save(a, path, t, &print) == -1)
		exit(1);
	bytes = read_file(a, &length);
	kept = kept_load(a, path, &source, 1, &print);
	if (kept == NULL) {
		printf("what was kept is not found\n");
		exit(1);
	}
	again = test_new(a, kept->scan, NULL, NULL);
	if (!test_points_known(a, again, kept->pools, kept->npools) ||
	    kept_save(a, path, again, &print) == -1) {
		printf("kept points are others\n");
		exit(1);
	}
	bytes_again = read_file(a, &length_again);
	if (length != length_again || memcmp(bytes, bytes_again, length) != 0 ||
	    kept->scan->missing != UINT64_MAX || kept->scan->late != 3 ||
	    kept->scan->nsteps != 6 || !kept->scan->truncated ||
	    kept->scan->steps[3]->nrecords != 3) {
		printf("kept counts differ: %zu and %zu bytes\n", length,
		    length_again);
		failures++;
	}
	test_free(t);
	test_free(again);
}

static void
refuse(struct arena *a, const char *what, const struct fingerprint *asked)
{
	struct kept *kept = kept_load(a, path, &source, 1, asked);

	if (kept == NULL)
		return;
	printf("%s: not refused\n", what);
	failures++;
	scan_free(kept->scan);
}

/* Numbers changed at random, under a checksum that is right. */
static void
mutate(struct arena *a, const char *bytes, size_t length)
{
	char *copy = arena_alloc(a, length + 1);
	size_t n = 1 + (size_t)rand() % 4, end = length - 8;
	XXH64_canonical_t tail;
	struct kept *kept;

	memcpy(copy, bytes, length);
	if (rand() % 3 == 0)
		end = HEAD_BYTES + 1 + (size_t)rand() % (end - HEAD_BYTES);
	for (size_t i = 0; i < n; i++)
		copy[HEAD_BYTES + (size_t)rand() % (end - HEAD_BYTES)] =
		    (char)(rand() % 2 ? rand() : 255);
	XXH64_canonicalFromHash(&tail, XXH3_64bits(copy, end));
	memcpy(copy + end, &tail, sizeof(tail));
	if (file_replace_bytes(path, copy, end + sizeof(tail)) == -1)
		exit(1);
	kept = kept_load(a, path, &source, 1, &print);
	if (kept == NULL)
		return;
	struct test *t = test_new(a, kept->scan, NULL, NULL);

	test_points_known(a, t, kept->pools, kept->npools);
	test_free(t);
}

int
main(void)
{
	char folder[] = "/tmp/plateau-test-XXXXXX";
	struct arena *a = arena_new();
	size_t length;
	char *bytes, *changed;

	if (mkdtemp(folder) == NULL)
		return 1;
	dir = folder;
	log_path = arena_printf(a, "%s/01-iops.iolog", dir);
	path = kept_path(a, dir, log_path);
	source = (struct scan_source){.path = log_path,
	    .last_step = UINT32_MAX};
	write_log();
	refuse(a, "no file", &print);
	check_same(a);
	refuse(a, "another fingerprint", &other);
	bytes = read_file(a, &length);
	changed = arena_alloc(a, length);
	for (size_t i = 0; i < length; i += 1 + length / 200) {
		memcpy(changed, bytes, length);
		changed[i] ^= 1;
		if (file_replace_bytes(path, changed, length) == -1)
			return 1;
		refuse(a, "a changed bit", &print);
	}
	for (size_t cut = 0; cut < length; cut += 1 + length / 50) {
		if (file_replace_bytes(path, bytes, cut) == -1)
			return 1;
		refuse(a, "a cut file", &print);
	}
	srand(3);
	for (int i = 0; i < 300; i++) {
		struct arena *own = arena_new();

		mutate(own, bytes, length);
		arena_free(own);
	}
	unlink(path);
	unlink(log_path);
	rmdir(arena_printf(a, "%s/analyzed", dir));
	rmdir(dir);
	arena_free(a);
	return failures != 0;
}
