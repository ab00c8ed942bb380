/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>

#include "collect/halt.h"
#include "collect/logfile.h"
#include "collect/ticks.h"
#include "iolog/generator.h"

struct logfile {
	struct iolog_recorder *recorder;
	pthread_t closer;
	bool has_closer;
	_Atomic bool is_closed;
	int closed, error;		/* by iolog_recorder_close() */
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

/* Whether the header says that the log is of this stage of the run. */
static bool
is_of(struct arena *a, const struct iolog_header *h, const struct run *run,
    const char *stage)
{
	const char *text = arena_printf(a, "\n%s\n", h->text == NULL ? "" :
	    h->text);
	uint8_t uuid[16];

	parse_uuid(run->uuid, uuid);
	return memcmp(uuid, h->run_uuid, sizeof(uuid)) == 0 &&
	    strstr(text, arena_printf(a, "\nstage=%s\n", stage)) != NULL;
}

/* Opens it; NULL with '*why_out' why, or NULL there if it ends before its
 * header does. */
static struct iolog_reader *
open_log(struct arena *a, const char *path, const struct run *run,
    const char *stage, const char **why_out)
{
	enum iolog_status status;
	struct iolog_reader *r = NULL;
	struct stat st;

	if (stat(path, &st) == -1)
		status = IOLOG_ERRNO;
	else if (!S_ISREG(st.st_mode))
		status = IOLOG_NOT_A_LOG;
	else
		r = iolog_reader_open(path, &status);
	if (r != NULL && is_of(a, iolog_reader_header(r), run, stage))
		return r;
	*why_out = status == IOLOG_ERRNO ? arena_strdup(a, strerror(errno)) :
	    status == IOLOG_CUT_HEADER || status == IOLOG_EMPTY ? NULL :
	    iolog_status_text(status);
	if (r != NULL)
		*why_out = "the log of another run, or of another stage";
	iolog_reader_close(r);
	return NULL;
}

struct iolog_reader *
logfile_read(struct arena *a, const char *dir, const char *name,
    const struct run *run, const char *stage)
{
	const char *why;

	return open_log(a, arena_printf(a, "%s/%s", dir, name), run, stage,
	    &why);
}

const char *
logfile_check(struct arena *a, const char *dir, const char *name,
    const struct run *run, const char *stage)
{
	const char *why = NULL;

	iolog_reader_close(open_log(a, arena_printf(a, "%s/%s", dir, name),
	    run, stage, &why));
	return why;
}

const char *
logfile_count(struct arena *a, const char *dir, const char *name,
    const struct run *run, const char *stage, uint64_t *count_out)
{
	enum iolog_status status;
	const char *why;
	struct iolog_reader *r = open_log(a, arena_printf(a, "%s/%s", dir,
	    name), run, stage, &why);
	struct iolog_totals totals = {0};
	struct iolog_frame frame;

	*count_out = 0;
	if (r == NULL)
		return why;
	if (iolog_reader_totals(r, &totals)) {
		*count_out = totals.completions;
		goto close;
	}
	do {
		status = iolog_reader_next(r, &frame);
		if (status == IOLOG_OK && frame.type == IOLOG_FRAME_DATA)
			*count_out += frame.n;
	} while (status == IOLOG_OK || status == IOLOG_DAMAGED);

close:
	iolog_reader_close(r);
	return NULL;
}

static void *
close_main(void *data)
{
	struct logfile *l = data;

	l->closed = iolog_recorder_close(l->recorder, &l->totals);
	l->error = errno;
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
	errno = l->error;
	return l->closed;
}
