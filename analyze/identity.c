/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "analyze/identity.h"

/* What a log says of itself. */
struct identity {
	const char *path;
	const char *uuid;
	const char *stage, *plan;	/* NULL: it does not tell */
	struct iolog_anchor anchor;
	bool simulated;
};

static const char *
uuid_text(struct arena *a, const uint8_t id[16])
{
	char text[37];
	size_t at = 0;

	for (size_t i = 0; i < 16; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			text[at++] = '-';
		text[at++] = "0123456789abcdef"[id[i] >> 4];
		text[at++] = "0123456789abcdef"[id[i] & 15];
	}
	text[at] = '\0';
	return arena_strdup(a, text);
}

/* The value of a line "name=value" of the text of a log, or NULL. */
static const char *
text_value(struct arena *a, const char *text, const char *name)
{
	size_t length = strlen(name);

	for (const char *line = text; line != NULL && *line != '\0';) {
		const char *end = strchrnul(line, '\n');

		if (strncmp(line, name, length) == 0 && line[length] == '=')
			return arena_strndup(a, line + length + 1,
			    (size_t)(end - line) - length - 1);
		line = *end == '\0' ? end : end + 1;
	}
	return NULL;
}

static bool
read_identity(struct arena *a, const char *path, struct identity *id_out)
{
	enum iolog_status status;
	struct iolog_reader *reader = iolog_reader_open(path, &status);
	const struct iolog_header *h;

	if (reader == NULL)
		return false;
	h = iolog_reader_header(reader);
	*id_out = (struct identity){
		.path = path, .uuid = uuid_text(a, h->run_uuid),
		.stage = text_value(a, h->text, "stage"),
		.plan = text_value(a, h->text, "plan"),
		.anchor = h->anchor, .simulated = h->simulated,
	};
	iolog_reader_close(reader);
	return true;
}

const char *
identity_uuid(struct arena *a, const char *path)
{
	struct identity id;

	return read_identity(a, path, &id) ? id.uuid : NULL;
}

/* No two logs of a stage begin at the same moment. */
static bool
is_same_log(const struct identity *x, const struct identity *y)
{
	return strcmp(x->uuid, y->uuid) == 0 &&
	    x->anchor.ticks == y->anchor.ticks &&
	    x->anchor.monotonic_ns == y->anchor.monotonic_ns &&
	    x->anchor.realtime_ns == y->anchor.realtime_ns &&
	    x->stage != NULL && y->stage != NULL &&
	    strcmp(x->stage, y->stage) == 0;
}

static void
check_twice(struct analysis *a, const struct test *t,
    const struct identity *id)
{
	for (size_t i = 0; i < a->nlogs; i++) {
		if (!is_same_log(a->logs[i], id))
			continue;
		analysis_check(a, "identity", t->id, CHECK_FAIL,
		    "the same log stands there twice: %s and %s",
		    a->logs[i]->path, id->path);
		return;
	}
	a->logs = arena_grow(a->arena, a->logs, a->nlogs, sizeof(a->logs[0]));
	a->logs[a->nlogs] = arena_alloc(a->arena, sizeof(*id));
	*a->logs[a->nlogs++] = *id;
}

/* Logs alone are of one run, or they are no run. */
static void
check_run(struct analysis *a, const struct test *t, const struct identity *id)
{
	if (a->log_uuid == NULL)
		a->log_uuid = id->uuid;
	if (a->results.run_uuid == NULL)
		a->results.run_uuid = a->log_uuid;
	if (a->run == NULL && strcmp(id->uuid, a->log_uuid) != 0)
		analysis_check(a, "identity", t->id, CHECK_FAIL,
		    "the log is of run %s, the first one is of run %s",
		    id->uuid, a->log_uuid);
	if (a->run != NULL && a->run->uuid != NULL &&
	    strcmp(id->uuid, a->run->uuid) != 0)
		analysis_check(a, "identity", t->id, CHECK_FAIL,
		    "the log is of run %s, not of this one", id->uuid);
	if (a->run != NULL && id->simulated != a->run->simulated)
		analysis_check(a, "identity", t->id, CHECK_FAIL,
		    a->run->simulated ? "the log is of a drive, and the run "
		    "is simulated" : "the log is of a simulated drive, and "
		    "the run is not");
}

/* A log tells its stage in its header and with each step. */
static void
check_stage(struct analysis *a, const struct test *t,
    const struct identity *id)
{
	const char *stage = id->stage;

	if (t->run == NULL && t->plan == NULL)
		return;
	if (t->scan->stage != NULL &&
	    (stage == NULL || strcmp(stage, t->id) == 0))
		stage = t->scan->stage;
	if (stage != NULL && strcmp(stage, t->id) != 0)
		analysis_check(a, "identity", t->id, CHECK_FAIL,
		    "the log is of the stage '%s', not of this one", stage);
}

static void
check_plan(struct analysis *a, const struct test *t, const struct identity *id)
{
	const char *plan = a->run != NULL ? a->run->plan :
	    a->plan != NULL ? a->plan->name : NULL;

	if (plan != NULL && id->plan != NULL && strcmp(id->plan, plan) != 0)
		analysis_check(a, "identity", t->id, CHECK_FAIL,
		    "the log is of the plan '%s', the run is of '%s'",
		    id->plan, plan);
}

void
identity_test(struct analysis *a, const struct test *t)
{
	for (size_t i = 0; i < t->scan->nsources; i++) {
		struct identity id;

		if (!read_identity(a->arena, t->scan->sources[i].path, &id))
			continue;
		check_stage(a, t, &id);
		check_run(a, t, &id);
		check_plan(a, t, &id);
		check_twice(a, t, &id);
	}
}

static bool
differ(const char *one, const char *other)
{
	return one == NULL || other == NULL ? one != other :
	    strcmp(one, other) != 0;
}

/* The first stage that is another in run.xml, or NULL. */
static const struct run_stage *
find_other_stage(const struct run *run, const struct plan *plan)
{
	for (size_t i = 0; i < run->nstages; i++) {
		if (i >= plan->nstages || run->stages[i].number !=
		    plan->stages[i].number || differ(run->stages[i].kind,
		    plan_kind_name(plan->stages[i].kind)) ||
		    differ(run->stages[i].id, plan->stages[i].id))
			return &run->stages[i];
	}
	return NULL;
}

/* Older runs do not tell the hash of their plan. */
static bool
has_other_hash(const struct analysis *a)
{
	const char *hash;

	if (a->run->plan_sha256 == NULL)
		return false;
	hash = plan_sha256(a->arena, arena_printf(a->arena, "%s/plan.xml",
	    a->dir));
	return hash == NULL || strcmp(hash, a->run->plan_sha256) != 0;
}

void
identity_documents(struct analysis *a)
{
	size_t before = a->results.nchecks;
	const struct run_stage *other;

	if (a->run == NULL || a->plan == NULL)
		return;
	if (has_other_hash(a))
		analysis_check(a, "plan", NULL, CHECK_FAIL,
		    "plan.xml was changed since the run was made");
	if (differ(a->run->plan, a->plan->name))
		analysis_check(a, "plan", NULL, CHECK_FAIL,
		    "the plan is '%s' in run.xml and '%s' in plan.xml",
		    a->run->plan, a->plan->name);
	if (differ(a->run->specification, a->plan->specification))
		analysis_check(a, "plan", NULL, CHECK_FAIL,
		    "the specification is '%s' in run.xml and '%s' in plan.xml",
		    a->run->specification != NULL ? a->run->specification : "",
		    a->plan->specification != NULL ? a->plan->specification :
		    "");
	other = find_other_stage(a->run, a->plan);
	if (other != NULL)
		analysis_check(a, "plan", NULL, CHECK_FAIL,
		    "stage %u of run.xml, '%s', is another in plan.xml",
		    other->number, other->id);
	a->plan_is_other = a->results.nchecks > before;
}
