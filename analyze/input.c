/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "analyze/input.h"
#include "analyze/options.h"
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

size_t
results_notes(struct arena *a, const struct results *r, const char *test,
    const char ***notes_out)
{
	const char **notes = arena_array(a, r->nchecks + 1, sizeof(notes[0]));
	size_t n = 0;

	if (results_is_simulated(r))
		notes[n++] = "SIMULATED: no drive was measured.";
	for (size_t i = 0; i < r->nchecks; i++) {
		const struct result_check *c = &r->checks[i];

		if (c->verdict == CHECK_FAIL && (test == NULL ||
		    c->test == NULL || strcmp(c->test, test) == 0))
			notes[n++] = arena_printf(a, "FAILED, %s: %s.",
			    c->name, c->text);
	}
	*notes_out = notes;
	return n;
}

int
verb_print(int argc, char **argv, void *request,
    int (*read)(int argc, char **argv, void *request),
    int (*print)(struct arena *a, const void *request))
{
	int result = read(argc, argv, request);
	struct arena *a;

	if (result != 0)
		return result == 1 ? OUTCOME_DONE : OUTCOME_INPUT;
	a = arena_new();
	result = print(a, request);
	arena_free(a);
	return result;
}
