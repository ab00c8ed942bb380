/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_SCHEDULE_H
#define PLATEAU_COLLECT_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/target.h"
#include "model/mixture.h"
#include "model/plan.h"

/*
 * What one step asks of the I/O threads, with every number worked out, so that
 * a thread that is woken for it can submit at once.
 */
struct load {
	uint32_t step, round;
	struct factors factors;
	bool fill;			/* write the region over, in order */
	bool random;
	bool shared;			/* sequential: one sequence for all */
	bool go_on;			/* after a failed I/O */
	const struct mixture *sizes;	/* of blocks; NULL: all are the same */
	unsigned nzones;		/* random: of the region; 0: none */
	struct load_zone {
		uint64_t begin_bytes, end_bytes;
		unsigned percent;	/* of the I/Os */
	} zones[MIXTURE_PARTS];
	unsigned threads, depth;
	unsigned batch;			/* most I/Os of one submit call */
	unsigned read_percent, zero_percent;
	uint64_t rate_per_s;		/* of all threads; 0: closed loop */
	bool poisson;			/* with a rate: not paced */
	uint32_t block_bytes;		/* of a mixture the largest */
	uint64_t region_bytes;		/* of the target, from its beginning */
	double passes;			/* fill: times over the region */
	uint64_t amount_bytes;		/* of all, ends the step; 0: none */
	uint64_t amount_ios;		/* or so many I/Os; 0: none */
	uint64_t ramp_ns;
	uint64_t duration_ns;		/* behind the ramp; 0: by bytes */
	uint64_t pause_ns;		/* without I/O, behind the step */
	uint64_t record_ns;		/* slices that are judged; 0: none */
	uint64_t begin_ticks;		/* what its time counts from */
	uint64_t key;			/* of the generator */
};

/*
 * The most I/Os of one submit call.  Measured on a fast target, 16 reaches
 * 90 % of the rate that unlimited batches do, and more would blur the latency:
 * the stamp of all I/Os of a call is taken before it.
 */
#define SCHEDULE_BATCH 16

/* schedule_load() works out step 'index' of a round of a fill or a test; step
 * and round are left 0. */
struct load schedule_load(const struct plan *plan,
    const struct plan_stage *stage, size_t index, const struct target *target,
    uint64_t seed);

/* schedule_set_factors() works out anew what follows from l->factors. */
void schedule_set_factors(struct load *l, const struct target *target);

/* The part of the region that is stream 'stream's own in sequential patterns,
 * [*begin_out, *end_out).  The last stream of a fill gets the odd bytes. */
void schedule_share(const struct load *load, uint32_t stream,
    uint64_t *begin_out, uint64_t *end_out);

/* How many bytes stream 'stream' moves before the step ends for it, I/Os if
 * there is an amount of them, UINT64_MAX if only time ends it; and how many
 * bytes a fill writes in all. */
uint64_t schedule_amount_share(const struct load *load, uint32_t stream);
uint64_t schedule_fill_bytes(const struct load *load);

/* Whether a step can be run on a target. */
enum schedule_fit {
	SCHEDULE_FITS,
	SCHEDULE_PARTS_OF_SECTORS,	/* blocks are not whole sectors */
	SCHEDULE_NO_REGION,		/* the region is not on the target */
	SCHEDULE_NO_BLOCKS		/* a thread has no block in it */
};

/* schedule_stage_fit() tells so of a stage: of the first step that does not
 * fit, which is *load_out then.  Stages without I/O fit. */
enum schedule_fit schedule_stage_fit(const struct plan *plan,
    const struct plan_stage *stage, const struct target *target,
    struct load *load_out);

/*
 * schedule_check() checks that every step of the plan fits the target: blocks
 * are whole sectors, the region holds a block for every thread.  Returns 0, or
 * -1 with each mistake printed.
 */
int schedule_check(const struct plan *plan, const struct target *target);

/* What the whole plan needs: the most streams and I/Os of one, and the bytes
 * of buffer that stream 'stream' needs at the most. */
unsigned schedule_streams(const struct plan *plan);
unsigned schedule_stage_streams(const struct plan *plan,
    const struct plan_stage *stage);
unsigned schedule_depth(const struct plan *plan);
unsigned schedule_stage_depth(const struct plan *plan,
    const struct plan_stage *stage);
size_t schedule_buffer_bytes(const struct plan *plan, uint32_t stream);

/* The most I/Os that a stage keeps outstanding in one step. */
uint64_t schedule_outstanding(const struct plan *plan,
    const struct plan_stage *stage);

/* The most records of one step that may have to be judged while it runs. */
size_t schedule_records(const struct plan *plan);

/*
 * schedule_seconds() is the time that a stage takes by its own terms, for
 * 'rounds' rounds: 0 for a purge, and for a fill its bytes at 'bytes_per_s'
 * (0: not known yet, nothing is added).
 */
double schedule_seconds(const struct plan *plan,
    const struct plan_stage *stage, unsigned rounds,
    const struct target *target, double bytes_per_s);

/* schedule_round_seconds() is the time of one round of a test, and
 * schedule_least_seconds() that behind which the test may end at the soonest:
 * its window is steady, or 0 if an amount may end it at any time. */
double schedule_round_seconds(const struct plan_stage *stage);
double schedule_least_seconds(const struct plan_stage *stage);

/*
 * schedule_last_round() is the last round that a test may have, whose first
 * 'kept' were before an interruption: that of the plan, or a later one, so that
 * a steady-state window, which spans no interruption, has room behind it.
 */
unsigned schedule_last_round(const struct plan_stage *stage, unsigned kept);

/* schedule_least_rounds() is the soonest round that can end a test. */
unsigned schedule_least_rounds(const struct plan_stage *stage);

#endif
