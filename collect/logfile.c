/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "collect/halt.h"
#include "collect/logfile.h"
#include "collect/ticks.h"
#include "iolog/generator.h"

struct logfile {
	struct iolog_recorder *recorder;
	pthread_t closer;
	bool has_closer;
	_Atomic bool is_closed;
	int closed;			/* by iolog_recorder_close() */
	struct iolog_totals totals;
};

const char *
logfile_name(struct arena *a, const struct plan_stage *stage, size_t part)
{
	if (part > 1)
		return arena_printf(a, "raw/%02u-%s.part-%zu.iolog",
		    stage->number, stage->id, part);
	return arena_printf(a, "raw/%02u-%s.iolog", stage->number, stage->id);
}

struct iolog_anchor
logfile_anchor(void)
{
	struct iolog_anchor anchor;

	if (ticks_virtual == NULL)
		return iolog_ticks_anchor(&ticks_policy.clock);
	anchor.ticks = ticks_now();
	anchor.monotonic_ns = anchor.realtime_ns = anchor.ticks;
	return anchor;
}

/* The 16 bytes of a UUID's text. */
static void
parse_uuid(const char *text, uint8_t uuid[16])
{
	unsigned digits = 0;

	memset(uuid, 0, 16);
	for (; *text != '\0' && digits < 32; text++) {
		if (!isxdigit((unsigned char)*text))
			continue;
		int digit = isdigit((unsigned char)*text) ? *text - '0' :
		    tolower((unsigned char)*text) - 'a' + 10;

		uuid[digits / 2] = (uint8_t)(uuid[digits / 2] << 4 | digit);
		digits++;
	}
}

static const char *
header_text(struct arena *a, const struct run *run,
    const struct plan_stage *stage)
{
	const char *text = arena_printf(a, "tool=%s\nplan=%s\nstage=%s\n"
	    "engine=%s\nseed=%" PRIu64 "\n", run->tool, run->plan, stage->id,
	    run->engine, run->seed);
	static const char *const names[] = {"model", "serial", "firmware"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *value = facts_get(&run->device, names[i]);

		if (value != NULL)
			text = arena_printf(a, "%s%s=%s\n", text, names[i],
			    value);
	}
	return text;
}

struct logfile *
logfile_open(struct arena *a, const char *dir, const char *name,
    const struct run *run, const struct plan_stage *stage,
    const struct target *target, unsigned nstreams, uint64_t key)
{
	struct logfile *l = arena_alloc(a, sizeof(*l));
	struct iolog_header header = {
		.nstreams = nstreams,
		.clock = run->simulated ? IOLOG_CLOCK_VIRTUAL :
		    ticks_policy.clock.clock,
		.stamp = run->simulated || ticks_policy.each ?
		    IOLOG_STAMP_EVENT : IOLOG_STAMP_BATCH,
		.simulated = run->simulated,
		.tick_num = ticks_policy.clock.num,
		.tick_den = ticks_policy.clock.den,
		.anchor = logfile_anchor(),
		.sector_bytes = target->sector_bytes,
		.target_bytes = target->bytes,
		.generator = GENERATOR_MIX64,
		.key = key,
		.text = header_text(a, run, stage),
	};

	parse_uuid(run->uuid, header.run_uuid);
	/* Its threads are not for signals. */
	halt_block_signals();
	l->recorder = iolog_recorder_open(arena_printf(a, "%s/%s", dir, name),
	    &header);
	halt_unblock_signals();
	return l->recorder == NULL ? NULL : l;
}

struct iolog_recorder *
logfile_recorder(const struct logfile *l)
{
	return l->recorder;
}

uint64_t
logfile_count(const char *path)
{
	enum iolog_status status;
	struct iolog_reader *r = iolog_reader_open(path, &status);
	struct iolog_frame frame;
	uint64_t count = 0;

	if (r == NULL)
		return 0;
	do {
		status = iolog_reader_next(r, &frame);
		if (status == IOLOG_OK && frame.type == IOLOG_FRAME_DATA)
			count += frame.n;
	} while (status == IOLOG_OK || status == IOLOG_DAMAGED);
	iolog_reader_close(r);
	return count;
}

static void *
close_main(void *data)
{
	struct logfile *l = data;

	l->closed = iolog_recorder_close(l->recorder, &l->totals);
	atomic_store(&l->is_closed, true);
	return NULL;
}

void
logfile_begin_close(struct logfile *l)
{
	halt_block_signals();
	l->has_closer = pthread_create(&l->closer, NULL, close_main, l) == 0;
	halt_unblock_signals();
	if (!l->has_closer)
		close_main(l);
}

bool
logfile_is_closed(const struct logfile *l)
{
	return atomic_load(&l->is_closed);
}

int
logfile_end_close(struct logfile *l, struct iolog_totals *totals_out)
{
	if (l->has_closer)
		pthread_join(l->closer, NULL);
	l->has_closer = false;
	*totals_out = l->totals;
	return l->closed;
}
