/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The raw log beside other ways to keep every I/O, in one run: bytes of each,
 * and the time to write and to read them, on the synthetic sets of the tests.
 *
 * Times are CPU time of this thread, the smallest of REPEATS.  Only ratios
 * within one run mean anything on a shared machine.
 */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <zstd.h>

#include "iolog/crc32c.h"
#include "iolog/encoder.h"
#include "tests/unit/iolog_sets.h"

#define COUNT 400000u
#define REPEATS 7
#define SPAN 1024u			/* events that are encoded at a time */
#define NBUCKETS (64u * 128u)

/* Growing memory. */
struct buffer {
	uint8_t *data;
	size_t length, room;
};

/* What a reader gives: the same arrays from every format. */
struct arrays {
	uint64_t *complete, *latency;
	uint32_t *bytes;
	int32_t *result;
	uint8_t *op, *flags;
};

/* The events of a set, and its completions as 16-byte structs. */
struct events {
	struct iolog_event *items;
	size_t count, room, ncompleted;
};

struct record16 {
	uint64_t complete;
	uint32_t latency;
	uint32_t bytes_and_op;
};

struct result {
	double bytes, write_ns, read_ns, stats_ns;
};

static uint64_t histogram[2][NBUCKETS];
static volatile uint64_t keep;		/* what must not be optimised away */

static void *
must(void *p)
{
	if (p == NULL) {
		perror("bench");
		exit(1);
	}
	return p;
}

static double
now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void
append(void *context, const void *bytes, size_t length)
{
	struct buffer *b = context;

	while (b->length + length > b->room) {
		b->room = b->room == 0 ? 1 << 20 : b->room * 2;
		b->data = must(realloc(b->data, b->room));
	}
	memcpy(b->data + b->length, bytes, length);
	b->length += length;
}

static void
gather(void *context, uint32_t stream, const struct iolog_event *event)
{
	struct events *e = context;

	(void)stream;
	if (e->count == e->room) {
		e->room = e->room == 0 ? 4096 : e->room * 2;
		e->items = must(realloc(e->items,
		    e->room * sizeof(*e->items)));
	}
	e->items[e->count++] = *event;
	e->ncompleted += event->kind == IOLOG_EVENT_COMPLETE;
}

/* The log-linear histogram that an analysis keeps: 7 bits of precision. */
static inline void
add_stats(const uint64_t *latency, const uint8_t *op, size_t n,
    uint64_t sum[2], uint64_t most[2])
{
	for (size_t i = 0; i < n; i++) {
		uint64_t v = latency[i];
		unsigned o = op[i] & 1;
		unsigned shift = v < 128 ? 0 :
		    57 - (unsigned)__builtin_clzll(v);

		sum[o] += v;
		most[o] = v > most[o] ? v : most[o];
		histogram[o][(shift * 128 + (v >> shift)) % NBUCKETS]++;
	}
}

static double
encode_log(const struct events *events, struct buffer *log)
{
	struct iolog_header header = {
		.nstreams = 1, .clock = IOLOG_CLOCK_MONOTONIC_RAW,
		.stamp = IOLOG_STAMP_BATCH, .tick_num = 1, .tick_den = 1,
		.sector_bytes = 512, .generator = GENERATOR_MIX64,
		.key = SET_KEY,
	};
	struct iolog_totals totals;

	log->length = 0;
	struct iolog_encoder *e = must(iolog_encoder_new(&header,
	    &(struct iolog_sink){ .write = append, .context = log }));
	double begin = now_ns();
	for (size_t i = 0; i < events->count; i += SPAN)
		iolog_encoder_events(e, 0, events->items + i,
		    events->count - i < SPAN ? events->count - i : SPAN);
	iolog_encoder_end(e, &totals);
	double spent = now_ns() - begin;
	if (iolog_encoder_failed(e))
		exit(1);
	iolog_encoder_free(e);
	return spent;
}

/* All data frames: checksum and decode, and statistics if asked for. */
static double
decode_log(const struct buffer *log, struct iolog_frame_decoder *d, bool stats)
{
	static const uint8_t uuid[16];
	uint64_t sum[2] = { 0 }, most[2] = { 0 };
	double begin = now_ns();

	for (size_t at = FORMAT_HEADER_UNIT; at < log->length;) {
		struct iolog_frame_header h;
		struct iolog_frame f;
		const uint8_t *payload = log->data + at + FRAME_HEADER_BYTES;

		if (iolog_frame_header_decode(log->data + at, uuid, &h) == -1 ||
		    crc32c(0, payload, h.length_bytes - FRAME_HEADER_BYTES) !=
		    h.payload_crc)
			exit(1);
		at += h.length_bytes;
		if (h.type != IOLOG_FRAME_DATA)
			continue;
		if (iolog_frame_decode(d, &h, payload, 0, &f) == -1)
			exit(1);
		keep += f.latency_ticks[f.n / 2] + f.complete_ticks[f.n / 2] +
		    f.bytes[f.n / 2] + f.op[f.n / 2] + f.flags[f.n / 2];
		if (stats)
			add_stats(f.latency_ticks, f.op, f.n, sum, most);
	}
	double spent = now_ns() - begin;
	keep += sum[0] + sum[1] + most[0] + most[1];
	return spent;
}

static struct result
measure_log(const struct events *events, struct buffer *log)
{
	struct iolog_frame_decoder *d = must(iolog_frame_decoder_new(
	    &(struct iolog_rules){ GENERATOR_MIX64, SET_KEY }));
	double n = (double)events->ncompleted;
	struct result r = { .write_ns = INFINITY, .read_ns = INFINITY,
	    .stats_ns = INFINITY };

	for (int i = 0; i < REPEATS; i++) {
		r.write_ns = fmin(r.write_ns, encode_log(events, log) / n);
		r.read_ns = fmin(r.read_ns, decode_log(log, d, false) / n);
		r.stats_ns = fmin(r.stats_ns, decode_log(log, d, true) / n);
	}
	r.bytes = (double)log->length / n;
	iolog_frame_decoder_free(d);
	return r;
}

static void
make_arrays(struct arrays *a, size_t n)
{
	a->complete = must(calloc(n, sizeof(*a->complete)));
	a->latency = must(calloc(n, sizeof(*a->latency)));
	a->bytes = must(calloc(n, sizeof(*a->bytes)));
	a->result = must(calloc(n, sizeof(*a->result)));
	a->op = must(calloc(n, 1));
	a->flags = must(calloc(n, 1));
}

static void
free_arrays(struct arrays *a)
{
	free(a->complete);
	free(a->latency);
	free(a->bytes);
	free(a->result);
	free(a->op);
	free(a->flags);
}

static void
write_structs(const struct events *events, struct buffer *out)
{
	out->length = 0;
	for (size_t i = 0; i < events->count; i++) {
		const struct iolog_event *e = &events->items[i];
		struct record16 r = {
			.complete = e->ticks,
			.latency = (uint32_t)(e->ticks - e->other_ticks),
			.bytes_and_op = e->bytes << 1 | e->op,
		};

		if (e->kind == IOLOG_EVENT_COMPLETE)
			append(out, &r, sizeof(r));
	}
}

static inline void
read_structs(const uint8_t *from, size_t n, struct arrays *a)
{
	for (size_t i = 0; i < n; i++) {
		struct record16 r;

		memcpy(&r, from + i * sizeof(r), sizeof(r));
		a->complete[i] = r.complete;
		a->latency[i] = r.latency;
		a->bytes[i] = r.bytes_and_op >> 1;
		a->result[i] = (int32_t)(r.bytes_and_op >> 1);
		a->op[i] = r.bytes_and_op & 1;
		a->flags[i] = 0;
	}
}

/* Blocks of as many structs as a frame has records, each with a checksum. */
static struct result
measure_structs(const struct events *events, struct buffer *out)
{
	struct arrays a;
	size_t n = events->ncompleted;
	struct result r = { .bytes = 16, .write_ns = INFINITY,
	    .read_ns = INFINITY, .stats_ns = INFINITY };

	make_arrays(&a, 16384);
	for (int i = 0; i < REPEATS; i++) {
		double begin = now_ns();

		write_structs(events, out);
		keep += crc32c(0, out->data, out->length);
		r.write_ns = fmin(r.write_ns, (now_ns() - begin) / (double)n);
		for (int stats = 0; stats < 2; stats++) {
			uint64_t sum[2] = { 0 }, most[2] = { 0 };

			begin = now_ns();
			for (size_t at = 0; at < n; at += 16384) {
				size_t m = n - at < 16384 ? n - at : 16384;
				const uint8_t *from = out->data + 16 * at;

				keep += crc32c(0, from, 16 * m);
				read_structs(from, m, &a);
				keep += a.latency[m / 2] + a.complete[m / 2] +
				    a.bytes[m / 2] + a.op[m / 2] +
				    a.flags[m / 2];
				if (stats)
					add_stats(a.latency, a.op, m, sum,
					    most);
			}
			double spent = (now_ns() - begin) / (double)n;
			double *best = stats ? &r.stats_ns : &r.read_ns;
			*best = fmin(*best, spent);
			keep += sum[0] + most[0] + sum[1] + most[1];
		}
	}
	free_arrays(&a);
	return r;
}

static struct result
measure_zstd(const struct buffer *structs, int level)
{
	const size_t block = 16384 * 16;
	size_t n = structs->length / 16, bound = ZSTD_compressBound(block);
	struct buffer packed = { .data = NULL };
	uint8_t *one = must(malloc(bound)), *back = must(malloc(block));
	size_t lengths[1024], nblocks = 0;
	struct arrays a;
	struct result r = { .write_ns = INFINITY, .read_ns = INFINITY,
	    .stats_ns = INFINITY };

	make_arrays(&a, 16384);
	for (int i = 0; i < REPEATS; i++) {
		double begin = now_ns();

		packed.length = nblocks = 0;
		for (size_t at = 0; at < structs->length; at += block) {
			size_t m = structs->length - at < block ?
			    structs->length - at : block;

			lengths[nblocks] = ZSTD_compress(one, bound,
			    structs->data + at, m, level);
			append(&packed, one, lengths[nblocks++]);
		}
		r.write_ns = fmin(r.write_ns, (now_ns() - begin) / (double)n);
		for (int stats = 0; stats < 2; stats++) {
			uint64_t sum[2] = { 0 }, most[2] = { 0 };
			const uint8_t *from = packed.data;

			begin = now_ns();
			for (size_t k = 0; k < nblocks; k++) {
				size_t m = ZSTD_decompress(back, block, from,
				    lengths[k]) / 16;

				read_structs(back, m, &a);
				keep += a.latency[m / 2] + a.complete[m / 2];
				from += lengths[k];
				if (stats)
					add_stats(a.latency, a.op, m, sum,
					    most);
			}
			double spent = (now_ns() - begin) / (double)n;
			double *best = stats ? &r.stats_ns : &r.read_ns;
			*best = fmin(*best, spent);
			keep += sum[0] + most[0] + sum[1] + most[1];
		}
	}
	r.bytes = (double)packed.length / (double)n;
	free_arrays(&a);
	free(packed.data);
	free(one);
	free(back);
	return r;
}

/* Lines as fio's latency log has them: time in ms, latency in ns, direction,
 * block size, priority.  Times of day 10 h into a run. */
static struct result
measure_fio_text(const struct events *events)
{
	struct buffer text = { .data = NULL };
	size_t n = events->ncompleted;
	struct arrays a;
	struct result r = { .write_ns = INFINITY, .read_ns = INFINITY,
	    .stats_ns = INFINITY };

	make_arrays(&a, 16384);
	for (int i = 0; i < 3; i++) {
		double begin = now_ns();

		text.length = 0;
		for (size_t k = 0; k < events->count; k++) {
			const struct iolog_event *e = &events->items[k];
			char line[96];

			if (e->kind != IOLOG_EVENT_COMPLETE)
				continue;
			int length = snprintf(line, sizeof(line), "%" PRIu64
			    ", %" PRIu64 ", %u, %" PRIu32 ", 0\n",
			    36000000 + e->ticks / 1000000,
			    e->ticks - e->other_ticks, e->op, e->bytes);
			append(&text, line, (size_t)length);
		}
		append(&text, "", 1);
		r.write_ns = fmin(r.write_ns, (now_ns() - begin) / (double)n);
		for (int stats = 0; stats < 2; stats++) {
			uint64_t sum[2] = { 0 }, most[2] = { 0 };
			char *p = (char *)text.data;

			begin = now_ns();
			for (size_t at = 0; at < n; at += 16384) {
				size_t m = n - at < 16384 ? n - at : 16384;

				for (size_t k = 0; k < m; k++) {
					a.complete[k] = strtoull(p, &p, 10);
					a.latency[k] = strtoull(p + 1, &p, 10);
					a.op[k] = strtoull(p + 1, &p, 10) & 1;
					a.bytes[k] = (uint32_t)strtoull(p + 1,
					    &p, 10);
					p += 4;
				}
				if (stats)
					add_stats(a.latency, a.op, m, sum,
					    most);
			}
			double spent = (now_ns() - begin) / (double)n;
			double *best = stats ? &r.stats_ns : &r.read_ns;
			*best = fmin(*best, spent);
			keep += sum[0] + most[0] + sum[1] + most[1];
		}
	}
	r.bytes = (double)(text.length - 1) / (double)n;
	free_arrays(&a);
	free(text.data);
	return r;
}

/* Pushing two events an I/O into a ring that is emptied when it is full. */
static double
measure_push(void)
{
	static struct iolog_ring ring;
	const uint32_t half = IOLOG_RING_EVENTS / 2;
	double best = INFINITY;

	ring.events = must(aligned_alloc(64,
	    IOLOG_RING_EVENTS * sizeof(*ring.events)));
	memset(ring.events, 0, IOLOG_RING_EVENTS * sizeof(*ring.events));
	for (int i = 0; i < 40; i++) {
		double begin = now_ns();

		for (uint32_t k = 0; k < half; k++) {
			if (!iolog_ring_has_room(&ring, 2))
				exit(1);
			iolog_ring_submit(&ring, 1, k, 1, k, k + 1);
			iolog_ring_complete(&ring, 1, k, k, k + 2, IOLOG_READ,
			    0, (uint64_t)k << 12, 4096, 4096);
		}
		best = fmin(best, (now_ns() - begin) / (2.0 * half));
		atomic_store(&ring.head, atomic_load(&ring.tail));
	}
	free(ring.events);
	return best;
}

static void
print_row(const char *what, const struct result *r,
    const struct result *structs)
{
	printf("  %-16s %8.3f %9.1f %8.2f %8.2f %8.0f %8.2f\n", what, r->bytes,
	    r->write_ns, r->read_ns, r->stats_ns, 1e3 / r->read_ns,
	    r->read_ns / structs->read_ns);
}

static void
measure_set(const struct set *set)
{
	struct events events = { .items = NULL };
	struct buffer log = { .data = NULL }, out = { .data = NULL };
	struct set_player player = {
		.push = gather, .context = &events, .step = 1,
	};

	set_play(set, &player, COUNT);
	struct result structs = measure_structs(&events, &out);
	struct result r = measure_log(&events, &log);
	printf("\n%s, %zu I/Os\n", set->name, events.ncompleted);
	print_row("this log", &r, &structs);
	print_row("16-byte struct", &structs, &structs);
	r = measure_zstd(&out, 1);
	print_row("struct + zstd 1", &r, &structs);
	r = measure_fio_text(&events);
	print_row("fio text", &r, &structs);
	free(events.items);
	free(log.data);
	free(out.data);
}

int
main(void)
{
	printf("push to the ring: %.2f ns an event\n\n", measure_push());
	printf("                   bytes/IO  write ns  read ns  + stats"
	    "  M rec/s  x struct\n");
	for (size_t i = 0; i < NSETS; i++)
		measure_set(&sets[i]);
	return 0;
}
