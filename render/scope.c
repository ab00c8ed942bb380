/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/report.h"
#include "base/units.h"
#include "render/finding.h"
#include "render/scope.h"
#include "render/stimulus.h"
#include "render/text_clean.h"

#define MOST_DEPTH 4			/* of texts that name texts */

const char *
scope_plan_word(const struct scope *s, const char *space, const char *word)
{
	const char *text = lang_find(s->lang,
	    arena_printf(s->arena, "%s.%s", space, word));

	return text != NULL ? text : word;
}

const char *
scope_title(const struct scope *s, const char *title, const char *id)
{
	return title != NULL ? finding_title(s->arena, s->lang, title) :
	    text_clean(s->arena, id);
}

static bool
has_equal_titles(const struct plan_stage *stage)
{
	for (size_t i = 0; i < stage->nphases; i++)
		for (size_t k = 0; k < i; k++)
			if (stage->phases[i].title != NULL &&
			    stage->phases[k].title != NULL &&
			    strcmp(stage->phases[i].title,
			    stage->phases[k].title) == 0)
				return true;
	return false;
}

const char *
scope_phase_title(const struct scope *s, const struct plan_phase *phase)
{
	const char *title = scope_title(s, phase->title, phase->id);

	return !has_equal_titles(s->stage) ? title : arena_printf(s->arena,
	    "%td.\u00a0%s", phase - s->stage->phases + 1, title);
}

/* "4KiB" as "4 KiB"; a mixture of sizes is too long for a label. */
static const char *
block_words(const struct scope *s, const char *text, bool unit)
{
	uint64_t bytes;
	const char *why;

	if (units_parse_block(text, &bytes, &why) == -1 || bytes > INT64_MAX)
		return lang_text(s->lang, "block.mixture");
	return unit ? lang_block(s->arena, s->lang, (int64_t)bytes) :
	    lang_block_kib(s->arena, s->lang, (int64_t)bytes);
}

const char *
scope_factor(const struct scope *s, enum factor f, int64_t value)
{
	char buffer[FACTOR_TEXT];
	const char *text = arena_strdup(s->arena,
	    factor_format(f, value, buffer, sizeof(buffer)));

	switch (f) {
	case FACTOR_BLOCK:
		return block_words(s, text, true);
	case FACTOR_PATTERN:
		return scope_plan_word(s, "pattern", arena_strndup(s->arena,
		    text, strcspn(text, ":")));
	case FACTOR_REGION:
	case FACTOR_COMPRESSIBLE:
		return lang_percent(s->arena, s->lang, text);
	case FACTOR_RATE:
		return value == 0 ? lang_text(s->lang, "rate.none") :
		    arena_printf(s->arena, "%s\u00a0IOPS",
		    lang_whole(s->arena, s->lang, (uint64_t)value));
	case FACTOR_ARRIVAL:
		return scope_plan_word(s, "arrival", text);
	default:
		return text;
	}
}

const char *
scope_factor_axis(const struct scope *s, enum factor f, int64_t value)
{
	char buffer[FACTOR_TEXT];

	if (f == FACTOR_BLOCK)
		return block_words(s, arena_strdup(s->arena, factor_format(f,
		    value, buffer, sizeof(buffer))), false);
	return scope_factor(s, f, value);
}

bool
scope_factor_doubles(enum factor f, const int64_t *values, size_t count)
{
	char text[FACTOR_TEXT];
	uint64_t bytes;
	const char *why;

	for (size_t i = 0; i < count; i++)
		if (values[i] <= 0 || (f == FACTOR_BLOCK && units_parse_block(
		    factor_format(f, values[i], text, sizeof(text)), &bytes,
		    &why) == -1))
			return false;
	return count > 1 && (f == FACTOR_BLOCK || f == FACTOR_THREADS ||
	    f == FACTOR_DEPTH);
}

/* "SEQ 128 KiB W": what a fill does. */
static const char *
fill_words(const struct scope *s, const struct plan_stage *fill)
{
	return arena_printf(s->arena, "%s %s W",
	    scope_plan_word(s, "pattern", "sequential"),
	    scope_factor(s, FACTOR_BLOCK, fill->base.value[FACTOR_BLOCK]));
}

static const char *
rounds_words(const struct scope *s)
{
	const struct result_test *t = s->test;

	if (t->window_first == 0)
		return NULL;
	if (t->window_first == t->window_last)
		return arena_printf(s->arena, "%u", t->window_first);
	return arena_printf(s->arena, "%u\u2013%u", t->window_first,
	    t->window_last);
}

const struct result_test *
scope_result(const struct scope *s, const struct plan_stage *stage)
{
	const struct results *r = s->in->results;

	for (size_t i = 0; i < r->ntests; i++)
		if (r->tests[i].stage == stage->number)
			return &r->tests[i];
	return NULL;
}

static const char *
verdict_words(const struct scope *s)
{
	const struct result_test *t = s->test;

	if (!t->steady_asked)
		return lang_text(s->lang, "steady.not-asked");
	if (!t->steady_reached)
		return lang_text(s->lang, "steady.not-reached");
	return lang_fill(s->arena, s->lang, "steady.rounds", "rounds",
	    rounds_words(s), NULL);
}

static const char *
test_value(const struct scope *s, const char *name)
{
	const struct result_test *t = s->test;
	struct arena *a = s->arena;

	if (strcmp(name, "id") == 0)
		return t->id;
	if (strcmp(name, "title") == 0)
		return scope_title(s, t->title, t->id);
	if (strcmp(name, "rounds") == 0)
		return lang_whole(a, s->lang, t->rounds);
	if (strcmp(name, "window") == 0)
		return rounds_words(s);
	if (strcmp(name, "not_asked") == 0)
		return t->steady_asked ? NULL : lang_text(s->lang, "yes");
	if (strcmp(name, "follows") == 0)
		return stimulus_follows(s);
	if (strcmp(name, "records") == 0)
		return s->stage != NULL && s->stage->record_ns > 0 ?
		    lang_duration(a, s->lang, s->stage->record_ns) : NULL;
	if (strcmp(name, "steady_asked") == 0)
		return t->steady_asked ? lang_text(s->lang, "yes") : NULL;
	if (strcmp(name, "steady") == 0)
		return verdict_words(s);
	if (strcmp(name, "notes") == 0)
		return t->steady_asked && !t->steady_reached ?
		    lang_text(s->lang, "steady.notes") : NULL;
	if (strcmp(name, "chain") == 0)
		return stimulus_chain(s);
	if (s->stage == NULL)
		return NULL;
	return stimulus_value(s, name);
}

/* Of the test that the one in hand follows without a purge, fill or pause. */
static const char *
before_value(const struct scope *s, const char *name)
{
	struct scope one = *s;

	if (stimulus_follows(s) == NULL)
		return NULL;
	one.stage--;
	one.test = scope_result(s, one.stage);
	return one.test == NULL ? stimulus_value(&one, name) :
	    test_value(&one, name);
}

static const char *
track_value(const struct scope *s, const char *name)
{
	const char *label = scope_track_label(s, s->test, s->track);
	const char *comma = strstr(label, ", ");

	if (strcmp(name, "label") == 0)
		return label;
	if (strcmp(name, "point") == 0)
		return comma == NULL ? label : comma + 2;
	if (strcmp(name, "metric") == 0)
		return comma == NULL ? label : arena_strndup(s->arena, label,
		    (size_t)(comma - label));
	return "";
}

/* The purge or fill that came before the test in hand; before the first test
 * when there is none in hand. */
static const struct plan_stage *
preparation(const struct scope *s, enum stage_kind kind)
{
	const struct plan_stage *test = s->stage;

	for (size_t i = 0; test == NULL && i < s->in->plan->nstages; i++)
		if (s->in->plan->stages[i].kind == STAGE_TEST)
			test = &s->in->plan->stages[i];
	return test == NULL ? NULL : input_before(s->in, test, kind);
}

static const char *
purge_value(const struct scope *s, const char *name)
{
	const struct plan_stage *purge = preparation(s, STAGE_PURGE);

	bool brief = strcmp(name, "method") == 0;

	if (!brief && strcmp(name, "note") != 0)
		return "";
	if (purge == NULL)
		return lang_text(s->lang, "purge.none");
	const struct run_stage *done = input_run_stage(s->in, purge->number);
	if (done == NULL)
		return NULL;
	if (done->status == RUN_SKIPPED)
		return lang_text(s->lang, "purge.skipped");
	if (done->note == NULL)
		return purge->method;
	const char *note = finding_words(s->arena, s->lang, "finding.note",
	    done->note);
	/* The details come behind a comma, of whatever script. */
	const char *comma = strstr(note, "\u3001");
	size_t length = strcspn(note, ",");
	if (comma != NULL && (size_t)(comma - note) < length)
		length = (size_t)(comma - note);
	return brief ? arena_strndup(s->arena, note, length) : note;
}

static const char *
fill_value(const struct scope *s, const char *name)
{
	const struct plan_stage *fill = preparation(s, STAGE_FILL);

	if (fill == NULL)
		return strcmp(name, "workload") == 0 ?
		    lang_text(s->lang, "fill.none") : NULL;
	if (strcmp(name, "workload") == 0)
		return fill_words(s, fill);
	if (strcmp(name, "threads_depth") == 0)
		return stimulus_threads_depth(s, fill);
	if (strcmp(name, "amount") == 0)
		return lang_fill(s->arena, s->lang, "fill.amount", "passes",
		    lang_number(s->arena, s->lang, fill->passes,
		    fill->passes == floor(fill->passes) ? 0 : 3), NULL);
	return "";
}

/* The specification without its house: "PTS-E 2.0.2" of "SNIA PTS-E 2.0.2". */
static const char *
revision(const struct run *run)
{
	const char *spec = run->specification;

	if (spec != NULL && strncmp(spec, "SNIA ", 5) == 0)
		return spec + 5;
	return spec;
}

/* Of a simulation in its own time. */
static const char *
run_duration(const struct scope *s)
{
	const struct run *r = s->in->run;
	uint64_t ns = 0;

	for (size_t i = 0; r->simulated && i < r->nstages; i++)
		if (r->stages[i].end_ns > ns)
			ns = r->stages[i].end_ns;
	if (!r->simulated && r->finished_ns > r->started_ns)
		ns = r->finished_ns - r->started_ns;
	return ns == 0 ? NULL : lang_duration(s->arena, s->lang, ns);
}

static const char *
run_value(const struct scope *s, const char *name)
{
	const struct run *r = s->in->run;
	struct arena *a = s->arena;

	if (strcmp(name, "title") == 0)
		return scope_title(s, r->title, r->plan);
	if (strcmp(name, "plan") == 0)
		return r->plan;
	if (strcmp(name, "specification") == 0)
		return r->specification;
	if (strcmp(name, "revision") == 0)
		return revision(r);
	if (strcmp(name, "tool") == 0)
		return r->tool;
	if (strcmp(name, "uuid") == 0)
		return r->uuid;
	if (strcmp(name, "short") == 0)
		return arena_strndup(a, r->uuid, strcspn(r->uuid, "-"));
	if (strcmp(name, "engine") == 0)
		return r->engine;
	if (strcmp(name, "command") == 0)
		return r->command;
	if (strcmp(name, "seed") == 0)
		return arena_printf(a, "%" PRIu64, r->seed);
	if (strcmp(name, "scale") == 0)
		return r->scale == 1 ? lang_text(s->lang, "scale.none") :
		    arena_printf(a, "1 : %s", lang_number(a, s->lang, r->scale,
		    r->scale == floor(r->scale) ? 0 : 2));
	if (strcmp(name, "started") == 0)
		return lang_time(a, r->started_ns);
	if (strcmp(name, "finished") == 0)
		return lang_time(a, r->finished_ns);
	if (strcmp(name, "duration") == 0)
		return run_duration(s);
	if (strcmp(name, "status") == 0)
		return lang_text(s->lang, arena_printf(a, "status.%s",
		    run_status_name(r->status)));
	return "";
}

/* A fact as people read it: {device.capacity} is "capacity_bytes" in decimal
 * units, {host.memory} is "memory_bytes" in GiB. */
static const char *
fact_value(const struct scope *s, const struct facts *facts, const char *name)
{
	const char *value = facts_get(facts, name);
	uint64_t bytes;
	const char *why;

	if (value != NULL)
		return value;
	value = facts_get(facts, arena_printf(s->arena, "%s_bytes", name));
	if (value == NULL || units_parse_whole(value, 0, UINT64_MAX, &bytes,
	    &why) == -1)
		return NULL;
	if (strcmp(name, "memory") == 0)
		return arena_printf(s->arena, "%s\u00a0%s", lang_number(
		    s->arena, s->lang, (double)bytes / (1u << 30), 1),
		    lang_text(s->lang, "unit.gib"));
	return lang_capacity(s->arena, s->lang, bytes);
}

bool
scope_is_file(const struct scope *s)
{
	const char *kind = facts_get(&s->in->run->conditions, "target_kind");

	if (kind == NULL)
		kind = facts_get(&s->in->run->device, "kind");
	return kind != NULL && strcmp(kind, "file") == 0;
}

bool
scope_is_of_disk(const struct scope *s, const char *fact)
{
	static const char *const of_file[] = {"path", "kind", "capacity_bytes",
	    "capacity", "sector_bytes", "file_system", "backing_file"};

	for (size_t i = 0; i < sizeof(of_file) / sizeof(*of_file); i++)
		if (strcmp(of_file[i], fact) == 0)
			return false;
	return scope_is_file(s);
}

bool
scope_is_number(const char *vendor)
{
	return strncmp(vendor, "0x", 2) == 0 &&
	    vendor[2 + strspn(vendor + 2, "0123456789abcdefABCDEF")] == '\0';
}

/* A fact of the device; of a file, the facts of the disk below it are known as
 * {disk.NAME} only. */
static const char *
device_value(const struct scope *s, const char *name, bool disk)
{
	const char *value = fact_value(s, &s->in->run->device, name);

	if (disk != scope_is_of_disk(s, name))
		return NULL;
	return value != NULL && strcmp(name, "vendor") == 0 &&
	    scope_is_number(value) ? NULL : value;
}

/* "Maker Model", the path of a nameless device, "File on ext4 (vda)". */
static const char *
target_name(const struct scope *s)
{
	const char *vendor = device_value(s, "vendor", false);
	const char *model = device_value(s, "model", false);

	if (scope_is_file(s))
		return scope_expand(s, "@target.file");
	if (model == NULL)
		return device_value(s, "path", false);
	return vendor == NULL ? model :
	    arena_printf(s->arena, "%s %s", vendor, model);
}

/* "sata-4g" of "drives/sata-4g.xml". */
static const char *
profile_name(const struct scope *s, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash == NULL ? path : slash + 1;
	size_t length = strlen(name);

	return length > 4 && strcmp(&name[length - 4], ".xml") == 0 ?
	    arena_strndup(s->arena, name, length - 4) : name;
}

const char *
scope_drive(const struct scope *s)
{
	const char *path = device_value(s, "path", false);
	const char *name = s->in->run->simulated && path != NULL ?
	    profile_name(s, path) : target_name(s);

	return name != NULL ? name : text_clean(s->arena, s->in->dir);
}

static const char *
target_value(const struct scope *s, const char *name)
{
	if (strcmp(name, "name") == 0)
		return target_name(s);
	if (strcmp(name, "is_file") == 0)
		return scope_is_file(s) ? lang_text(s->lang, "yes") : NULL;
	return "";
}

/* NULL: not known.  "": there is no such name. */
static const char *
find_value(const struct scope *s, const char *space, const char *name)
{
	if (strcmp(space, "run") == 0)
		return run_value(s, name);
	if (strcmp(space, "device") == 0)
		return device_value(s, name, false);
	if (strcmp(space, "disk") == 0)
		return device_value(s, name, true);
	if (strcmp(space, "target") == 0)
		return target_value(s, name);
	if (strcmp(space, "host") == 0)
		return fact_value(s, &s->in->run->host, name);
	if (strcmp(space, "condition") == 0)
		return fact_value(s, &s->in->run->conditions, name);
	if (strcmp(space, "purge") == 0)
		return purge_value(s, name);
	if (strcmp(space, "fill") == 0)
		return fill_value(s, name);
	if (strcmp(space, "test") == 0 && s->test != NULL)
		return test_value(s, name);
	if (strcmp(space, "stage") == 0 && s->stage != NULL)
		return stimulus_value(s, name);
	if (strcmp(space, "phase") == 0 && s->stage != NULL)
		return stimulus_phase(s, name);
	if (strcmp(space, "before") == 0 && s->stage != NULL)
		return before_value(s, name);
	if (strcmp(space, "track") == 0 && s->track != NULL)
		return track_value(s, name);
	return "";
}

/* As scope_value() for one name, with "" for a name that means nothing here. */
static const char *
look_up_one(const struct scope *s, const char *name, size_t length)
{
	const char *dot = memchr(name, '.', length);

	if (*name == '@') {
		struct scope deeper = *s;

		/* A text that names itself has no meaning. */
		if (deeper.depth++ == MOST_DEPTH)
			return "";
		return scope_expand(&deeper,
		    arena_strndup(s->arena, name, length));
	}
	if (dot == NULL)
		return "";
	const char *value = find_value(s,
	    arena_strndup(s->arena, name, (size_t)(dot - name)),
	    arena_strndup(s->arena, dot + 1,
	    length - (size_t)(dot - name) - 1));
	return value == NULL || *value == '\0' ? value :
	    text_clean(s->arena, value);
}

/* The first of "name|name|..." that is known. */
static const char *
look_up(const struct scope *s, const char *names, size_t length)
{
	const char *value = NULL, *end = names + length;

	while (value == NULL && names < end) {
		const char *bar = memchr(names, '|', (size_t)(end - names));
		const char *stop = bar == NULL ? end : bar;

		value = look_up_one(s, names, (size_t)(stop - names));
		names = stop + 1;
	}
	return value;
}

const char *
scope_value(const struct scope *s, const char *name, size_t length)
{
	const char *value = look_up(s, name, length);

	return value == NULL || *value == '\0' ? NULL : value;
}

/* Whether a condition's "name" or "name=pattern" holds. */
static bool
is_so(const struct scope *s, const char *what)
{
	size_t length = strcspn(what, "=");
	const char *value = look_up(s, what, length);

	if (value != NULL && *value == '\0')
		warn_msg("template: {%.*s} means nothing here", (int)length,
		    what);
	if (value == NULL || *value == '\0')
		return false;
	return what[length] == '\0' ||
	    template_matches(what + length + 1, value);
}

bool
scope_holds(const struct scope *s, const struct template_condition *condition)
{
	return (condition->when == NULL || is_so(s, condition->when)) &&
	    (condition->unless == NULL || !is_so(s, condition->unless));
}

const struct template_section *
scope_section(const struct scope *s, const struct template *t)
{
	for (size_t i = 0; i < t->nsections; i++)
		if (t->sections[i].test != NULL &&
		    template_matches(t->sections[i].test, s->test->id) &&
		    scope_holds(s, &t->sections[i].shown))
			return &t->sections[i];
	return NULL;
}

/* What may stand between values and goes away with one that is not known. */
#define SEPARATORS " ,/()\u00d7"

/* Whether a text says anything of its own between its placeholders. */
static bool
has_words(const char *text)
{
	for (;;) {
		text += strspn(text, SEPARATORS);
		if (*text == '\0')
			return false;
		if (*text != '{' || (text = strchr(text, '}')) == NULL)
			return true;
		text++;
	}
}

const char *
scope_expand(const struct scope *s, const char *text)
{
	const char *made = "";
	size_t nvalues = 0, nknown = 0;

	if (text == NULL)
		return NULL;
	if (*text == '@')
		text = lang_text(s->lang, text + 1);
	bool words = has_words(text);
	for (;;) {
		const char *open = strchr(text, '{');
		const char *close = open == NULL ? NULL : strchr(open, '}');

		if (close == NULL)
			break;
		const char *value = look_up(s, open + 1,
		    (size_t)(close - open - 1));
		if (value != NULL && *value == '\0') {
			warn_msg("template: {%.*s} means nothing here",
			    (int)(close - open - 1), open + 1);
			value = arena_strndup(s->arena, open,
			    (size_t)(close - open + 1));
		}
		/* What separates a value from the one before goes with it. */
		if (value != NULL || words)
			made = arena_printf(s->arena, "%s%.*s%s", made,
			    nknown > 0 || words ? (int)(open - text) : 0, text,
			    value == NULL ? LANG_UNKNOWN : value);
		nvalues++;
		nknown += value != NULL;
		text = close + 1;
	}
	if (nvalues > 0 && nknown == 0 && !words)
		return LANG_UNKNOWN;
	return arena_printf(s->arena, "%s%s", made, text);
}

/* A factor of a tracked variable, in words, behind 'label'. */
static const char *
add_factor(const struct scope *s, const char *label, enum factor f,
    int64_t value)
{
	return arena_printf(s->arena, "%s, %s%s", label,
	    f == FACTOR_MIX ? "R/W\u00a0" : f == FACTOR_THREADS ? "TC\u00a0" :
	    f == FACTOR_DEPTH ? "QD\u00a0" : "", scope_factor(s, f, value));
}

/* "RND 4 KiB", with the pattern that the whole test has. */
static const char *
add_block(const struct scope *s, const char *label,
    const struct result_track *track, const struct plan_stage *stage)
{
	const char *block = scope_factor(s, FACTOR_BLOCK,
	    track->at.value[FACTOR_BLOCK]);

	if (stage == NULL ||
	    stimulus_loops(stage, FACTOR_PATTERN))
		return arena_printf(s->arena, "%s, %s", label, block);
	return arena_printf(s->arena, "%s, %s\u00a0%s", label,
	    scope_factor(s, FACTOR_PATTERN, stage->base.value[FACTOR_PATTERN]),
	    block);
}

const char *
scope_track_label(const struct scope *s, const struct result_test *test,
    const struct result_track *track)
{
	/* The order in which the specification names them. */
	static const enum factor order[NFACTORS] = {FACTOR_PATTERN,
	    FACTOR_BLOCK, FACTOR_MIX, FACTOR_THREADS, FACTOR_DEPTH,
	    FACTOR_REGION, FACTOR_COMPRESSIBLE, FACTOR_RATE, FACTOR_ARRIVAL,
	    FACTOR_PAUSE};
	const struct metric *m = metric_find(track->metric,
	    strlen(track->metric));
	const char *label = m == NULL ? track->metric :
	    lang_text(s->lang, m->title);

	for (int i = 0; i < NFACTORS; i++) {
		if ((track->fixed & 1u << order[i]) == 0)
			continue;
		label = order[i] == FACTOR_BLOCK ?
		    add_block(s, label, track, input_stage(s->in, test)) :
		    add_factor(s, label, order[i], track->at.value[order[i]]);
	}
	return label;
}
