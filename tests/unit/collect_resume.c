/* SPDX-License-Identifier: BSD-2-Clause */
/* A run goes on with the stage that was not done: a test of rounds, and one that
 * takes a point of another, by itself, others from their purge or fill. */
#include <stdio.h>
#include <string.h>

#include "collect/resume.h"

/* Stages by a letter each: v provision, p purge, f fill, i idle, t a test of one
 * round, r one of rounds, s one to steady state, c one of rounds that takes a point of the first test,
 * d one of one round that does. */
static const struct {
	const char *stages;
	unsigned ndone;
	size_t first;
} cases[] = {
	{"pfr", 0, 0},
	{"pfr", 1, 0},		/* the fill, with its purge */
	{"pfr", 2, 2},		/* rounds steer the drive themselves */
	{"pfr", 3, 3},		/* nothing is left */
	{"pft", 2, 0},		/* one round does not */
	{"pfst", 3, 2},		/* but a new window of rounds before it */
	{"pfrt", 3, 0},		/* which only a steady state has */
	{"ptit", 3, 0},		/* idle time changes the drive */
	{"vpft", 3, 0},		/* to limit a drive twice is as good as once */
	{"vpfr", 3, 3},
	{"r", 0, 0},
	{"t", 0, 0},		/* nothing comes before it */
	{"tt", 1, 1},
	{"pfrpfr", 5, 5},
	{"pfrpfr", 4, 3},
	{"pfrpft", 5, 3},	/* not back to the first purge */
	{"pfrc", 3, 3},		/* what the first test found is in its log */
	{"pfrd", 3, 3},		/* also for one round */
	{"pftdt", 4, 0},
};

int
main(void)
{
	int failures = 0;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct plan_stage stages[8];
		struct run_stage done[8];
		const char *test = NULL;
		struct plan plan = {.stages = stages};
		struct run run = {.stages = done};

		memset(stages, 0, sizeof(stages));
		memset(done, 0, sizeof(done));
		for (const char *s = cases[i].stages; *s != '\0'; s++) {
			struct plan_stage *stage = &stages[plan.nstages];

			done[plan.nstages].status = plan.nstages <
			    cases[i].ndone ? RUN_DONE : RUN_PENDING;
			stage->id = s;
			stage->kind = *s == 'p' ? STAGE_PURGE : *s == 'f' ?
			    STAGE_FILL : *s == 'i' ? STAGE_IDLE :
			    *s == 'v' ? STAGE_PROVISION : STAGE_TEST;
			stage->rounds = strchr("rsc", *s) != NULL ? 25 : 1;
			stage->steady.window = *s == 's' ? 5 : 0;
			if (test == NULL && stage->kind == STAGE_TEST)
				test = s;
			if (*s == 'c' || *s == 'd') {
				stage->choice.line = 1;
				stage->choice.test = test;
			}
			run.nstages = ++plan.nstages;
		}

		size_t first = resume_first(&plan, &run);

		if (first != cases[i].first) {
			printf("%s, %u done: %zu, not %zu\n", cases[i].stages,
			    cases[i].ndone, first, cases[i].first);
			failures++;
		}
	}
	return failures > 0;
}
