/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>

#include "base/units.h"
#include "collect/queue.h"
#include "collect/schedule.h"

/* A number of sysfs; 0 if it does not tell. */
static uint64_t
number_of(struct arena *a, const struct blockdev *b, const char *name)
{
	const char *text = blockdev_text(a, b, name), *why;
	uint64_t number;

	return text != NULL && units_parse_whole(text, 1, UINT32_MAX, &number,
	    &why) == 0 ? number : 0;
}

const char *
queue_excess(struct arena *a, const struct plan *plan, const struct target *t)
{
	if (t->profile != NULL || t->device.name == NULL)
		return NULL;

	uint64_t device = number_of(a, &t->device, "device/queue_depth");
	uint64_t requests = number_of(a, &t->device, "queue/nr_requests");
	uint64_t queues = blockdev_queues(a, t->device.whole_dir);

	/* Devices without a list of them have one. */
	queues = queues > 0 ? queues : 1;

	for (size_t i = 0; i < plan->nstages; i++) {
		const struct plan_stage *stage = &plan->stages[i];
		uint64_t all = schedule_outstanding(plan, stage);
		uint64_t each = schedule_stage_depth(plan, stage);

		if (device > 0 && all > device)
			return arena_printf(a, "stage %s: %" PRIu64 " I/Os "
			    "outstanding, queue_depth %" PRIu64, stage->id,
			    all, device);
		if (requests > 0 && all > requests * queues)
			return arena_printf(a, "stage %s: %" PRIu64 " I/Os "
			    "outstanding, nr_requests %" PRIu64 " in %" PRIu64
			    " hardware queues", stage->id, all, requests,
			    queues);
		if (requests > 0 && each > requests)
			return arena_printf(a, "stage %s: %" PRIu64 " I/Os of "
			    "one thread, nr_requests %" PRIu64, stage->id,
			    each, requests);
	}
	return NULL;
}
