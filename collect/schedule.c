/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <string.h>

#include "base/report.h"
#include "base/units.h"
#include "collect/schedule.h"
#include "iolog/generator.h"

static bool
does_io(const struct plan_stage *stage)
{
	return stage->kind == STAGE_FILL || stage->kind == STAGE_TEST;
}

static uint64_t
down_to(uint64_t value, uint64_t unit)
{
	return value - value % unit;
}

struct load
schedule_load(const struct plan *plan, const struct plan_stage *stage,
    size_t index, const struct target *target, uint64_t seed)
{
	struct load l;

	memset(&l, 0, sizeof(l));
	l.fill = stage->kind == STAGE_FILL;
	l.factors = l.fill ? stage->base : plan_step_factors(stage, index);

	const int64_t *value = l.factors.value;

	l.go_on = plan->on_error == ERROR_GO_ON;
	l.random = !l.fill && value[FACTOR_PATTERN] == PATTERN_RANDOM;
	l.threads = (unsigned)value[FACTOR_THREADS];
	l.depth = (unsigned)value[FACTOR_DEPTH];
	l.batch = l.depth < SCHEDULE_BATCH ? l.depth : SCHEDULE_BATCH;
	l.read_percent = l.fill ? 0 : (unsigned)value[FACTOR_MIX];
	l.zero_percent = (unsigned)value[FACTOR_COMPRESSIBLE];
	l.rate_per_s = l.fill ? 0 : (uint64_t)value[FACTOR_RATE];
	l.poisson = value[FACTOR_ARRIVAL] == ARRIVAL_POISSON;
	l.block_bytes = (uint32_t)value[FACTOR_BLOCK];
	l.region_bytes = down_to((uint64_t)((unsigned __int128)target->bytes *
	    (uint64_t)value[FACTOR_REGION] / 10000), target->sector_bytes);
	l.passes = stage->passes;
	l.ramp_ns = l.fill ? 0 : stage->ramp_ns;
	l.duration_ns = l.fill ? 0 : stage->duration_ns;
	/* Stages count their steps from 1 each; their offsets must differ. */
	l.key = generator_mix(seed + stage->number * 0x9e3779b97f4a7c15u);
	return l;
}

void
schedule_share(const struct load *load, uint32_t stream, uint64_t *begin_out,
    uint64_t *end_out)
{
	uint64_t nblocks = load->region_bytes / load->block_bytes;

	*begin_out = (uint64_t)((unsigned __int128)nblocks * stream /
	    load->threads) * load->block_bytes;
	*end_out = (uint64_t)((unsigned __int128)nblocks * (stream + 1) /
	    load->threads) * load->block_bytes;
	if (load->fill && stream + 1 == load->threads)
		*end_out = load->region_bytes;
}

uint64_t
schedule_fill_share(const struct load *load, uint32_t stream)
{
	uint64_t begin, end;
	uint64_t whole = (uint64_t)load->passes;
	double part = load->passes - (double)whole;

	schedule_share(load, stream, &begin, &end);
	/* A part of a pass is whole blocks, and at least one. */
	uint64_t odd = down_to((uint64_t)(part * (double)(end - begin)),
	    load->block_bytes);

	if (whole == 0 && odd == 0)
		odd = end - begin < load->block_bytes ? end - begin :
		    load->block_bytes;
	return whole * (end - begin) + odd;
}

uint64_t
schedule_fill_bytes(const struct load *load)
{
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < load->threads; i++)
		bytes += schedule_fill_share(load, i);
	return bytes;
}

static int
check_load(const struct load *l, const struct plan_stage *stage,
    const struct target *target)
{
	char block[UNITS_TEXT], region[UNITS_TEXT], sector[UNITS_TEXT];

	units_format_size(block, sizeof(block), l->block_bytes);
	units_format_size(region, sizeof(region), l->region_bytes);
	units_format_size(sector, sizeof(sector), target->sector_bytes);
	if (l->block_bytes == 0 ||
	    l->block_bytes % target->sector_bytes != 0) {
		warn_msg("%s: blocks of %s (stage '%s') are not whole sectors: "
		    "this target's sectors are %s; leave that block size out "
		    "with --set block=...", target->path, block, stage->id,
		    sector);
		return -1;
	}
	if (l->region_bytes / l->block_bytes < l->threads) {
		warn_msg("%s: too small: stage '%s' has %u threads with blocks "
		    "of %s on %s bytes; use a larger target, or smaller blocks "
		    "with --set block=...", target->path, stage->id,
		    l->threads, block, region);
		return -1;
	}
	return 0;
}

int
schedule_check(const struct plan *plan, const struct target *target)
{
	for (size_t i = 0; i < plan->nstages; i++) {
		const struct plan_stage *stage = &plan->stages[i];
		size_t nsteps = stage->kind == STAGE_FILL ? 1 :
		    plan_steps(stage);

		for (size_t k = 0; does_io(stage) && k < nsteps; k++) {
			struct load l = schedule_load(plan, stage, k, target,
			    0);

			if (check_load(&l, stage, target) == -1)
				return -1;
		}
	}
	return 0;
}

/* Calls 'visit' with the factors of every step of the stage. */
static void
each_step(const struct plan_stage *stage,
    void (*visit)(const struct factors *f, void *out), void *out)
{
	if (stage->kind == STAGE_FILL)
		visit(&stage->base, out);
	if (stage->kind != STAGE_TEST)
		return;
	for (size_t i = 0; i < plan_steps(stage); i++) {
		struct factors f = plan_step_factors(stage, i);

		visit(&f, out);
	}
}

static void
most_threads(const struct factors *f, void *out)
{
	unsigned *most = out;

	if (f->value[FACTOR_THREADS] > *most)
		*most = (unsigned)f->value[FACTOR_THREADS];
}

static void
most_depth(const struct factors *f, void *out)
{
	unsigned *most = out;

	if (f->value[FACTOR_DEPTH] > *most)
		*most = (unsigned)f->value[FACTOR_DEPTH];
}

struct buffer_need {
	uint32_t stream;
	size_t bytes;
};

static void
most_buffer(const struct factors *f, void *out)
{
	struct buffer_need *need = out;
	size_t bytes = (size_t)f->value[FACTOR_BLOCK] *
	    (size_t)f->value[FACTOR_DEPTH];

	if (f->value[FACTOR_THREADS] > need->stream && bytes > need->bytes)
		need->bytes = bytes;
}

unsigned
schedule_stage_streams(const struct plan_stage *stage)
{
	unsigned most = 0;

	each_step(stage, most_threads, &most);
	return most;
}

unsigned
schedule_streams(const struct plan *plan)
{
	unsigned most = 0;

	for (size_t i = 0; i < plan->nstages; i++)
		each_step(&plan->stages[i], most_threads, &most);
	return most;
}

unsigned
schedule_depth(const struct plan *plan)
{
	unsigned most = 0;

	for (size_t i = 0; i < plan->nstages; i++)
		each_step(&plan->stages[i], most_depth, &most);
	return most;
}

size_t
schedule_buffer_bytes(const struct plan *plan, uint32_t stream)
{
	struct buffer_need need = {.stream = stream, .bytes = 0};

	for (size_t i = 0; i < plan->nstages; i++)
		each_step(&plan->stages[i], most_buffer, &need);
	return need.bytes;
}

unsigned
schedule_least_rounds(const struct plan_stage *stage)
{
	if (stage->steady.window == 0 || stage->steady.window > stage->rounds)
		return stage->rounds;
	return stage->steady.window;
}

double
schedule_seconds(const struct plan *plan, const struct plan_stage *stage,
    unsigned rounds, const struct target *target, double bytes_per_s)
{
	switch (stage->kind) {
	case STAGE_FILL:
		if (bytes_per_s <= 0)
			return 0;
		struct load l = schedule_load(plan, stage, 0, target, 0);

		return (double)schedule_fill_bytes(&l) / bytes_per_s;
	case STAGE_TEST:
		return (double)(stage->ramp_ns + stage->duration_ns) * 1e-9 *
		    (double)plan_steps(stage) * rounds;
	case STAGE_IDLE:
		return (double)stage->duration_ns * 1e-9;
	case STAGE_PURGE:
		break;
	}
	return 0;
}
