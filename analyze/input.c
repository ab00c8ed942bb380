/* SPDX-License-Identifier: BSD-2-Clause */
#include "analyze/input.h"
#include "base/file.h"

const struct results *
load_results(struct arena *a, const char *dir)
{
	const struct run *run = NULL;

	if (file_exists(arena_printf(a, "%s/run.xml", dir))) {
		run = run_load(a, dir);
		if (run == NULL)
			return NULL;
	}
	return results_of_run(a, dir, run);
}
