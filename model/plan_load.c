/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/sha256.h"
#include "model/plan_fields.h"
#include "model/xmlread.h"
#include "model/xmltext.h"

static const struct xmlread_kind plan_document = {
	.root = "plan",
	.ns = PLAN_NS,
	.grammar = "schema/plan.rng",
	.max_bytes = (size_t)1 << 20,
};

/* The attributes of a loop, as text: what values mean depends on factor. */
struct loop_text {
	const char *factor, *values;
};

static const struct xmlfield loop_fields[] = {
	XMLFIELD("factor", FIELD_TEXT, struct loop_text, factor,
	    .required = true),
	XMLFIELD("values", FIELD_TEXT, struct loop_text, values,
	    .required = true),
	{.name = NULL}
};

static enum factor
read_loop_factor(struct xmlread *x, xmlNode *node, const char *name)
{
	enum factor f = name == NULL ? NFACTORS : factor_find(name);

	if (name != NULL && f == NFACTORS)
		xmlread_mistake(x, xmlread_attribute_line(node, "factor"),
		    "<loop> factor=\"%.80s\": one of %s is expected", name,
		    factor_names(xmlread_arena(x)));
	return f;
}

static void
read_loop_values(struct xmlread *x, xmlNode *node, const char *values,
    struct plan_loop *loop)
{
	struct arena *a = xmlread_arena(x);
	int line = xmlread_attribute_line(node, "values");

	for (values += strspn(values, " "); *values != '\0';
	    values += strspn(values, " ")) {
		size_t length = strcspn(values, " ");
		const char *value = arena_strndup(a, values, length);
		const char *why;

		values += length;
		if (loop->nvalues == PLAN_MOST_VALUES) {
			xmlread_mistake(x, line, "the loop over %s has more "
			    "than %d values; fewer are expected",
			    factor_name(loop->factor), PLAN_MOST_VALUES);
			return;
		}
		loop->values = arena_grow(a, loop->values, loop->nvalues,
		    sizeof(loop->values[0]));
		int64_t *last = &loop->values[loop->nvalues++];
		if (factor_parse(loop->factor, value, last, &why) == -1) {
			xmlread_mistake(x, line, "<loop> values: %.80s: %s",
			    value, why);
			*last = XMLFACTOR_UNREADABLE;
		}
	}
}

static void
read_loop_into(struct xmlread *x, xmlNode *node, struct plan_loop **loops,
    size_t *nloops)
{
	struct arena *a = xmlread_arena(x);
	struct loop_text text = {NULL, NULL};

	*loops = arena_grow(a, *loops, *nloops, sizeof(**loops));
	struct plan_loop *loop = &(*loops)[(*nloops)++];
	loop->line = xmlread_line(node);
	xmlread_attributes(x, node, loop_fields, &text, NULL);
	xmlread_children(x, node, NULL, NULL);
	loop->factor = read_loop_factor(x, node, text.factor);
	if (loop->factor == NFACTORS)
		return;
	if (xmlHasProp(node->parent,
	    BAD_CAST factor_name(loop->factor)) != NULL)
		xmlread_mistake(x, loop->line, "<%s> has %s too; either the "
		    "attribute or the loop is expected", node->parent->name,
		    factor_name(loop->factor));
	if (text.values != NULL) {
		read_loop_values(x, node, text.values, loop);
	} else {
		/* Its absence has been told: not empty too. */
		loop->values = arena_array(a, 1, sizeof(loop->values[0]));
		loop->values[0] = XMLFACTOR_UNREADABLE;
		loop->nvalues = 1;
	}
}

static void
read_test_loop(struct xmlread *x, xmlNode *node, void *context)
{
	struct plan_stage *stage = context;

	read_loop_into(x, node, &stage->loops, &stage->nloops);
}

static void
read_phase_loop(struct xmlread *x, xmlNode *node, void *context)
{
	struct plan_phase *phase = context;

	read_loop_into(x, node, &phase->loops, &phase->nloops);
}

static void
read_phase(struct xmlread *x, xmlNode *node, void *context)
{
	static const struct xmlread_child children[] = {
		{.name = "loop", .read = read_phase_loop},
		{.name = NULL}
	};
	struct plan_stage *stage = context;

	stage->phases = arena_grow(xmlread_arena(x), stage->phases,
	    stage->nphases, sizeof(stage->phases[0]));
	struct plan_phase *phase = &stage->phases[stage->nphases++];
	phase->line = xmlread_line(node);
	phase->repeat = 1;
	phase->at = factor_defaults();
	struct xmlfactors factors = {
		XMLFACTORS_ALL, &phase->at, &phase->given
	};
	xmlread_attributes(x, node, plan_phase_fields, phase, &factors);
	xmlread_children(x, node, children, phase);
	if (phase->title == NULL)
		phase->title = phase->id;
}

static void
read_choice(struct xmlread *x, xmlNode *node, void *context)
{
	struct plan_choice *choice = &((struct plan_stage *)context)->choice;

	choice->line = xmlread_line(node);
	choice->at = factor_defaults();
	struct xmlfactors factors = {
		XMLFACTORS_ALL, &choice->at, &choice->fixed
	};
	xmlread_attributes(x, node, plan_choice_fields, choice, &factors);
	xmlread_children(x, node, NULL, NULL);
}

static void
read_track(struct xmlread *x, xmlNode *node, void *context)
{
	struct plan_steady *steady = context;

	steady->tracks = arena_grow(xmlread_arena(x), steady->tracks,
	    steady->ntracks, sizeof(steady->tracks[0]));
	struct plan_track *track = &steady->tracks[steady->ntracks++];
	track->line = xmlread_line(node);
	track->at = factor_defaults();
	struct xmlfactors factors = {
		XMLFACTORS_ALL, &track->at, &track->fixed
	};
	xmlread_attributes(x, node, plan_track_fields, track, &factors);
	xmlread_children(x, node, NULL, NULL);
}

static void
read_steady(struct xmlread *x, xmlNode *node, void *context)
{
	static const struct xmlread_child children[] = {
		{.name = "track", .read = read_track, .required = true},
		{.name = NULL}
	};
	struct plan_stage *stage = context;

	stage->steady.line = xmlread_line(node);
	xmlread_attributes(x, node, plan_steady_fields, &stage->steady, NULL);
	if (stage->steady.sample == 0)
		stage->steady.sample = stage->steady.every;
	xmlread_children(x, node, children, &stage->steady);
}

/* A plan on its way in, and how many include one another above it. */
struct loading {
	struct plan *plan;
	unsigned depth;
};

static struct plan_stage *
add_stage(struct xmlread *x, xmlNode *node, void *context,
    enum stage_kind kind)
{
	struct plan *plan = ((struct loading *)context)->plan;

	plan->stages = arena_grow(xmlread_arena(x), plan->stages,
	    plan->nstages, sizeof(plan->stages[0]));
	struct plan_stage *stage = &plan->stages[plan->nstages++];
	stage->kind = kind;
	stage->number = (unsigned)plan->nstages;
	stage->line = xmlread_line(node);
	stage->base = factor_defaults();
	return stage;
}

/* A test is called by its id, the others by what they are. */
static void
fill_in_names(struct plan_stage *stage)
{
	static const char *const titles[] = {
		[STAGE_PURGE] = "Purge",
		[STAGE_FILL] = "Fill",
		[STAGE_IDLE] = "Idle",
		[STAGE_PROVISION] = "Provision",
	};

	if (stage->id == NULL && stage->kind != STAGE_TEST)
		stage->id = plan_kind_name(stage->kind);
	if (stage->title == NULL)
		stage->title = stage->kind == STAGE_TEST ? stage->id :
		    titles[stage->kind];
}

/* A stage that is no more than its attributes. */
static void
read_plain(struct xmlread *x, xmlNode *node, void *context,
    enum stage_kind kind, const struct xmlfield *fields)
{
	struct plan_stage *stage = add_stage(x, node, context, kind);

	xmlread_attributes(x, node, fields, stage, NULL);
	xmlread_children(x, node, NULL, NULL);
	fill_in_names(stage);
}

static void
read_purge(struct xmlread *x, xmlNode *node, void *context)
{
	read_plain(x, node, context, STAGE_PURGE, plan_purge_fields);
}

static void
read_provision(struct xmlread *x, xmlNode *node, void *context)
{
	read_plain(x, node, context, STAGE_PROVISION, plan_provision_fields);
}

static void
read_idle(struct xmlread *x, xmlNode *node, void *context)
{
	read_plain(x, node, context, STAGE_IDLE, plan_idle_fields);
}

static void
read_fill(struct xmlread *x, xmlNode *node, void *context)
{
	struct plan_stage *stage = add_stage(x, node, context, STAGE_FILL);
	struct xmlfactors factors = {PLAN_FILL_FACTORS, &stage->base, NULL};

	stage->base.value[FACTOR_MIX] = 0;
	stage->base.value[FACTOR_PATTERN] = PATTERN_SEQUENTIAL;
	stage->base.value[FACTOR_BLOCK] = 128 * 1024;
	stage->base.value[FACTOR_DEPTH] = 32;
	xmlread_attributes(x, node, plan_fill_fields, stage, &factors);
	xmlread_children(x, node, NULL, NULL);
	if (xmlHasProp(node, BAD_CAST "passes") != NULL &&
	    xmlHasProp(node, BAD_CAST "amount") != NULL)
		xmlread_mistake(x, stage->line, "<fill> has passes and amount; "
		    "one of them is expected");
	plan_complete_fill(stage);
	fill_in_names(stage);
}

static void
read_test(struct xmlread *x, xmlNode *node, void *context)
{
	static const struct xmlread_child children[] = {
		{.name = "choose", .read = read_choice, .once = true},
		{.name = "loop", .read = read_test_loop},
		{.name = "phase", .read = read_phase},
		{.name = "steady", .read = read_steady, .once = true},
		{.name = NULL}
	};
	struct plan_stage *stage = add_stage(x, node, context, STAGE_TEST);
	struct xmlfactors factors = {XMLFACTORS_ALL, &stage->base, NULL};

	xmlread_attributes(x, node, plan_test_fields, stage, &factors);
	xmlread_children(x, node, children, stage);
	fill_in_names(stage);
}

/* ----------------------------------------------------------------- include */

/* What <include> says. */
struct include {
	const char *plan, *set;
};

static const struct xmlfield include_fields[] = {
	XMLFIELD("plan", FIELD_NAME, struct include, plan, .required = true),
	XMLFIELD("set", FIELD_TEXT, struct include, set),
	{.name = NULL}
};

static struct plan *load_depth(struct arena *a, const char *path,
    unsigned depth);

static bool
apply_settings(struct xmlread *x, xmlNode *node, struct plan *plan,
    const char *settings)
{
	struct arena *a = xmlread_arena(x);

	for (settings += strspn(settings, " "); *settings != '\0';
	    settings += strspn(settings, " ")) {
		size_t length = strcspn(settings, " ");
		const char *setting = arena_strndup(a, settings, length);

		settings += length;
		if (plan_set(a, plan, setting) == -1) {
			xmlread_mistake(x, xmlread_attribute_line(node, "set"),
			    "<include> set: %.80s: a setting of plan %s is "
			    "expected", setting, plan->name);
			return false;
		}
	}
	return true;
}

/* What is told of an included stage is told where it is included. */
static void
take_stages(struct xmlread *x, xmlNode *node, struct plan *plan,
    const struct plan *included)
{
	for (size_t i = 0; i < included->nstages; i++) {
		plan->stages = arena_grow(xmlread_arena(x), plan->stages,
		    plan->nstages, sizeof(plan->stages[0]));
		struct plan_stage *stage = &plan->stages[plan->nstages++];
		*stage = included->stages[i];
		stage->number = (unsigned)plan->nstages;
		stage->line = xmlread_line(node);
	}
}

static void
read_include(struct xmlread *x, xmlNode *node, void *context)
{
	struct loading *loading = context;
	struct arena *a = xmlread_arena(x);
	struct include include = {NULL, NULL};
	struct plan *included;

	xmlread_attributes(x, node, include_fields, &include, NULL);
	xmlread_children(x, node, NULL, NULL);
	if (include.plan == NULL)
		return;
	const char *path = file_data_path(a, arena_printf(a, "plans/%s.xml",
	    include.plan));
	if (loading->depth == PLAN_MOST_DEPTH) {
		xmlread_mistake(x, xmlread_line(node), "plans include one "
		    "another more than %d deep", PLAN_MOST_DEPTH);
		return;
	}
	included = file_exists(path) ?
	    load_depth(a, path, loading->depth + 1) : NULL;
	if (included == NULL) {
		xmlread_mistake(x, xmlread_attribute_line(node, "plan"),
		    "<include> plan=\"%s\": the name of a plan that comes "
		    "with the program, without mistakes, is expected",
		    include.plan);
		return;
	}
	if (include.set != NULL &&
	    !apply_settings(x, node, included, include.set))
		return;
	unsigned mistakes = plan_check(included, NULL);
	if (mistakes > 0)
		xmlread_add_mistakes(x, mistakes);
	else
		take_stages(x, node, loading->plan, included);
}

/* -------------------------------------------------------------------- plan */

static struct plan *
load_depth(struct arena *a, const char *path, unsigned depth)
{
	static const struct xmlread_child children[] = {
		{.name = "purge", .read = read_purge},
		{.name = "provision", .read = read_provision},
		{.name = "fill", .read = read_fill},
		{.name = "test", .read = read_test},
		{.name = "idle", .read = read_idle},
		{.name = "include", .read = read_include},
		{.name = NULL}
	};
	struct xmlread *x = xmlread_open(a, path, &plan_document);

	if (x == NULL)
		return NULL;
	struct plan *plan = arena_alloc(a, sizeof(*plan));
	struct loading loading = {plan, depth};
	xmlNode *root = xmlread_root(x);
	xmlread_attributes(x, root, plan_fields, plan, NULL);
	xmlread_children(x, root, children, &loading);
	if (plan->title == NULL)
		plan->title = plan->name;
	if (xmlFirstElementChild(root) == NULL)
		xmlread_mistake(x, xmlread_line(root), "<plan> has no stage; "
		    "<purge>, <provision>, <fill>, <test>, <idle> or "
		    "<include> is expected");
	xmlread_add_mistakes(x, plan_check(plan, path));
	return xmlread_close(x) == 0 ? plan : NULL;
}

struct plan *
plan_load(struct arena *a, const char *path)
{
	return load_depth(a, path, 0);
}

const char *
plan_sha256(struct arena *a, const char *path)
{
	uint8_t hash[SHA256_BYTES];
	size_t length;
	const char *text = file_read(a, path, (size_t)1 << 24, &length);
	const char *hex = "";

	if (text == NULL)
		return NULL;
	sha256(text, length, hash);
	for (size_t i = 0; i < sizeof(hash); i++)
		hex = arena_printf(a, "%s%02x", hex, hash[i]);
	return hex;
}
