/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_LEFT_H
#define PLATEAU_COLLECT_LEFT_H

#include <stddef.h>

#include "collect/target.h"
#include "model/plan.h"
#include "model/run.h"

/*
 * How long a run still takes.  The rounds until a test is steady cannot be
 * known, so there is an earliest and a latest end.  What a fill takes is known
 * once one has been done; what a purge takes never is, and it is left out.
 */
struct left {
	double least_s, most_s;		/* without the fills */
	double fill_bytes;
};

/* left_stages() is what the stages of the plan from index 'first' on take. */
struct left left_stages(const struct plan *plan, size_t first,
    const struct target *target);

/* left_now() is what a run that is going on takes from 'now_ns' of its time
 * on. */
struct left left_now(const struct plan *plan, const struct run *run,
    const struct target *target, uint64_t now_ns);

/* left_fill_rate() is how many bytes a second the last fill that is done wrote,
 * or the one that is under way at 'now_ns' has written, if that is not 0;
 * 0: neither is known. */
double left_fill_rate(const struct run *run, uint64_t now_ns);

/* Room for what left_format() writes. */
#define LEFT_TEXT 60

/* left_format() writes "left 1:20:00 to 5:00:00", and that fills come to that
 * if their rate is not known, into buffer[LEFT_TEXT].  Returns 'buffer'. */
char *left_format(char *buffer, const struct left *left,
    double fill_bytes_per_s);

#endif
