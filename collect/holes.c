/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <unistd.h>

#include "collect/holes.h"
#include "collect/provision.h"
#include "collect/schedule.h"

/* The first byte from 'from' on that was never written, before the plan. */
static uint64_t
first_hole(const struct target *t, uint64_t from)
{
	off_t hole;

	if (t->created || t->profile != NULL)
		return from;
	if (t->block || from >= t->bytes)
		return t->bytes;
	hole = lseek(t->fd, (off_t)from, SEEK_HOLE);
	return hole == -1 ? t->bytes : (uint64_t)hole;
}

/* How far from its beginning on a fill writes the target without a gap. */
static uint64_t
filled_bytes(const struct plan *plan, const struct plan_stage *stage,
    const struct target *t)
{
	struct load l = schedule_load(plan, stage, 0, t, 0);

	if (l.passes >= 1)
		return l.region_bytes;
	/* Several threads leave the end of each one's share. */
	return l.threads == 1 ? schedule_fill_bytes(&l) : 0;
}

static bool
reads_beyond(const struct plan *plan, const struct plan_stage *stage,
    const struct target *t, uint64_t written_bytes)
{
	for (size_t i = 0; i < plan_steps(stage); i++) {
		struct load l = schedule_load(plan, stage, i, t, 0);

		/* Whole blocks are read, and no rest behind them. */
		if (l.read_percent > 0 && l.region_bytes - l.region_bytes %
		    l.block_bytes > written_bytes)
			return true;
	}
	return false;
}

bool
holes_are_read(const struct plan *plan, const struct target *t)
{
	bool purged = false;
	struct target then = *t;
	uint64_t written_bytes = first_hole(t, 0);

	for (size_t i = 0; i < plan->nstages; i++) {
		const struct plan_stage *stage = &plan->stages[i];

		if (stage->kind == STAGE_PURGE && (t->block ||
		    t->profile != NULL) && strcmp(stage->method, "none") != 0) {
			purged = true;
			written_bytes = 0;
		} else if (stage->kind == STAGE_PROVISION) {
			provision_view(stage, &then);
		} else if (stage->kind == STAGE_FILL) {
			uint64_t bytes = filled_bytes(plan, stage, &then);

			if (bytes > written_bytes)
				written_bytes = purged ? bytes :
				    first_hole(t, bytes);
		} else if (stage->kind == STAGE_TEST &&
		    reads_beyond(plan, stage, &then, written_bytes)) {
			return true;
		}
	}
	return false;
}
