/* SPDX-License-Identifier: BSD-2-Clause */
/* A stream on an engine that takes few I/Os, none, refuses some and gives them
 * back out of order loses none of them: all are in the log, once, with the
 * offset and the result that they had; never more than the depth are under way,
 * each in a buffer of its own. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/halt.h"
#include "collect/ticks.h"
#include "collect/worker.h"
#include "iolog/generator.h"

#define BLOCK 4096u
#define DEPTH 24u
#define REGION (1u << 20)
#define KEY 77u

static int failures;

static void
check(bool holds, const char *what)
{
	if (!holds && failures++ < 20)
		printf("not so: %s\n", what);
}

/* The engine: I/Os lie in a heap until a reap picks some of them. */
struct engine {
	uint8_t *buffer;
	unsigned nheld, ncalls;
	struct engine_io held[DEPTH];
};

static uint64_t nsubmitted, nrefused, nshort, nfailed;
static uint64_t random_state = 1;

static unsigned
below(unsigned n)
{
	random_state += 0x9e3779b97f4a7c15u;
	return (unsigned)generator_below(generator_mix(random_state), n);
}

static struct engine *
fake_open(int fd, unsigned depth, void *buffer, size_t buffer_bytes)
{
	struct engine *e = calloc(1, sizeof(*e));

	(void)fd;
	check(depth >= DEPTH && buffer_bytes >= DEPTH * BLOCK, "room for all");
	e->buffer = buffer;
	return e;
}

static void
fake_close(struct engine *e)
{
	check(e->nheld == 0, "nothing is under way at the end");
	free(e);
}

static int
fake_submit(struct engine *e, const struct engine_io *io, unsigned count)
{
	check(count > 0 && count <= SCHEDULE_BATCH, "size of a batch");
	switch (e->ncalls++ % 5) {
	case 1:
		return 0;		/* as EAGAIN */
	case 3:
		nrefused++;
		errno = EINVAL;
		return -1;
	}
	unsigned taken = 1 + below(count);

	for (unsigned i = 0; i < taken; i++) {
		check(e->nheld < DEPTH, "not more than the depth");
		for (unsigned k = 0; k < e->nheld; k++)
			check(e->held[k].slot != io[i].slot &&
			    e->held[k].buffer != io[i].buffer, "own buffer");
		check((uint8_t *)io[i].buffer >= e->buffer &&
		    (uint8_t *)io[i].buffer + BLOCK <=
		    e->buffer + DEPTH * BLOCK, "buffer inside the buffers");
		check(io[i].offset_bytes % BLOCK == 0 &&
		    io[i].offset_bytes + io[i].bytes <= REGION,
		    "offset inside the region");
		e->held[e->nheld++] = io[i];
	}
	nsubmitted += taken;
	return (int)taken;
}

static int
fake_reap(struct engine *e, struct engine_done *done, unsigned most,
    uint64_t timeout_ns)
{
	unsigned count = 0;

	(void)timeout_ns;
	check(most == e->nheld, "all that is under way may be reaped");
	if (below(10) == 0)
		return 0;		/* as EINTR */
	do {
		unsigned at = below(e->nheld);
		struct engine_io io = e->held[at];

		e->held[at] = e->held[--e->nheld];
		done[count].slot = io.slot;
		done[count].result = (int32_t)io.bytes;
		if (below(100) == 0 && nshort++ < UINT64_MAX)
			done[count].result = 512;
		else if (below(100) == 0 && nfailed++ < UINT64_MAX)
			done[count].result = -EIO;
		count++;
	} while (e->nheld > 0 && below(3) != 0);
	return (int)count;
}

static const struct engine_kind fake = {
	.name = "fake", .open = fake_open, .close = fake_close,
	.submit = fake_submit, .reap = fake_reap,
};

static struct load
load_of(uint32_t step, bool fill, bool go_on)
{
	struct load l = {
		.step = step, .round = 1, .fill = fill, .random = !fill,
		.go_on = go_on, .threads = 1, .depth = DEPTH,
		.batch = SCHEDULE_BATCH, .read_percent = fill ? 0 : 65,
		.block_bytes = BLOCK, .region_bytes = REGION, .passes = 2.5,
		.ramp_ns = fill ? 0 : 2000000,
		.duration_ns = fill ? 0 : 20000000, .key = KEY,
	};

	l.factors = factor_defaults();
	l.factors.value[FACTOR_BLOCK] = BLOCK;
	l.factors.value[FACTOR_DEPTH] = DEPTH;
	l.factors.value[FACTOR_MIX] = l.read_percent;
	l.factors.value[FACTOR_PATTERN] = fill ? PATTERN_SEQUENTIAL :
	    PATTERN_RANDOM;
	return l;
}

static struct worker_result
run(struct worker *w, struct iolog_recorder *r, const struct load *load)
{
	struct arena *a = arena_new();
	struct iolog_step step = {
		.step = load->step, .round = 1, .begin_ticks = ticks_now(),
		.duration_ns = load->duration_ns, .stage = "test",
		.factors = factors_to_text(a, &load->factors),
	};

	iolog_recorder_step(r, &step);
	worker_run(w, load, ticks_now());
	arena_free(a);
	return w->result;
}

/* What the log has. */
struct logged {
	uint64_t count, errors, ramp, late, bytes, shorts, refused;
};

static struct logged
read_log(const char *path)
{
	struct logged l = {0};
	enum iolog_status status;
	struct iolog_reader *r = iolog_reader_open(path, &status);
	struct iolog_frame f;

	if (r == NULL) {
		check(false, iolog_status_text(status));
		return l;
	}
	while ((status = iolog_reader_next(r, &f)) == IOLOG_OK) {
		if (f.type != IOLOG_FRAME_DATA)
			continue;
		for (uint32_t i = 0; i < f.n; i++) {
			l.count++;
			l.bytes += f.bytes[i];
			l.errors += f.result[i] != (int32_t)f.bytes[i];
			l.shorts += f.result[i] == 512;
			l.refused += f.result[i] == -EINVAL;
			l.ramp += (f.flags[i] & IOLOG_FLAG_RAMP) != 0;
			l.late += (f.flags[i] & IOLOG_FLAG_DRAIN) != 0;
		}
	}
	check(status == IOLOG_END, "the log is whole");
	iolog_reader_close(r);
	return l;
}

static void
check_result(const struct worker_result *r)
{
	check(r->issued == r->completed, "all came back");
	check(r->lost == 0, "none is lost");
	check(r->first_ticks <= r->measured_ticks &&
	    r->measured_ticks <= r->last_ticks, "times are in order");
	check(r->tally[0].count + r->tally[1].count + r->errors <= r->issued,
	    "no more counted than issued");
}

int
main(void)
{
	char path[] = "/tmp/collect_worker_XXXXXX";
	int fd = mkstemp(path);

	close(fd);
	unlink(path);

	struct iolog_header header = {
		.nstreams = 1, .clock = IOLOG_CLOCK_MONOTONIC_RAW,
		.stamp = IOLOG_STAMP_BATCH, .tick_num = 1, .tick_den = 1,
		.sector_bytes = 512, .target_bytes = REGION,
		.generator = GENERATOR_MIX64, .key = KEY, .text = "",
	};
	struct iolog_recorder *recorder = iolog_recorder_open(path, &header);
	struct worker *w = worker_open(0, &fake, -1, "fake", DEPTH + 5,
	    (DEPTH + 5) * BLOCK, 0, 3);

	if (recorder == NULL || w == NULL)
		return 1;
	worker_begin_log(w, iolog_recorder_ring(recorder, 0));

	/* A fill: exact bytes, refused and short ones among them. */
	struct load load = load_of(1, true, true);
	struct worker_result fill = run(w, recorder, &load);

	check_result(&fill);
	check(fill.issued == REGION / BLOCK * 5 / 2, "two and a half passes");

	/* A test that goes on after errors, with a ramp. */
	load = load_of(2, false, true);

	struct worker_result test = run(w, recorder, &load);

	check_result(&test);
	check(test.errors > 0, "errors are counted");
	check(test.measured_ticks >= test.first_ticks + load.ramp_ns / 2,
	    "the ramp is not measured");
	check(test.tally[0].count > test.tally[1].count, "65/35");
	check(halt_reason() == HALT_NO, "the plan says go on");

	/* The same with a plan that stops. */
	load = load_of(3, false, false);
	load.ramp_ns = 0;
	load.duration_ns = UINT64_C(3600) * 1000000000;

	struct worker_result stop = run(w, recorder, &load);

	check_result(&stop);
	check(halt_reason() == HALT_ERROR, "the plan says stop");
	worker_close(w);

	struct iolog_totals totals;
	uint64_t issued = fill.issued + test.issued + stop.issued;
	uint64_t errors = fill.errors + test.errors + stop.errors;

	check(iolog_recorder_close(recorder, &totals) == 0, "the log closes");

	struct logged logged = read_log(path);

	check(issued == nsubmitted + nrefused, "issued = what was handed over");
	check(totals.submits == issued && totals.completions == issued,
	    "issued = logged");
	check(logged.count == issued && logged.bytes == issued * BLOCK,
	    "logged = read back");
	check(logged.errors == errors &&
	    errors == nrefused + nshort + nfailed, "errors");
	check(logged.shorts == nshort && logged.refused == nrefused,
	    "results are kept");
	check(logged.ramp > 0 && nshort > 0 && nrefused > 0 && nfailed > 0,
	    "the scene has all that it should");
	unlink(path);
	return failures > 0;
}
