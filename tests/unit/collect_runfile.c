/* SPDX-License-Identifier: BSD-2-Clause */
/* Steps that come fast are saved together, so that a long run.xml is not
 * written over and over; what is settled is saved, and the end saves all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "collect/runfile.h"

#define NSTEPS 4000

static int failures;

static void
check(bool good, const char *what)
{
	if (good)
		return;
	printf("%s\n", what);
	failures++;
}

/* How many steps the saved run has; and in which state its stage is. */
static size_t
saved_steps(const char *dir, enum run_status *status_out)
{
	struct arena *a = arena_new();
	const struct run *run = run_load(a, dir);
	size_t n = run == NULL ? 0 : run->stages[0].nsteps;

	*status_out = run == NULL ? RUN_PENDING : run->stages[0].status;
	arena_free(a);
	return n;
}

/* Bytes that this process has written so far. */
static unsigned long long
written(void)
{
	FILE *f = fopen("/proc/self/io", "re");
	unsigned long long bytes = 0;
	char line[128];

	while (f != NULL && fgets(line, sizeof(line), f) != NULL)
		if (sscanf(line, "wchar: %llu", &bytes) == 1)
			break;
	if (f != NULL)
		fclose(f);
	return bytes;
}

int
main(void)
{
	char dir[] = "/tmp/plateau-runfile.XXXXXX";
	static struct run_step steps[NSTEPS];
	struct run_stage stage = {
		.number = 1, .kind = "test", .id = "t", .steps = steps,
		.status = RUN_RUNNING,
	};
	struct run run = {
		.tool = "plateau", .plan = "p", .engine = "aio",
		.uuid = "00000000-0000-4000-8000-000000000000",
		.status = RUN_RUNNING, .stages = &stage, .nstages = 1,
	};
	const struct timespec pause = {.tv_nsec = 200000};
	enum run_status status;
	size_t length;

	if (mkdtemp(dir) == NULL)
		return 1;

	struct runfile *r = runfile_open(dir, &run);

	if (r == NULL)
		return 1;

	unsigned long long before = written();

	for (unsigned i = 0; i < NSTEPS; i++) {
		steps[i] = (struct run_step){
			.number = i + 1, .round = i + 1, .status = RUN_DONE,
			.factors = factor_defaults(),
		};
		stage.nsteps = i + 1;
		runfile_changed(r, false);
		nanosleep(&pause, NULL);
	}

	unsigned long long during = written() - before;

	runfile_settle(r);
	check(saved_steps(dir, &status) == NSTEPS, "not settled");
	stage.status = RUN_DONE;
	check(runfile_close(r) == 0, "the end failed");
	check(saved_steps(dir, &status) == NSTEPS && status == RUN_DONE,
	    "the end was not saved");

	struct arena *a = arena_new();
	const char *path = arena_printf(a, "%s/run.xml", dir);

	check(file_read(a, path, (size_t)1 << 24, &length) != NULL, "run.xml");
	/* A save takes a twentieth of the time: of this second, less than 200
	 * of half the length each. */
	if (before > 0 && during > 100 * (unsigned long long)length) {
		printf("%llu bytes were written for a run.xml of %zu\n",
		    during, length);
		failures++;
	}
	unlink(path);
	rmdir(dir);
	arena_free(a);
	return failures > 0;
}
