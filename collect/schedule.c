/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/report.h"
#include "base/units.h"
#include "collect/provision.h"
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

/* Zones that begin and end on blocks, so that every offset is a whole number of
 * them away from the zone's beginning. */
static void
set_zones(struct load *l, const struct mixture *zones)
{
	uint64_t nblocks = l->region_bytes / l->block_bytes;
	uint64_t percent = 0;

	l->nzones = zones->nparts;
	for (unsigned i = 0; i < zones->nparts; i++) {
		struct load_zone *z = &l->zones[i];

		z->begin_bytes = nblocks * percent / 100 * l->block_bytes;
		percent += (uint64_t)zones->part[i].value;
		z->end_bytes = nblocks * percent / 100 * l->block_bytes;
		z->percent = zones->part[i].percent;
	}
}

static void
set_pattern(struct load *l, int64_t pattern)
{
	const struct mixture *zones = mixture_of(pattern);

	l->random = pattern == PATTERN_RANDOM || zones != NULL;
	l->shared = pattern == PATTERN_SHARED;
	if (zones != NULL)
		set_zones(l, zones);
}

/* A fill tells how much of the region it writes, or how much in all. */
static double
fill_passes(const struct plan_stage *stage, uint64_t region_bytes,
    uint64_t capacity)
{
	uint64_t bytes = amount_bytes(&stage->amount, capacity,
	    factor_block(stage->base.value[FACTOR_BLOCK]));

	if (bytes == 0 || region_bytes == 0)
		return stage->passes;
	return (double)bytes / (double)region_bytes;
}

void
schedule_set_factors(struct load *l, const struct target *target)
{
	const int64_t *value = l->factors.value;

	l->threads = (unsigned)value[FACTOR_THREADS];
	l->depth = (unsigned)value[FACTOR_DEPTH];
	l->batch = l->depth < SCHEDULE_BATCH ? l->depth : SCHEDULE_BATCH;
	l->read_percent = l->fill ? 0 : (unsigned)value[FACTOR_MIX];
	l->zero_percent = (unsigned)value[FACTOR_COMPRESSIBLE];
	l->rate_per_s = l->fill ? 0 : (uint64_t)value[FACTOR_RATE];
	l->poisson = value[FACTOR_ARRIVAL] == ARRIVAL_POISSON;
	l->block_bytes = (uint32_t)factor_block(value[FACTOR_BLOCK]);
	l->sizes = mixture_of(value[FACTOR_BLOCK]);
	l->region_bytes = down_to(factor_region(value[FACTOR_REGION],
	    target->bytes), target->sector_bytes);
	l->pause_ns = l->fill ? 0 : (uint64_t)value[FACTOR_PAUSE];
	if (!l->fill)
		set_pattern(l, value[FACTOR_PATTERN]);
}

struct load
schedule_load(const struct plan *plan, const struct plan_stage *stage,
    size_t index, const struct target *target, uint64_t seed)
{
	struct plan_step step = {.factors = stage->base};
	struct load l;

	memset(&l, 0, sizeof(l));
	l.fill = stage->kind == STAGE_FILL;
	if (!l.fill)
		step = plan_step(stage, index);
	l.factors = step.factors;
	l.go_on = plan->on_error == ERROR_GO_ON;
	schedule_set_factors(&l, target);
	/* Stages count their steps from 1 each; their offsets must differ. */
	l.key = generator_mix(seed + stage->number * 0x9e3779b97f4a7c15u);
	if (l.fill) {
		l.passes = fill_passes(stage, l.region_bytes, target->bytes);
		return l;
	}
	l.ramp_ns = stage->ramp_ns;
	l.duration_ns = step.duration_ns;
	l.amount_ios = stage->amount.ios;
	if (l.amount_ios == 0)
		l.amount_bytes = amount_bytes(&stage->amount, target->bytes,
		    l.block_bytes);
	if (stage->steady.window > 0 && stage->steady.every > 0)
		l.record_ns = stage->record_ns;
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

/* The whole blocks of a part of a pass, at least one. */
static uint64_t
part_of_pass(const struct load *load, uint64_t share_bytes)
{
	double part = load->passes - floor(load->passes);
	uint64_t bytes = down_to((uint64_t)(part * (double)share_bytes),
	    load->block_bytes);

	if (bytes == 0 && load->passes < 1)
		bytes = share_bytes < load->block_bytes ? share_bytes :
		    load->block_bytes;
	return bytes;
}

/* A stream's share of an amount in whole units; the last one takes what does
 * not divide. */
static uint64_t
share_amount(const struct load *load, uint32_t stream, uint64_t amount,
    uint64_t unit)
{
	uint64_t each = down_to(amount / load->threads, unit);

	return stream + 1 < load->threads ? each :
	    amount - each * (load->threads - 1);
}

uint64_t
schedule_amount_share(const struct load *load, uint32_t stream)
{
	uint64_t begin, end;

	if (load->amount_ios > 0)
		return share_amount(load, stream, load->amount_ios, 1);
	if (load->amount_bytes > 0)
		return share_amount(load, stream, load->amount_bytes,
		    load->block_bytes);
	if (!load->fill)
		return UINT64_MAX;
	schedule_share(load, stream, &begin, &end);
	return (uint64_t)load->passes * (end - begin) +
	    part_of_pass(load, end - begin);
}

uint64_t
schedule_fill_bytes(const struct load *load)
{
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < load->threads; i++)
		bytes += schedule_amount_share(load, i);
	return bytes;
}

static bool
whole_sectors(const struct load *l, const struct target *target)
{
	if (l->block_bytes == 0 || l->block_bytes % target->sector_bytes != 0)
		return false;
	for (unsigned i = 0; l->sizes != NULL && i < l->sizes->nparts; i++)
		if (l->sizes->part[i].value % target->sector_bytes != 0)
			return false;
	return true;
}

/* Whether each zone has a block; always, if there are none. */
static bool
zones_hold(const struct load *l)
{
	for (unsigned i = 0; i < l->nzones; i++)
		if (l->zones[i].begin_bytes == l->zones[i].end_bytes)
			return false;
	return true;
}

static enum schedule_fit
load_fit(const struct load *l, const struct target *target)
{
	if (!whole_sectors(l, target))
		return SCHEDULE_PARTS_OF_SECTORS;
	if (l->region_bytes > target->bytes)
		return SCHEDULE_NO_REGION;
	if (l->region_bytes / l->block_bytes < l->threads || !zones_hold(l))
		return SCHEDULE_NO_BLOCKS;
	return SCHEDULE_FITS;
}

static void
say_misfit(enum schedule_fit fit, const struct load *l,
    const struct plan_stage *stage, const struct target *target)
{
	char block[FACTOR_TEXT], region[UNITS_TEXT], size[UNITS_TEXT];

	factor_format(FACTOR_BLOCK, l->factors.value[FACTOR_BLOCK], block,
	    sizeof(block));
	units_format_capacity(region, sizeof(region), l->region_bytes);
	units_format_capacity(size, sizeof(size), target->bytes);
	switch (fit) {
	case SCHEDULE_PARTS_OF_SECTORS:
		warn_msg("%s: blocks of %s (stage '%s') are not whole sectors, "
		    "which have %" PRIu32 " bytes here; leave that block size "
		    "out with --set block=...", target->path, block, stage->id,
		    target->sector_bytes);
		break;
	case SCHEDULE_NO_REGION:
		warn_msg("%s: too small: stage '%s' needs %s and there are %s; "
		    "use a larger target, or --set region=...", target->path,
		    stage->id, region, size);
		break;
	case SCHEDULE_NO_BLOCKS:
		warn_msg("%s: too small: stage '%s' has %u thread%s with "
		    "blocks of %s on %s; use a larger target, or smaller "
		    "blocks with --set block=...", target->path, stage->id,
		    l->threads, l->threads == 1 ? "" : "s", block, region);
		break;
	case SCHEDULE_FITS:
		break;
	}
}

enum schedule_fit
schedule_stage_fit(const struct plan *plan, const struct plan_stage *stage,
    const struct target *target, struct load *load_out)
{
	size_t nsteps = stage->kind == STAGE_FILL ? 1 : plan_steps(stage);

	for (size_t i = 0; does_io(stage) && i < nsteps; i++) {
		*load_out = schedule_load(plan, stage, i, target, 0);

		enum schedule_fit fit = load_fit(load_out, target);

		if (fit != SCHEDULE_FITS)
			return fit;
	}
	return SCHEDULE_FITS;
}

int
schedule_check(const struct plan *plan, const struct target *target)
{
	struct target then = *target;

	for (size_t i = 0; i < plan->nstages; i++) {
		const struct plan_stage *stage = &plan->stages[i];
		struct load l;

		if (stage->kind == STAGE_PROVISION) {
			if (provision_check(stage, &then) == -1)
				return -1;
			provision_view(stage, &then);
		}

		enum schedule_fit fit = schedule_stage_fit(plan, stage, &then,
		    &l);

		if (fit == SCHEDULE_FITS)
			continue;
		say_misfit(fit, &l, stage, &then);
		return -1;
	}
	return 0;
}

/*
 * Calls 'visit' with the factors of every step of the stage.  What a test
 * chooses from another one is not known yet: it is visited at the most that the
 * plan has anywhere.
 */
static void
each_step(const struct plan *plan, const struct plan_stage *stage,
    void (*visit)(const struct factors *f, void *out), void *out)
{
	if (stage->kind == STAGE_FILL)
		visit(&stage->base, out);
	if (stage->kind != STAGE_TEST)
		return;
	for (size_t i = 0; i < plan_steps(stage); i++) {
		struct factors f = plan_step_factors(stage, i);

		if (stage->choice.line != 0) {
			f.value[FACTOR_THREADS] = plan_most(plan,
			    FACTOR_THREADS);
			f.value[FACTOR_DEPTH] = plan_most(plan, FACTOR_DEPTH);
		}
		visit(&f, out);
	}
}

/* The largest value of one factor. */
struct largest {
	enum factor factor;
	int64_t value;
};

static void
take_largest(const struct factors *f, void *out)
{
	struct largest *l = out;

	if (f->value[l->factor] > l->value)
		l->value = f->value[l->factor];
}

static unsigned
stage_most(const struct plan *plan, const struct plan_stage *stage,
    enum factor f)
{
	struct largest l = {.factor = f};

	each_step(plan, stage, take_largest, &l);
	return (unsigned)l.value;
}

static void
most_outstanding(const struct factors *f, void *out)
{
	uint64_t *most = out;
	uint64_t outstanding = (uint64_t)f->value[FACTOR_THREADS] *
	    (uint64_t)f->value[FACTOR_DEPTH];

	if (outstanding > *most)
		*most = outstanding;
}

struct buffer_need {
	uint32_t stream;
	size_t bytes;
};

static void
most_buffer(const struct factors *f, void *out)
{
	struct buffer_need *need = out;
	size_t bytes = (size_t)factor_block(f->value[FACTOR_BLOCK]) *
	    (size_t)f->value[FACTOR_DEPTH];

	if (f->value[FACTOR_THREADS] > need->stream && bytes > need->bytes)
		need->bytes = bytes;
}

unsigned
schedule_stage_streams(const struct plan *plan, const struct plan_stage *stage)
{
	return stage_most(plan, stage, FACTOR_THREADS);
}

unsigned
schedule_streams(const struct plan *plan)
{
	return (unsigned)plan_most(plan, FACTOR_THREADS);
}

unsigned
schedule_stage_depth(const struct plan *plan, const struct plan_stage *stage)
{
	return stage_most(plan, stage, FACTOR_DEPTH);
}

unsigned
schedule_depth(const struct plan *plan)
{
	return (unsigned)plan_most(plan, FACTOR_DEPTH);
}

uint64_t
schedule_outstanding(const struct plan *plan, const struct plan_stage *stage)
{
	uint64_t most = 0;

	each_step(plan, stage, most_outstanding, &most);
	return most;
}

size_t
schedule_buffer_bytes(const struct plan *plan, uint32_t stream)
{
	struct buffer_need need = {.stream = stream, .bytes = 0};

	for (size_t i = 0; i < plan->nstages; i++)
		each_step(plan, &plan->stages[i], most_buffer, &need);
	return need.bytes;
}

size_t
schedule_records(const struct plan *plan)
{
	size_t most = 0;

	for (size_t i = 0; i < plan->nstages; i++) {
		const struct plan_stage *stage = &plan->stages[i];

		if (stage->steady.every > 0 && stage->record_ns > 0 &&
		    stage->duration_ns / stage->record_ns + 1 > most)
			most = (size_t)(stage->duration_ns /
			    stage->record_ns) + 1;
	}
	return most;
}

unsigned
schedule_least_rounds(const struct plan_stage *stage)
{
	if (stage->steady.window == 0 || stage->steady.every > 0 ||
	    stage->steady.window > stage->rounds)
		return stage->rounds;
	return stage->steady.window;
}

unsigned
schedule_last_round(const struct plan_stage *stage, unsigned kept)
{
	const struct plan_steady *rule = &stage->steady;

	if (kept == 0 || rule->window == 0 || rule->every > 0 ||
	    kept + rule->window <= stage->rounds)
		return stage->rounds;
	return kept + rule->window;
}

double
schedule_round_seconds(const struct plan_stage *stage)
{
	return (double)plan_round_ns(stage) * 1e-9;
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
		return schedule_round_seconds(stage) * rounds;
	case STAGE_IDLE:
		return (double)stage->duration_ns * 1e-9;
	case STAGE_PURGE:
	case STAGE_PROVISION:
		break;
	}
	return 0;
}

double
schedule_least_seconds(const struct plan_stage *stage)
{
	return (double)plan_least_ns(stage) * 1e-9;
}
