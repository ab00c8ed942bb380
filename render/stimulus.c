/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/stimulus.h"

#define MOST_PHASES_NAMED 3
#define MOST_PAUSES 12

/* The loop over 'f' of a stage, or NULL; its depth from the outside. */
static const struct plan_loop *
find_loop(const struct plan_stage *stage, enum factor f, size_t *level_out)
{
	for (size_t i = 0; i < stage->nloops; i++) {
		if (stage->loops[i].factor != f)
			continue;
		if (level_out != NULL)
			*level_out = i;
		return &stage->loops[i];
	}
	return NULL;
}

/* The least (or greatest) value of a factor in the steps of a round. */
static int64_t
extreme(const struct plan_stage *stage, enum factor f, bool greatest)
{
	int64_t found = stage->base.value[f];
	size_t count = stage->kind == STAGE_TEST ? plan_steps(stage) : 0;

	for (size_t i = 0; i < count; i++) {
		int64_t value = plan_step_factors(stage, i).value[f];

		if (i == 0 || (greatest ? value > found : value < found))
			found = value;
	}
	return found;
}

/* The values of a factor in the results of a test, for one that takes its point
 * from another test: its plan does not know them. */
static bool
measured_extent(const struct scope *s, const struct plan_stage *stage,
    enum factor f, int64_t *least_out, int64_t *most_out)
{
	const struct table *t = s->in->points;
	bool found = false;

	for (size_t row = 0; stage->choice.test != NULL && row < t->nrows;
	    row++) {
		const char *text = table_text(t, row, factor_column(f)), *why;
		int64_t value;

		if (strcmp(table_text(t, row, "test"), stage->id) != 0 ||
		    factor_parse_cell(f, text, &value, &why) == -1)
			continue;
		if (!found || value < *least_out)
			*least_out = value;
		if (!found || value > *most_out)
			*most_out = value;
		found = true;
	}
	return found;
}

/* "32", or "1-32" for several values. */
static const char *
values_words(const struct scope *s, enum factor f, int64_t least, int64_t most)
{
	if (least == most)
		return scope_factor(s, f, least);
	return arena_printf(s->arena, "%s\u2013%s", scope_factor(s, f, least),
	    scope_factor(s, f, most));
}

static const char *
extent(const struct scope *s, const struct plan_stage *stage, enum factor f)
{
	int64_t least = extreme(stage, f, false);
	int64_t most = extreme(stage, f, true);

	if (f == FACTOR_THREADS || f == FACTOR_DEPTH)
		measured_extent(s, stage, f, &least, &most);

	return values_words(s, f, least, most);
}

/* "Outer loop", "Inner loop", or the constant. */
static const char *
loop_words(const struct scope *s, enum factor f)
{
	size_t level;

	if (find_loop(s->stage, f, &level) == NULL)
		return extent(s, s->stage, f);
	if (s->stage->nloops == 1)
		return lang_text(s->lang, "loop.only");
	if (level == 0)
		return lang_text(s->lang, "loop.outer");
	return lang_text(s->lang, level + 1 == s->stage->nloops ?
	    "loop.inner" : "loop.middle");
}

const char *
stimulus_threads_depth(const struct scope *s, const struct plan_stage *stage)
{
	return arena_printf(s->arena, "TC\u00a0%s/QD\u00a0%s",
	    extent(s, stage, FACTOR_THREADS), extent(s, stage, FACTOR_DEPTH));
}

bool
stimulus_loops(const struct plan_stage *stage, enum factor f)
{
	return find_loop(stage, f, NULL) != NULL;
}

/* ------------------------------------------------------------------- phases */

/* The least and greatest value of a factor in the steps of a phase. */
static void
phase_extent(const struct plan_stage *stage, const struct plan_phase *phase,
    enum factor f, int64_t *least_out, int64_t *most_out)
{
	size_t count = plan_steps(stage);
	bool found = false;

	for (size_t i = 0; i < count; i++) {
		struct plan_step step = plan_step(stage, i);
		int64_t value = step.factors.value[f];

		if (step.phase != phase)
			continue;
		if (!found || value < *least_out)
			*least_out = value;
		if (!found || value > *most_out)
			*most_out = value;
		found = true;
	}
}

static const char *
phase_factor(const struct scope *s, const struct plan_phase *phase,
    enum factor f)
{
	int64_t least = s->stage->base.value[f], most = least;

	phase_extent(s->stage, phase, f, &least, &most);
	if (f == FACTOR_THREADS || f == FACTOR_DEPTH)
		measured_extent(s, s->stage, f, &least, &most);
	return values_words(s, f, least, most);
}

static const char *
phase_words(const struct scope *s, const struct plan_phase *phase)
{
	return arena_printf(s->arena, "%s %s, R/W\u00a0%s",
	    phase_factor(s, phase, FACTOR_PATTERN),
	    phase_factor(s, phase, FACTOR_BLOCK),
	    phase_factor(s, phase, FACTOR_MIX));
}

static uint64_t
phase_ns(const struct plan_stage *stage, const struct plan_phase *phase)
{
	return phase->duration_ns > 0 ? phase->duration_ns :
	    stage->duration_ns;
}

static const char *
phase_value(const struct scope *s, const struct plan_phase *phase,
    const char *name)
{
	if (*name == '\0')
		return phase_words(s, phase);
	if (strcmp(name, ".title") == 0)
		return scope_phase_title(s, phase);
	if (strcmp(name, ".threads_depth") == 0)
		return arena_printf(s->arena, "TC\u00a0%s/QD\u00a0%s",
		    phase_factor(s, phase, FACTOR_THREADS),
		    phase_factor(s, phase, FACTOR_DEPTH));
	if (strcmp(name, ".duration") == 0)
		return lang_duration(s->arena, s->lang,
		    phase_ns(s->stage, phase));
	if (strcmp(name, ".repeat") == 0)
		return lang_whole(s->arena, s->lang, phase->repeat);
	return "";
}

const char *
stimulus_phase(const struct scope *s, const char *name)
{
	char *rest;
	unsigned long number = strtoul(name, &rest, 10);

	if (rest == name || number == 0)
		return "";
	if (number > s->stage->nphases)
		return NULL;
	return phase_value(s, &s->stage->phases[number - 1], rest);
}

/* "5, 10, 15, 25, 50 s": the pauses between the steps of a round, each once;
 * NULL if there are none. */
static const char *
pauses(const struct scope *s, const struct plan_stage *stage)
{
	const char *words = NULL;
	int64_t seen[MOST_PAUSES];
	size_t nseen = 0, count = plan_steps(stage);

	for (size_t i = 0; i < count && nseen < MOST_PAUSES; i++) {
		int64_t pause = plan_step(stage, i).factors.
		    value[FACTOR_PAUSE];
		size_t k = 0;

		while (k < nseen && seen[k] != pause)
			k++;
		if (k < nseen || pause <= 0)
			continue;
		seen[nseen++] = pause;
		const char *one = lang_duration(s->arena, s->lang,
		    (uint64_t)pause);
		words = words == NULL ? one : arena_printf(s->arena, "%s, %s",
		    words, one);
	}
	return words;
}

/* "SEQ 1024 KiB, R/W 0/100, TC 1/QD 32". */
static const char *
stage_words(const struct scope *s)
{
	return arena_printf(s->arena, "%s %s, R/W\u00a0%s, %s",
	    extent(s, s->stage, FACTOR_PATTERN),
	    extent(s, s->stage, FACTOR_BLOCK),
	    extent(s, s->stage, FACTOR_MIX),
	    stimulus_threads_depth(s, s->stage));
}

/* All that a round of a test does. */
static const char *
stimulus_words(const struct scope *s)
{
	const struct plan_stage *stage = s->stage;
	const char *words = "", *idle = pauses(s, stage);

	if (idle != NULL)
		return lang_fill(s->arena, s->lang, "stimulus.pauses",
		    "stimulus", stage_words(s), "pauses", idle, NULL);
	if (stage->nphases == 0 || stage->nphases > MOST_PHASES_NAMED)
		return stage_words(s);
	for (size_t i = 0; i < stage->nphases; i++) {
		const struct plan_phase *p = &stage->phases[i];

		words = arena_printf(s->arena, "%s%s%s", words,
		    i == 0 ? "" : "; ", lang_fill(s->arena, s->lang,
		    "stimulus.phase", "title", phase_value(s, p, ".title"),
		    "stimulus", phase_words(s, p), "queue",
		    phase_value(s, p, ".threads_depth"), "time",
		    phase_value(s, p, ".duration"), NULL));
	}
	return words;
}

/* -------------------------------------------------------- values of a stage */

const char *
stimulus_value(const struct scope *s, const char *name)
{
	const struct plan_stage *p = s->stage;
	struct arena *a = s->arena;

	if (strcmp(name, "pattern") == 0)
		return extent(s, p, FACTOR_PATTERN);
	if (strcmp(name, "region") == 0)
		return extent(s, p, FACTOR_REGION);
	if (strcmp(name, "data") == 0)
		return lang_fill(a, s->lang, "data.random", "percent",
		    extent(s, p, FACTOR_COMPRESSIBLE), NULL);
	if (strcmp(name, "threads_depth") == 0)
		return stimulus_threads_depth(s, p);
	if (strcmp(name, "duration") == 0)
		return lang_duration(a, s->lang, p->duration_ns);
	if (strcmp(name, "mix_loop") == 0)
		return loop_words(s, FACTOR_MIX);
	if (strcmp(name, "block_loop") == 0)
		return loop_words(s, FACTOR_BLOCK);
	if (strcmp(name, "lowest_mix") == 0)
		return scope_factor(s, FACTOR_MIX,
		    extreme(p, FACTOR_MIX, false));
	if (strcmp(name, "highest_mix") == 0)
		return scope_factor(s, FACTOR_MIX,
		    extreme(p, FACTOR_MIX, true));
	if (strcmp(name, "block") == 0)
		return extent(s, p, FACTOR_BLOCK);
	if (strcmp(name, "mix") == 0)
		return extent(s, p, FACTOR_MIX);
	if (strcmp(name, "stimulus") == 0)
		return stimulus_words(s);
	if (strcmp(name, "loops") == 0)
		return p->nloops > 0 ? lang_text(s->lang, "yes") : NULL;
	if (strcmp(name, "queues") == 0)
		return stimulus_loops(p, FACTOR_THREADS) ||
		    stimulus_loops(p, FACTOR_DEPTH) ?
		    stimulus_threads_depth(s, p) : NULL;
	if (strcmp(name, "pauses") == 0)
		return pauses(s, p);
	if (strcmp(name, "prepared") == 0)
		return stimulus_follows(s) != NULL ? "follows" :
		    p->steady.window > 0 && p->steady.every == 0 ? "loop" :
		    "none";
	if (strcmp(name, "passes") == 0)
		return lang_number(a, s->lang, p->passes,
		    p->passes == floor(p->passes) ? 0 : 3);
	if (strcmp(name, "most_rounds") == 0)
		return lang_whole(a, s->lang, p->rounds);
	return "";
}

/* Whether a stage follows a test without a purge, fill or pause. */
static bool
follows(const struct scope *s, const struct plan_stage *stage)
{
	return stage != s->in->plan->stages && stage[-1].kind == STAGE_TEST;
}

const char *
stimulus_follows(const struct scope *s)
{
	if (s->stage == NULL || !follows(s, s->stage))
		return NULL;
	return scope_title(s, s->stage[-1].title, s->stage[-1].id);
}

/* "Pre-conditioning (rounds 9-13)". */
static const char *
link_words(const struct scope *s, const struct plan_stage *stage)
{
	const struct result_test *t = scope_result(s, stage);
	const char *title = scope_title(s, stage->title, stage->id);

	if (t == NULL || !t->steady_asked)
		return title;
	struct scope one = *s;
	one.stage = stage;
	one.test = t;
	return lang_fill(s->arena, s->lang, "chain.steady", "title", title,
	    "steady", scope_expand(&one, "{test.steady}"), NULL);
}

const char *
stimulus_chain(const struct scope *s)
{
	const char *chain = NULL;

	if (s->stage == NULL)
		return NULL;
	for (const struct plan_stage *p = s->stage; follows(s, p); p--) {
		const char *one = link_words(s, &p[-1]);

		chain = chain == NULL ? one : arena_printf(s->arena,
		    "%s, %s", one, chain);
	}
	return chain;
}
