/* SPDX-License-Identifier: BSD-2-Clause */
#include "collect/found.h"
#include "collect/logfile.h"

/* What a log has of the I/Os of one step that count.  Ticks are of its clock. */
struct sum {
	uint64_t count, latency_ticks;
	uint64_t first_ticks;		/* first submit; 0: none */
	uint64_t last_ticks;		/* last completion of any */
};

static void
add_io(struct sum *sum, const struct iolog_frame *f, uint32_t i)
{
	uint64_t submit_ticks = f->complete_ticks[i] - f->latency_ticks[i];

	if (f->complete_ticks[i] > sum->last_ticks)
		sum->last_ticks = f->complete_ticks[i];
	if (f->flags[i] & IOLOG_FLAG_RAMP)
		return;
	if (sum->first_ticks == 0 || submit_ticks < sum->first_ticks)
		sum->first_ticks = submit_ticks;
	if (f->result[i] < 0 || (uint32_t)f->result[i] != f->bytes[i])
		return;
	sum->count++;
	sum->latency_ticks += f->latency_ticks[i];
}

static void
set_point(struct choose_point *p, const struct iolog_header *h,
    const struct sum *sum)
{
	uint64_t ns = iolog_ticks_to_ns(h, sum->last_ticks - sum->first_ticks);

	if (sum->count == 0 || ns == 0)
		return;
	p->iops = (double)sum->count * 1e9 / (double)ns;
	p->lat_mean_ns = (double)iolog_ticks_to_ns(h, sum->latency_ticks) /
	    (double)sum->count;
}

/* Reads what the log has of the 'nsteps' steps behind 'before'. */
static void
read_log(struct iolog_reader *r, uint32_t before, size_t nsteps,
    struct choose_point *points, struct sum *sums)
{
	enum iolog_status status;
	struct iolog_frame f;

	if (r == NULL)
		return;
	do {
		status = iolog_reader_next(r, &f);
		if (status != IOLOG_OK || f.type != IOLOG_FRAME_DATA ||
		    f.step <= before || f.step - before > nsteps)
			continue;
		for (uint32_t i = 0; i < f.n; i++)
			add_io(&sums[f.step - before - 1], &f, i);
	} while (status == IOLOG_OK || status == IOLOG_DAMAGED);
	for (size_t i = 0; i < nsteps; i++)
		set_point(&points[i], iolog_reader_header(r), &sums[i]);
	iolog_reader_close(r);
}

struct choose_round
found_round(struct arena *a, const char *dir, const struct run *all,
    const struct plan_stage *plan, const struct run_stage *run)
{
	size_t nsteps = plan_steps(plan);
	size_t before = run->nsteps / nsteps * nsteps;
	struct choose_point *points;

	if (before == 0 || run->log == NULL)
		return (struct choose_round){.npoints = 0};
	before -= nsteps;
	points = arena_array(a, nsteps, sizeof(*points));
	for (size_t i = 0; i < nsteps; i++)
		points[i].factors = run->steps[before + i].factors;
	/* The last round of a test is never from before an interruption. */
	read_log(logfile_read(a, dir, run->log, all, run->id),
	    (uint32_t)before, nsteps, points, arena_array(a, nsteps,
	    sizeof(struct sum)));
	return (struct choose_round){.npoints = nsteps, .points = points};
}
