/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever bytes are in a plan's file: it is refused, or what it says can be
 * walked through, saved, and loads as a plan again. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "model/plan.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char path[64];
static int fd = -1;

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	/* Our messages go nowhere; those of the fuzzer are kept. */
	static char quiet[] = "-close_fd_mask=2";
	char **arguments = calloc((size_t)*argc + 2, sizeof(*arguments));

	fd = memfd_create("plan", 0);
	if (fd == -1 || arguments == NULL)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	memcpy(arguments, *argv, (size_t)*argc * sizeof(*arguments));
	arguments[(*argc)++] = quiet;
	*argv = arguments;
	return 0;
}

static void
walk(struct arena *a, struct plan *plan)
{
	char saved[] = "/tmp/fuzz-plan-XXXXXX";

	for (size_t i = 0; i < plan->nstages; i++) {
		const struct plan_stage *stage = &plan->stages[i];

		plan_step(stage, 0);
		plan_step(stage, plan_steps(stage) - 1);
		plan_round_ns(stage);
		plan_least_ns(stage);
		plan_is_timed(stage);
		plan_judged_rounds(stage);
	}
	plan_writes(plan);
	plan_most(plan, FACTOR_BLOCK);
	plan_scale(plan, 3);
	int out = mkstemp(saved);
	if (out == -1)
		abort();
	close(out);
	if (plan_save(plan, saved) == -1 || plan_load(a, saved) == NULL)
		abort();
	unlink(saved);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *a = arena_new();

	if (ftruncate(fd, 0) == -1 ||
	    pwrite(fd, data, size, 0) != (ssize_t)size)
		abort();
	struct plan *plan = plan_load(a, path);
	if (plan != NULL)
		walk(a, plan);
	arena_free(a);
	return 0;
}
