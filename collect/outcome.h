/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_OUTCOME_H
#define PLATEAU_COLLECT_OUTCOME_H

/* How a verb ended: its exit status.  The larger of two is the one to tell. */
enum outcome {
	OUTCOME_DONE = 0,
	OUTCOME_FAILED = 1,		/* the system or the drive said no */
	OUTCOME_USAGE = 2,		/* wrong usage or input, or refused */
	OUTCOME_UNMET = 3,		/* --strict: done, but not as asked */
	OUTCOME_INTERRUPTED = 130
};

#endif
