/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The analyzer beside a plain pass in C over 16-byte structs, on one synthetic
 * log: a closed loop of 4 streams of depth 32 at about a million IOPS, steps of
 * reads alone and of 65/35.
 *
 *	analyze make FILE COUNT [STEPS]	writes a log of COUNT I/Os
 *	analyze structs FILE		writes FILE.structs, 16 bytes an I/O
 *	analyze plain FILE.structs	count, sum, squares, least, largest and
 *					histogram by direction, of the structs
 *	analyze fio FILE COUNT		writes FILE.lat and FILE.hist: the first
 *					COUNT I/Os, and a histogram a second of
 *					all, as fio logs them
 *	analyze passes FILE [THREADS]	the parts of the analyzer on the log
 */
#include <inttypes.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analyze/scanner.h"
#include "analyze/test.h"
#include "base/clock.h"
#include "iolog/ring.h"
#include "stats/histogram.h"

#define NSTREAMS 4u
#define DEPTH 32u
#define NLATENCIES 8192u

struct record {
	uint64_t complete_ns;
	uint32_t latency_ns;
	uint32_t is_write;
};

struct stream {
	struct iolog_ring *ring;
	uint64_t submit, now, done;
	uint64_t flying[DEPTH], begun[DEPTH], number[DEPTH];
};

static uint64_t latencies[NLATENCIES];

static uint64_t
random64(void)
{
	static uint64_t state = 1;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* Log-normal around 100 us, sigma 0.25, and now and then a pause. */
static void
make_latencies(void)
{
	for (size_t i = 0; i < NLATENCIES; i++) {
		double u = ((double)(random64() >> 11) + 1) / 0x1p53;
		double v = (double)(random64() >> 11) / 0x1p53;
		double normal = sqrt(-2 * log(u)) * cos(6.283185307 * v);

		latencies[i] = (uint64_t)(100e3 * exp(0.25 * normal));
		if (i % 2000 == 0)
			latencies[i] *= 40;
	}
}

static void
submit(struct stream *s, uint32_t step, size_t slot)
{
	uint64_t r = random64();

	s->begun[slot] = s->now;
	s->flying[slot] = s->now + latencies[r % NLATENCIES] + (r >> 56);
	s->number[slot] = s->submit++;
	iolog_ring_submit(s->ring, step, s->number[slot], 1, s->now,
	    s->now + 300);
	s->now += 100;
}

static void
turn(struct stream *s, uint32_t step, uint32_t read_percent)
{
	size_t next = 0;
	enum iolog_op op = random64() % 100 < read_percent ? IOLOG_READ :
	    IOLOG_WRITE;

	for (size_t i = 1; i < DEPTH; i++)
		next = s->flying[i] < s->flying[next] ? i : next;
	while (!iolog_ring_has_room(s->ring, 4))
		sched_yield();
	if (s->flying[next] > s->now)
		s->now = s->flying[next];
	iolog_ring_complete(s->ring, step, s->number[next], s->begun[next],
	    s->now, op, 0, 0, 4096, 4096);
	s->done++;
	submit(s, step, next);
}

static void
run_step(struct stream *streams, uint32_t step, uint64_t count)
{
	uint32_t read_percent = step % 2 ? 100 : 65;
	uint64_t end = streams[0].done + count;

	while (streams[NSTREAMS - 1].done < end) {
		for (size_t i = 0; i < NSTREAMS; i++) {
			for (size_t k = 0; k < 1000 && streams[i].done < end;
			    k++)
				turn(&streams[i], step, read_percent);
		}
	}
}

static int
make(const char *path, uint64_t count, uint32_t nsteps)
{
	static struct stream streams[NSTREAMS];
	struct iolog_totals totals;
	struct iolog_header h = {
		.nstreams = NSTREAMS, .clock = IOLOG_CLOCK_VIRTUAL,
		.stamp = IOLOG_STAMP_EVENT, .tick_num = 1, .tick_den = 1,
		.sector_bytes = 512, .target_bytes = (uint64_t)1 << 40,
		.simulated = true, .text = "",
	};
	struct iolog_recorder *r = iolog_recorder_open(path, &h);

	if (r == NULL)
		return 1;
	make_latencies();
	for (uint32_t step = 1; step <= nsteps; step++) {
		struct iolog_step begin = {
			.step = step, .round = 1, .stage = "bench",
			.begin_ticks = streams[0].now, .factors =
			    step % 2 ? "mix=100/0 threads=4 depth=32" :
			    "mix=65/35 threads=4 depth=32",
		};

		iolog_recorder_step(r, &begin);
		for (uint32_t i = 0; i < NSTREAMS; i++) {
			streams[i].ring = iolog_recorder_ring(r, i);
			for (size_t k = 0; step == 1 && k < DEPTH; k++)
				submit(&streams[i], step, k);
		}
		run_step(streams, step, count / nsteps / NSTREAMS);
	}
	return iolog_recorder_close(r, &totals) == -1;
}

static int
make_structs(const char *path)
{
	enum iolog_status status;
	struct iolog_reader *r = iolog_reader_open(path, &status);
	char name[4096];
	struct iolog_frame f;
	FILE *out;

	snprintf(name, sizeof(name), "%s.structs", path);
	out = fopen(name, "wb");
	if (r == NULL || out == NULL)
		return 1;
	while (iolog_reader_next(r, &f) == IOLOG_OK) {
		for (size_t i = 0; f.type == IOLOG_FRAME_DATA && i < f.n;
		    i++) {
			struct record record = {
				f.complete_ticks[i],
				(uint32_t)f.latency_ticks[i], f.op[i],
			};

			fwrite(&record, sizeof(record), 1, out);
		}
	}
	iolog_reader_close(r);
	return fclose(out);
}

/* fio's buckets: 64 of each power of two above 64 ns. */
#define FIO_BITS 6
#define FIO_BUCKETS (29 << FIO_BITS)

static size_t
fio_bucket(uint64_t ns)
{
	unsigned msb = 63 - (unsigned)__builtin_clzll(ns | 1);
	size_t bucket = (size_t)ns;

	if (msb > FIO_BITS)
		bucket = ((size_t)(msb - FIO_BITS + 1) << FIO_BITS) +
		    (ns >> (msb - FIO_BITS) & ((1u << FIO_BITS) - 1));
	return bucket < FIO_BUCKETS ? bucket : FIO_BUCKETS - 1;
}

/* The histograms of a log by second and direction. */
#define FIO_SECONDS 4096

static int
write_histograms(const char *path, uint64_t (*bins)[2][FIO_BUCKETS],
    size_t nseconds)
{
	FILE *out = fopen(path, "w");

	if (out == NULL)
		return 1;
	for (size_t i = 0; i < 2 * nseconds; i++) {
		fprintf(out, "%zu, %zu, 4096", (i / 2 + 1) * 1000, i % 2);
		for (size_t b = 0; b < FIO_BUCKETS; b++)
			fprintf(out, ", %" PRIu64, bins[i / 2][i % 2][b]);
		fputc('\n', out);
	}
	return fclose(out);
}

static int
make_fio(const char *path, uint64_t count)
{
	enum iolog_status status;
	struct iolog_reader *r = iolog_reader_open(path, &status);
	uint64_t (*bins)[2][FIO_BUCKETS] = calloc(FIO_SECONDS, sizeof(*bins));
	char name[4096];
	struct iolog_frame f;
	size_t nseconds = 0;
	FILE *out;

	snprintf(name, sizeof(name), "%s.lat", path);
	out = fopen(name, "w");
	if (r == NULL || bins == NULL || out == NULL)
		return 1;
	while (iolog_reader_next(r, &f) == IOLOG_OK) {
		for (size_t i = 0; f.type == IOLOG_FRAME_DATA && i < f.n;
		    i++) {
			size_t second = f.complete_ticks[i] / 1000000000;

			second = second < FIO_SECONDS ? second :
			    FIO_SECONDS - 1;
			nseconds = second >= nseconds ? second + 1 : nseconds;
			bins[second][f.op[i] & 1][fio_bucket(
			    f.latency_ticks[i])]++;
			if (count == 0)
				continue;
			count--;
			fprintf(out, "%" PRIu64 ", %" PRIu64 ", %d, 4096\n",
			    f.complete_ticks[i] / 1000000,
			    f.latency_ticks[i], f.op[i] & 1);
		}
	}
	iolog_reader_close(r);
	snprintf(name, sizeof(name), "%s.hist", path);
	return fclose(out) != 0 || write_histograms(name, bins, nseconds);
}

static double
seconds(clockid_t clock)
{
	return (double)clock_ns(clock) / 1e9;
}

static void
report(const char *what, uint64_t n, double wall_s, double cpu_s)
{
	printf("%-34s %8.1f M/s  %5.2f ns  (CPU %5.2f ns)\n", what,
	    (double)n / wall_s / 1e6, wall_s * 1e9 / (double)n,
	    cpu_s * 1e9 / (double)n);
}

struct sums {
	uint64_t count, least, largest;
	unsigned __int128 sum, squares;
	uint64_t bins[HISTOGRAM_BINS];
};

static int
plain(const char *path)
{
	enum { N = 16384 };
	static struct record records[N];
	static struct sums sums[2] = {{.least = UINT64_MAX},
	    {.least = UINT64_MAX}};
	FILE *in = fopen(path, "rb");
	double wall = seconds(CLOCK_MONOTONIC);
	double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
	size_t n;

	if (in == NULL)
		return 1;
	while ((n = fread(records, sizeof(records[0]), N, in)) > 0) {
		for (size_t i = 0; i < n; i++) {
			struct sums *s = &sums[records[i].is_write & 1];
			uint64_t v = records[i].latency_ns;

			s->count++;
			s->sum += v;
			s->squares += (unsigned __int128)v * v;
			s->least = v < s->least ? v : s->least;
			s->largest = v > s->largest ? v : s->largest;
			s->bins[histogram_bin(v)]++;
		}
	}
	fclose(in);
	report("16-byte structs, one plain pass", sums[0].count +
	    sums[1].count, seconds(CLOCK_MONOTONIC) - wall,
	    seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
	return sums[0].largest == 0;
}

static int
passes(const char *path, unsigned nthreads)
{
	struct arena *a = arena_new();
	enum iolog_status status;
	double wall = seconds(CLOCK_MONOTONIC);
	double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
	struct iolog_reader *r = iolog_reader_open(path, &status);
	struct iolog_frame f;
	struct scan *s;
	struct test *t;
	uint64_t n = 0;

	if (r == NULL)
		return 1;
	while (iolog_reader_next(r, &f) == IOLOG_OK)
		n += f.type == IOLOG_FRAME_DATA ? f.n : 0;
	iolog_reader_close(r);
	report("decoding alone", n, seconds(CLOCK_MONOTONIC) - wall,
	    seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
	wall = seconds(CLOCK_MONOTONIC);
	cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
	s = scan_log(path, 0, nthreads, &status);
	if (s == NULL)
		return 1;
	report("first pass", n, seconds(CLOCK_MONOTONIC) - wall,
	    seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
	wall = seconds(CLOCK_MONOTONIC);
	cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
	t = test_new(a, s, NULL, NULL);
	if (test_points(a, t, nthreads) == -1)
		return 1;
	report("later passes", n, seconds(CLOCK_MONOTONIC) - wall,
	    seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
	test_free(t);
	arena_free(a);
	return 0;
}

int
main(int argc, char **argv)
{
	if (argc >= 4 && strcmp(argv[1], "make") == 0)
		return make(argv[2], strtoull(argv[3], NULL, 10), argc > 4 ?
		    (uint32_t)strtoul(argv[4], NULL, 10) : 8);
	if (argc == 3 && strcmp(argv[1], "structs") == 0)
		return make_structs(argv[2]);
	if (argc == 4 && strcmp(argv[1], "fio") == 0)
		return make_fio(argv[2], strtoull(argv[3], NULL, 10));
	if (argc == 3 && strcmp(argv[1], "plain") == 0)
		return plain(argv[2]);
	if (argc >= 3 && strcmp(argv[1], "passes") == 0)
		return passes(argv[2], argc > 3 ?
		    (unsigned)strtoul(argv[3], NULL, 10) : 1);
	fprintf(stderr,
	    "usage: analyze make|structs|fio|plain|passes FILE ...\n");
	return 2;
}
