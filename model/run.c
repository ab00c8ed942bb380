/* SPDX-License-Identifier: BSD-2-Clause */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "model/run.h"
#include "model/xmlread.h"
#include "model/xmltext.h"
#include "model/xmlwrite.h"

/* A step takes some 350 bytes, so this is room for three quarters of a million:
 * a test may have a million, the longest that there is has a few thousand. */
static const struct xmlread_kind run_document = {
	.root = "run",
	.ns = "urn:plateau:run:1",
	.grammar = "schema/run.rng",
	.max_bytes = (size_t)256 << 20,
};

/* A device has some dozens of facts; looking one up takes the time of all. */
#define MAX_FACTS 1000

static const char *const statuses[] = {
	[RUN_PENDING] = "pending",
	[RUN_RUNNING] = "running",
	[RUN_DONE] = "done",
	[RUN_INTERRUPTED] = "interrupted",
	[RUN_FAILED] = "failed",
	[RUN_SKIPPED] = "skipped",
	NULL
};

static const char *const kinds[] = {"purge", "fill", "test", "idle",
	"provision", NULL};

static const struct xmlfield run_fields[] = {
	XMLFIELD("tool", FIELD_TEXT, struct run, tool, .fallback = "unknown"),
	XMLFIELD("uuid", FIELD_TEXT, struct run, uuid, .required = true),
	XMLFIELD("status", FIELD_CHOICE, struct run, status,
	    .words = statuses, .required = true),
	XMLFIELD("plan", FIELD_NAME, struct run, plan, .required = true),
	XMLFIELD("title", FIELD_TEXT, struct run, title),
	XMLFIELD("specification", FIELD_TEXT, struct run, specification),
	XMLFIELD("engine", FIELD_TEXT, struct run, engine,
	    .fallback = "unknown"),
	XMLFIELD("simulated", FIELD_BOOL, struct run, simulated,
	    .required = true),
	XMLFIELD("seed", FIELD_WHOLE, struct run, seed),
	XMLFIELD("scale", FIELD_REAL, struct run, scale, .fallback = "1"),
	XMLFIELD("started", FIELD_UTC, struct run, started_ns),
	XMLFIELD("finished", FIELD_UTC, struct run, finished_ns),
	XMLFIELD("command", FIELD_TEXT, struct run, command),
	XMLFIELD("target", FIELD_TEXT, struct run, target),
	XMLFIELD("plan_sha256", FIELD_TEXT, struct run, plan_sha256),
	{.name = NULL}
};

static const struct xmlfield fact_fields[] = {
	XMLFIELD("name", FIELD_NAME, struct fact, name, .required = true),
	XMLFIELD("value", FIELD_TEXT, struct fact, value, .required = true),
	{.name = NULL}
};

static const struct xmlfield stage_fields[] = {
	XMLFIELD("number", FIELD_WHOLE32, struct run_stage, number,
	    .required = true, .least = 1),
	XMLFIELD("kind", FIELD_WORD, struct run_stage, kind, .words = kinds,
	    .required = true),
	XMLFIELD("id", FIELD_NAME, struct run_stage, id, .required = true),
	XMLFIELD("status", FIELD_CHOICE, struct run_stage, status,
	    .words = statuses, .required = true),
	XMLFIELD("log", FIELD_TEXT, struct run_stage, log),
	XMLFIELD("begin_ns", FIELD_WHOLE, struct run_stage, begin_ns),
	XMLFIELD("end_ns", FIELD_WHOLE, struct run_stage, end_ns),
	XMLFIELD("issued", FIELD_WHOLE, struct run_stage, issued),
	XMLFIELD("logged", FIELD_WHOLE, struct run_stage, logged),
	XMLFIELD("errors", FIELD_WHOLE, struct run_stage, errors),
	XMLFIELD("bytes_written", FIELD_WHOLE, struct run_stage,
	    bytes_written),
	XMLFIELD("bytes_read", FIELD_WHOLE, struct run_stage, bytes_read),
	XMLFIELD("capacity_before_bytes", FIELD_WHOLE, struct run_stage,
	    capacity_before_bytes, .sparse = true),
	XMLFIELD("capacity_after_bytes", FIELD_WHOLE, struct run_stage,
	    capacity_after_bytes, .sparse = true),
	XMLFIELD("steady_round", FIELD_WHOLE32, struct run_stage,
	    steady_round),
	XMLFIELD("note", FIELD_TEXT, struct run_stage, note),
	{.name = NULL}
};

static const struct xmlfield step_fields[] = {
	XMLFIELD("number", FIELD_WHOLE32, struct run_step, number,
	    .required = true, .least = 1),
	XMLFIELD("round", FIELD_WHOLE32, struct run_step, round,
	    .required = true, .least = 1),
	XMLFIELD("status", FIELD_CHOICE, struct run_step, status,
	    .words = statuses, .required = true),
	XMLFIELD("begin_ns", FIELD_WHOLE, struct run_step, begin_ns,
	    .required = true),
	XMLFIELD("end_ns", FIELD_WHOLE, struct run_step, end_ns,
	    .required = true),
	XMLFIELD("drain_ns", FIELD_WHOLE, struct run_step, drain_ns,
	    .required = true),
	XMLFIELD("issued", FIELD_WHOLE, struct run_step, issued,
	    .required = true),
	XMLFIELD("completed", FIELD_WHOLE, struct run_step, completed,
	    .required = true),
	XMLFIELD("errors", FIELD_WHOLE, struct run_step, errors,
	    .required = true),
	XMLFIELD("cpu_user_s", FIELD_REAL, struct run_step, cpu_user_s),
	XMLFIELD("cpu_sys_s", FIELD_REAL, struct run_step, cpu_sys_s),
	XMLFIELD("io_user_s", FIELD_REAL, struct run_step, io_user_s),
	XMLFIELD("io_sys_s", FIELD_REAL, struct run_step, io_sys_s),
	{.name = NULL}
};

static const struct xmlfield part_fields[] = {
	XMLFIELD("log", FIELD_TEXT, struct run_part, log, .required = true),
	XMLFIELD("last_step", FIELD_WHOLE32, struct run_part, last_step,
	    .required = true),
	XMLFIELD("logged", FIELD_WHOLE, struct run_part, logged,
	    .required = true),
	XMLFIELD("repeated", FIELD_WHOLE, struct run_part, repeated,
	    .required = true),
	{.name = NULL}
};

static const struct xmlfield gap_fields[] = {
	XMLFIELD("why", FIELD_NAME, struct run_gap, why, .required = true),
	XMLFIELD("step", FIELD_WHOLE32, struct run_gap, step),
	XMLFIELD("begin_ns", FIELD_WHOLE, struct run_gap, begin_ns),
	XMLFIELD("end_ns", FIELD_WHOLE, struct run_gap, end_ns),
	{.name = NULL}
};

const char *
run_status_name(enum run_status status)
{
	return statuses[status];
}

uint64_t
run_capacity(const struct run *run, unsigned number)
{
	const char *text = facts_get(&run->device, "capacity_bytes"), *why;
	uint64_t bytes = 0;

	if (text != NULL &&
	    units_parse_whole(text, 1, UINT64_MAX, &bytes, &why) == -1)
		bytes = 0;
	for (size_t i = 0; i < run->nstages; i++)
		if (run->stages[i].number < number &&
		    run->stages[i].capacity_after_bytes > 0)
			bytes = run->stages[i].capacity_after_bytes;
	return bytes;
}

/* ----------------------------------------------------------------- reading */

static bool
is_uuid(const char *text)
{
	static const char form[] = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

	if (strlen(text) != sizeof(form) - 1)
		return false;
	for (size_t i = 0; form[i] != '\0'; i++)
		if (form[i] == '-' ? text[i] != '-' :
		    strchr("0123456789abcdefABCDEF", text[i]) == NULL)
			return false;
	return true;
}

static void
read_fact(struct xmlread *x, xmlNode *node, void *context)
{
	struct facts *facts = context;
	struct fact fact = {NULL, NULL};
	int line = xmlread_line(node);

	xmlread_attributes(x, node, fact_fields, &fact, NULL);
	xmlread_children(x, node, NULL, NULL);
	if (fact.name == NULL || fact.value == NULL)
		return;
	if (facts_get(facts, fact.name) != NULL)
		xmlread_mistake(x, line, "a second fact %s; one is expected",
		    fact.name);
	else if (facts->count == MAX_FACTS)
		xmlread_mistake(x, line, "more than %d facts; fewer are "
		    "expected", MAX_FACTS);
	else
		facts_set(xmlread_arena(x), facts, fact.name, fact.value);
}

static void
read_facts(struct xmlread *x, xmlNode *node, struct facts *facts)
{
	static const struct xmlfield none[] = {{.name = NULL}};
	static const struct xmlread_child children[] = {
		{.name = "fact", .read = read_fact},
		{.name = NULL}
	};

	xmlread_attributes(x, node, none, NULL, NULL);
	xmlread_children(x, node, children, facts);
}

static void
read_device(struct xmlread *x, xmlNode *node, void *context)
{
	read_facts(x, node, &((struct run *)context)->device);
}

static void
read_host(struct xmlread *x, xmlNode *node, void *context)
{
	read_facts(x, node, &((struct run *)context)->host);
}

static void
read_conditions(struct xmlread *x, xmlNode *node, void *context)
{
	read_facts(x, node, &((struct run *)context)->conditions);
}

/* A step, and the element that tells of it. */
struct told {
	uint32_t number;
	size_t place;
	const xmlNode *node;
};

static int
compare_told(const void *a, const void *b)
{
	const struct told *one = a, *other = b;

	if (one->number != other->number)
		return one->number < other->number ? -1 : 1;
	return (one->place > other->place) - (one->place < other->place);
}

/* What is told twice of a step cannot both be true. */
static void
check_steps(struct xmlread *x, xmlNode *node, const struct run_stage *stage)
{
	struct told *told = arena_array(xmlread_arena(x), stage->nsteps + 1,
	    sizeof(told[0]));
	size_t n = 0;

	for (xmlNode *child = xmlFirstElementChild(node); child != NULL &&
	    n < stage->nsteps; child = xmlNextElementSibling(child)) {
		if (strcmp((const char *)child->name, "step") != 0)
			continue;
		told[n] = (struct told){stage->steps[n].number, n, child};
		n++;
	}
	qsort(told, n, sizeof(told[0]), compare_told);
	for (size_t i = 1; i < n; i++) {
		if (told[i].number == told[i - 1].number)
			xmlread_mistake(x, xmlread_line(told[i].node),
			    "<step> number=\"%" PRIu32 "\" is there twice; "
			    "each step once is expected", told[i].number);
	}
}

static void
read_step(struct xmlread *x, xmlNode *node, void *context)
{
	struct run_stage *stage = context;

	stage->steps = arena_grow(xmlread_arena(x), stage->steps,
	    stage->nsteps, sizeof(stage->steps[0]));
	struct run_step *step = &stage->steps[stage->nsteps++];
	step->factors = factor_defaults();
	struct xmlfactors factors = {XMLFACTORS_ALL, &step->factors, NULL};
	xmlread_attributes(x, node, step_fields, step, &factors);
	xmlread_children(x, node, NULL, NULL);
}

/* A log is a file of the run's folder: a run.xml from elsewhere must not make
 * a program open any other. */
static void
check_log(struct xmlread *x, xmlNode *node, const char *path)
{
	if (path == NULL || (path[0] != '/' && strstr(path, "..") == NULL))
		return;
	xmlread_mistake(x, xmlread_attribute_line(node, "log"),
	    "<%s> log=\"%.80s\": a file in the folder of the run is expected",
	    (const char *)node->name, path);
}

static void
read_part(struct xmlread *x, xmlNode *node, void *context)
{
	struct run_stage *stage = context;

	stage->parts = arena_grow(xmlread_arena(x), stage->parts,
	    stage->nparts, sizeof(stage->parts[0]));
	struct run_part *part = &stage->parts[stage->nparts++];
	xmlread_attributes(x, node, part_fields, part, NULL);
	xmlread_children(x, node, NULL, NULL);
	check_log(x, node, part->log);
}

static void
read_gap(struct xmlread *x, xmlNode *node, void *context)
{
	struct run_stage *stage = context;

	stage->gaps = arena_grow(xmlread_arena(x), stage->gaps, stage->ngaps,
	    sizeof(stage->gaps[0]));
	struct run_gap *gap = &stage->gaps[stage->ngaps++];
	xmlread_attributes(x, node, gap_fields, gap, NULL);
	xmlread_children(x, node, NULL, NULL);
}

static void
read_counters(struct xmlread *x, xmlNode *node, void *context)
{
	read_facts(x, node, &((struct run_stage *)context)->counters);
}

static void
read_stage(struct xmlread *x, xmlNode *node, void *context)
{
	static const struct xmlread_child children[] = {
		{.name = "counters", .read = read_counters, .once = true},
		{.name = "part", .read = read_part},
		{.name = "step", .read = read_step},
		{.name = "gap", .read = read_gap},
		{.name = NULL}
	};
	struct run *run = context;

	run->stages = arena_grow(xmlread_arena(x), run->stages, run->nstages,
	    sizeof(run->stages[0]));
	struct run_stage *stage = &run->stages[run->nstages++];
	xmlread_attributes(x, node, stage_fields, stage, NULL);
	xmlread_children(x, node, children, stage);
	check_steps(x, node, stage);
	check_log(x, node, stage->log);
}

struct run *
run_load(struct arena *a, const char *dir)
{
	static const struct xmlread_child children[] = {
		{.name = "device", .read = read_device, .once = true},
		{.name = "host", .read = read_host, .once = true},
		{.name = "conditions", .read = read_conditions, .once = true},
		{.name = "stage", .read = read_stage},
		{.name = NULL}
	};
	struct xmlread *x = xmlread_open(a, arena_printf(a, "%s/run.xml", dir),
	    &run_document);

	if (x == NULL)
		return NULL;
	struct run *run = arena_alloc(a, sizeof(*run));
	xmlNode *root = xmlread_root(x);
	xmlread_attributes(x, root, run_fields, run, NULL);
	xmlread_children(x, root, children, run);
	if (run->uuid != NULL && !is_uuid(run->uuid))
		xmlread_mistake(x, xmlread_attribute_line(root, "uuid"),
		    "<run> uuid=\"%.80s\": hexadecimal 8-4-4-4-12 is expected",
		    run->uuid);
	return xmlread_close(x) == 0 ? run : NULL;
}

/* ----------------------------------------------------------------- writing */

static void
write_facts(struct xmlwrite *w, const char *name, const struct facts *facts)
{
	if (facts->count == 0)
		return;
	xmlwrite_begin(w, name);
	for (size_t i = 0; i < facts->count; i++) {
		if (facts->items[i].value == NULL ||
		    facts->items[i].value[0] == '\0')
			continue;
		xmlwrite_begin(w, "fact");
		xmlwrite_attributes(w, fact_fields, &facts->items[i]);
		xmlwrite_end(w);
	}
	xmlwrite_end(w);
}

static void
write_step(struct xmlwrite *w, const struct run_step *step)
{
	xmlwrite_begin(w, "step");
	xmlwrite_attributes(w, step_fields, step);
	xmlwrite_factors(w, XMLFACTORS_ALL, &step->factors);
	xmlwrite_end(w);
}

static void
write_stage(struct xmlwrite *w, const struct run_stage *stage)
{
	xmlwrite_begin(w, "stage");
	xmlwrite_attributes(w, stage_fields, stage);
	write_facts(w, "counters", &stage->counters);
	for (size_t i = 0; i < stage->nparts; i++) {
		xmlwrite_begin(w, "part");
		xmlwrite_attributes(w, part_fields, &stage->parts[i]);
		xmlwrite_end(w);
	}
	for (size_t i = 0; i < stage->nsteps; i++)
		write_step(w, &stage->steps[i]);
	for (size_t i = 0; i < stage->ngaps; i++) {
		xmlwrite_begin(w, "gap");
		xmlwrite_attributes(w, gap_fields, &stage->gaps[i]);
		xmlwrite_end(w);
	}
	xmlwrite_end(w);
}

int
run_save(const struct run *run, const char *dir)
{
	struct arena *scratch = arena_new();
	struct xmlwrite *w = xmlwrite_open("run", run_document.ns);
	int result = -1;

	assert(is_uuid(run->uuid) && run->plan != NULL);
	if (w == NULL)
		goto done;
	xmlwrite_attributes(w, run_fields, run);
	write_facts(w, "device", &run->device);
	write_facts(w, "host", &run->host);
	write_facts(w, "conditions", &run->conditions);
	for (size_t i = 0; i < run->nstages; i++)
		write_stage(w, &run->stages[i]);
	xmlwrite_end(w);
	result = xmlwrite_save(w, arena_printf(scratch, "%s/run.xml", dir));

done:
	arena_free(scratch);
	return result;
}
