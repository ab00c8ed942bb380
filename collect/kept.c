/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "collect/kept.h"
#include "collect/logfile.h"
#include "collect/schedule.h"
#include "iolog/iolog.h"

/* What the logs have of one step. */
struct held {
	uint64_t logged, bytes[2];
};

/* The I/Os of one log by step: of those behind 'from', up to 'most', in
 * held[most + 1]; returns how many there are of all steps. */
static uint64_t
read_log(struct iolog_reader *r, uint32_t from, uint32_t most,
    struct held *held)
{
	enum iolog_status status;
	struct iolog_frame f;
	uint64_t count = 0;

	if (r == NULL)
		return 0;
	do {
		status = iolog_reader_next(r, &f);
		if (status != IOLOG_OK || f.type != IOLOG_FRAME_DATA)
			continue;
		count += f.n;
		if (f.step <= from || f.step > most)
			continue;
		held[f.step].logged += f.n;
		for (uint32_t i = 0; i < f.n; i++)
			if (f.result[i] >= 0 &&
			    (uint32_t)f.result[i] == f.bytes[i])
				held[f.step].bytes[f.op[i]] += f.bytes[i];
	} while (status == IOLOG_OK || status == IOLOG_DAMAGED);
	iolog_reader_close(r);
	return count;
}

/* How many of the first steps are done, and as many I/Os are in the log. */
static uint32_t
whole_steps(const struct run_stage *run, const struct held *held,
    uint32_t most)
{
	uint32_t n = 0;

	while (n < run->nsteps && n < most &&
	    run->steps[n].number == n + 1 &&
	    run->steps[n].status == RUN_DONE &&
	    run->steps[n].issued == held[n + 1].logged)
		n++;
	return n;
}

/* Tells how much of each part counts, whose steps are those behind the part
 * before it, when 'kept' steps do in all. */
static void
settle_parts(struct run_stage *run, const struct held *held, uint32_t kept)
{
	uint32_t from = 0;

	for (size_t i = 0; i < run->nparts; i++) {
		struct run_part *part = &run->parts[i];
		uint64_t all = part->logged + part->repeated;

		if (part->last_step > kept)
			part->last_step = kept;
		part->logged = 0;
		for (uint32_t n = from + 1; n <= part->last_step; n++)
			part->logged += held[n].logged;
		part->repeated = all - part->logged;
		if (part->last_step > from)
			from = part->last_step;
	}
}

static void
settle_stage(struct run_stage *run, const struct held *held, uint32_t kept)
{
	run->nsteps = kept;
	run->issued = run->logged = run->errors = 0;
	run->bytes_read = run->bytes_written = 0;
	for (uint32_t i = 0; i < kept; i++) {
		const struct held *h = &held[run->steps[i].number];

		run->issued += run->steps[i].issued;
		run->errors += run->steps[i].errors;
		run->logged += h->logged;
		run->bytes_read += h->bytes[IOLOG_READ];
		run->bytes_written += h->bytes[IOLOG_WRITE];
	}
	run->end_ns = run->steps[kept - 1].end_ns;
	run->status = RUN_PENDING;
	run->steady_round = 0;
	run->note = NULL;
	run->log = NULL;
}

unsigned
kept_rounds(struct arena *a, const char *dir, const struct run *all,
    const struct plan_stage *plan, struct run_stage *run)
{
	uint32_t nsteps = (uint32_t)plan_steps(plan);
	uint32_t before = run->nparts == 0 ? 0 :
	    run->parts[run->nparts - 1].last_step / nsteps;
	uint32_t most = nsteps * schedule_last_round(plan, before);
	struct held *held = arena_array(a, (size_t)most + 1, sizeof(*held));
	struct run_part last = {.log = run->log, .last_step = most};
	uint32_t from = 0, rounds;

	for (size_t i = 0; i < run->nparts; i++) {
		uint32_t to = run->parts[i].last_step;

		read_log(logfile_read(a, dir, run->parts[i].log, all, run->id),
		    from, to < most ? to : most, held);
		if (to > from)
			from = to;
	}
	if (run->log != NULL)
		last.repeated = read_log(logfile_read(a, dir, run->log, all,
		    run->id), from, most, held);
	rounds = whole_steps(run, held, most) / nsteps;
	if (rounds > 0 && rounds == schedule_last_round(plan, rounds))
		rounds--;
	if (rounds == 0)
		return 0;
	if (run->log != NULL) {
		run->parts = arena_grow(a, run->parts, run->nparts,
		    sizeof(*run->parts));
		run->parts[run->nparts++] = last;
	}
	settle_parts(run, held, rounds * nsteps);
	settle_stage(run, held, rounds * nsteps);
	return rounds;
}

uint64_t
kept_logged(const struct run_stage *run)
{
	uint64_t logged = 0;

	for (size_t i = 0; i < run->nparts; i++)
		logged += run->parts[i].logged;
	return logged;
}
