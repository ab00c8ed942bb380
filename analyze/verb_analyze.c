/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyze/analysis.h"
#include "analyze/checks.h"
#include "analyze/deviations.h"
#include "analyze/fingerprint.h"
#include "analyze/findings.h"
#include "analyze/identity.h"
#include "analyze/kept.h"
#include "analyze/logs.h"
#include "analyze/output.h"
#include "analyze/progress.h"
#include "analyze/scanner.h"
#include "analyze/summary.h"
#include "analyze/tables.h"
#include "analyze/verb_analyze.h"
#include "base/file.h"
#include "base/report.h"
#include "base/units.h"
#include "base/version.h"

/* The collector has its run's folder locked as long as it runs. */
static bool
is_locked(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool locked;

	if (fd == -1)
		return false;
	locked = flock(fd, LOCK_SH | LOCK_NB) == -1 && errno == EWOULDBLOCK;
	close(fd);
	return locked;
}

/* What helps where a document is damaged for good. */
static enum outcome
cannot_use(const char *path)
{
	warn_msg("%s cannot be used: mend it, or move it away, and what the "
	    "logs themselves tell is analyzed", path);
	return OUTCOME_INPUT;
}

/* Loads run.xml and plan.xml where they are. */
static enum outcome
load_documents(struct analysis *a, const struct options *o)
{
	const char *plan = arena_printf(a->arena, "%s/plan.xml", a->dir);
	const char *run = arena_printf(a->arena, "%s/run.xml", a->dir);

	if (file_exists(run)) {
		a->run = run_load(a->arena, a->dir);
		if (a->run == NULL)
			return cannot_use(run);
		if (a->run->status == RUN_RUNNING)
			a->state = is_locked(a->dir) ? RUN_IS_LIVE :
			    RUN_IS_CUT_OFF;
	} else {
		warn_msg("%s: no run.xml, the logs alone are analyzed",
		    a->dir);
	}
	if (file_exists(plan)) {
		struct plan *loaded = plan_load(a->arena, plan);

		if (loaded == NULL)
			return cannot_use(plan);
		if (o->rule != NULL)
			window_rule_set(loaded, o->rule);
		a->plan = loaded;
		a->rule = o->rule;
	}
	return OUTCOME_DONE;
}

/* What a run lost is told loudly, also where no one reads results.xml. */
static void
warn_of_damage(const struct analysis *a, const struct scan *s)
{
	if (s->ndamages > 0)
		warn_msg("%s: DAMAGED in %zu %s: what is whole is analyzed",
		    s->path, s->ndamages,
		    s->ndamages == 1 ? "place" : "places");
	if (s->truncated && a->state == RUN_IS_LIVE)
		warn_msg("%s: the run is still going on: what is there is "
		    "analyzed", s->path);
	else if (s->truncated)
		warn_msg("%s: CUT OFF: it has no end mark; what is there is "
		    "analyzed", s->path);
}

/* Without run.xml nothing tells that two logs are of one test. */
static void
check_alone(struct analysis *a, const struct test *t)
{
	const struct results *r = &a->results;
	bool alone = true;

	for (size_t i = 0; i < r->ntests; i++)
		alone = alone && strcmp(r->tests[i].id, t->id) != 0;
	for (size_t i = 0; i < r->nfills; i++)
		alone = alone && strcmp(r->fills[i].id, t->id) != 0;
	if (!alone)
		analysis_check(a, "log", t->id, CHECK_WARN,
		    "%s is another log of %s: in the tables its rows stand "
		    "behind those of the log before, and nothing tells them "
		    "apart; analyze it by itself, with -o", t->scan->path,
		    t->id);
}

static void
add_test(struct analysis *a, struct tables *tables, struct test *t,
    const struct options *o)
{
	tables_add(tables, t);
	check_alone(a, t);
	if (t->measures)
		analysis_add_test(a, t);
	else
		analysis_add_fill(a, t);
	checks_test(a, t);
	deviations_test(a, t);
	findings_test(a, t);
	if (!o->quiet)
		summary_test(a->arena, t);
}

/* All logs of a stage; but for one that was interrupted and went on there is
 * one. */
struct stage_logs {
	size_t n;
	struct scan_source *logs;	/* logs[n] */
	uint64_t record_ns;
};

/* Other records than those of the plan would be judged by another rule. */
static bool
judges_records(const struct plan_stage *plan)
{
	return plan->kind == STAGE_TEST && plan->steady.window > 0 &&
	    plan->steady.every > 0;
}

static void
tell_records(const struct log *log, const struct stage_logs *l,
    const struct options *o)
{
	char text[UNITS_TEXT];

	if (o->record_ns > 0 && l->record_ns != o->record_ns)
		warn_msg("%s: steady state is judged by its records of %s: "
		    "--record does not change them", log->plan->id,
		    units_format_duration(text, sizeof(text), l->record_ns));
}

static struct stage_logs
logs_of_stage(const struct analysis *a, const struct log *log,
    const struct options *o)
{
	size_t nparts = log->run != NULL ? log->run->nparts : 0;
	const struct plan_stage *plan = log->plan;
	struct stage_logs l = {
		.n = nparts + 1,
		.logs = arena_array(a->arena, nparts + 1, sizeof(l.logs[0])),
		.record_ns = plan != NULL && (o->record_ns == 0 ||
		    judges_records(plan)) ? plan->record_ns : o->record_ns,
	};

	for (size_t i = 0; i < nparts; i++) {
		l.logs[i].path = arena_printf(a->arena, "%s/%s", a->dir,
		    log->run->parts[i].log);
		l.logs[i].last_step = log->run->parts[i].last_step;
	}
	l.logs[nparts].path = log->path;
	l.logs[nparts].last_step = UINT32_MAX;
	return l;
}

/* The counts of one log: read, or kept from an earlier time. */
struct counted {
	struct test *test;		/* NULL: the log cannot be read */
	bool was_kept, refused;		/* refused: as it is asked for */
	enum iolog_status status;	/* why not */
	enum outcome outcome;
};

/* What is kept of a stage, and the fingerprint of its logs; false for '*known'
 * if these cannot be read. */
static struct kept *
find_kept(struct analysis *a, const struct stage_logs *l, const char *output,
    const struct options *o, struct fingerprint *print_out, bool *known_out)
{
	*known_out = fingerprint_logs(l->logs, l->n, l->record_ns,
	    o->nthreads, print_out) == 0;
	if (!*known_out || o->force)
		return NULL;
	return kept_load(a->arena, kept_path(a->arena, output,
	    l->logs[l->n - 1].path), l->logs, l->n, print_out);
}

/* A log that grows is not kept: who knows what of it was counted. */
static int
keep(struct analysis *a, const struct counted *c, const struct log *log,
    const char *output, const struct fingerprint *print)
{
	if (a->state == RUN_IS_LIVE)
		return 0;
	return kept_save(a->arena, kept_path(a->arena, output, log->path),
	    c->test, print);
}

/* The test of a scan, which it takes over. */
static struct test *
test_of(struct analysis *a, struct scan *scan, const struct log *log)
{
	struct test *t = test_new(a->arena, scan, log->plan, log->run);

	if (t->stage == 0)
		t->stage = log->stage;
	return t;
}

/* The test of what was kept; NULL if other steps are pooled now. */
static struct test *
kept_test(struct analysis *a, const struct kept *kept, const struct log *log)
{
	struct test *t = test_of(a, kept->scan, log);

	if (test_points_known(a->arena, t, kept->pools, kept->npools))
		return t;
	test_free(t);
	return NULL;
}

/* Of an errno as is_file() leaves it, or another. */
static const char *
open_error_text(int error)
{
	return error == ESPIPE ? "not a regular file" : strerror(error);
}

/* What is no file, such as a pipe, could be waited for without end. */
static bool
is_file(const char *path)
{
	struct stat st;
	int why;

	if (stat(path, &st) == -1 || S_ISREG(st.st_mode))
		return true;
	why = S_ISDIR(st.st_mode) ? EISDIR : ESPIPE;
	warn_msg("%s: %s", path, open_error_text(why));
	errno = why;
	return false;
}

static struct counted
count_stage(struct analysis *a, const struct log *log,
    const struct stage_logs *logs, const char *output, const struct options *o)
{
	const struct stage_logs l = *logs;
	struct counted c = {.outcome = OUTCOME_DONE};
	struct fingerprint print;
	bool known;
	const struct kept *kept;
	struct scan *scan;

	for (size_t i = 0; i < l.n; i++) {
		if (!is_file(l.logs[i].path))
			return (struct counted){
				.status = IOLOG_ERRNO,
				.outcome = OUTCOME_INPUT,
			};
	}
	kept = find_kept(a, &l, output, o, &print, &known);
	if (kept != NULL)
		c.test = kept_test(a, kept, log);
	c.was_kept = c.test != NULL;
	if (c.was_kept) {
		warn_of_damage(a, c.test->scan);
		return c;
	}
	scan = scan_logs(l.logs, l.n, l.record_ns, o->nthreads, &c.status);
	if (scan == NULL) {
		c.outcome = c.status == IOLOG_ERRNO && errno != ENOENT &&
		    errno != EOVERFLOW ? OUTCOME_FAILED : OUTCOME_INPUT;
		c.refused = c.status == IOLOG_ERRNO && errno == EOVERFLOW;
		return c;
	}
	warn_of_damage(a, scan);
	c.test = test_of(a, scan, log);
	if (test_points(a->arena, c.test, o->nthreads) == -1 ||
	    (known && keep(a, &c, log, output, &print) == -1))
		c.outcome = OUTCOME_FAILED;
	return c;
}

static struct counted
count_log(struct analysis *a, const struct log *log, const char *output,
    const struct options *o)
{
	struct stage_logs l = logs_of_stage(a, log, o);
	struct counted c;
	struct stat st;
	uint64_t bytes = 0;

	for (size_t i = 0; i < l.n; i++)
		bytes += stat(l.logs[i].path, &st) == 0 ?
		    (uint64_t)st.st_size : 0;
	tell_records(log, &l, o);
	progress_log(log->path, bytes);
	c = count_stage(a, log, &l, output, o);
	progress_log_end(!c.was_kept);
	return c;
}

/* '*refused_out': what is asked for cannot be, and older results stay. */
static enum outcome
analyze_log(struct analysis *a, struct tables *tables, const struct log *log,
    const char *output, const struct options *o, bool *refused_out)
{
	struct counted c = count_log(a, log, output, o);

	if (c.refused)
		*refused_out = true;
	else if (c.test == NULL)
		analysis_check(a, "log", log->run != NULL ? log->run->id :
		    NULL, CHECK_FAIL, "%s cannot be read: %s", log->path,
		    c.status == IOLOG_ERRNO ? open_error_text(errno) :
		    iolog_status_text(c.status));
	if (c.test == NULL)
		return c.outcome;
	if (c.was_kept && !o->merge && !o->quiet)
		printf("%s: not changed, not counted again\n", log->path);
	add_test(a, tables, c.test, o);
	test_free(c.test);
	return c.outcome;
}

/* Counts the logs of a share. */
static enum outcome
count_part(struct analysis *a, struct share *share, const struct log *logs,
    size_t nlogs, const char *output, const struct options *o)
{
	bool *mine = arena_array(a->arena, nlogs + 1, sizeof(mine[0]));
	enum outcome outcome = OUTCOME_DONE;

	share_logs(share, a->arena, logs, nlogs, mine);
	for (size_t i = 0; i < nlogs; i++) {
		struct counted c;

		if (!mine[i])
			continue;
		c = count_log(a, &logs[i], output, o);
		outcome = outcome_worse(outcome, c.outcome);
		if (c.test != NULL && !o->quiet)
			printf("%s: %s\n", logs[i].path, c.was_kept ?
			    "not changed, not counted again" : "counted");
		test_free(c.test);
	}
	return outcome;
}

/* Whether a part has counted a log as it is; says so if not. */
static bool
part_has(struct analysis *a, const struct log *log, const char *output,
    const struct options *o)
{
	struct stage_logs l = logs_of_stage(a, log, o);
	const char *path = kept_path(a->arena, output, log->path);
	struct fingerprint print;
	bool known;
	struct kept *kept = find_kept(a, &l, output, o, &print, &known);

	if (kept != NULL) {
		scan_free(kept->scan);
		return true;
	}
	warn_msg(file_exists(path) ? "%s: %s is of another log, program or "
	    "--record: count its part again" :
	    "%s: no part has counted it: there is no %s; parts share all logs "
	    "if all of 1/N to N/N were counted, with one N and the same runs "
	    "in the same order", log->path, path);
	return false;
}

/* A log that cannot be read has no counts. */
static bool
is_readable(const struct log *log)
{
	enum iolog_status status;
	struct iolog_reader *reader;

	if (!is_file(log->path))
		return false;
	reader = iolog_reader_open(log->path, &status);
	iolog_reader_close(reader);
	return reader != NULL;
}

/* Whether parts have counted all logs; says which not. */
static bool
parts_are_whole(struct analysis *a, const struct log *logs, size_t nlogs,
    const char *output, const struct options *o)
{
	bool whole = true;

	for (size_t i = 0; i < nlogs; i++) {
		if (is_readable(&logs[i]) &&
		    !part_has(a, &logs[i], output, o))
			whole = false;
	}
	return whole;
}

static bool
is_unmet(const struct analysis *a)
{
	const struct results *r = &a->results;

	if (a->run != NULL && a->run->status != RUN_DONE)
		return true;
	for (size_t i = 0; i < r->ntests; i++) {
		if (r->tests[i].steady_asked && !r->tests[i].steady_reached)
			return true;
	}
	for (size_t i = 0; i < r->nchecks; i++) {
		if (r->checks[i].verdict == CHECK_FAIL)
			return true;
	}
	return false;
}

/* Puts new results in the place of older ones.  Until all of the new are there,
 * there is no results.xml, so that a mixture is never taken for results. */
static int
put_in_place(struct analysis *a, struct tables *tables, const char *output)
{
	const char *verdicts = arena_printf(a->arena, "%s/results/results.xml",
	    output);
	struct file_replace *file;

	tables_tell(tables, a->arena, &a->results);
	file = results_prepare(&a->results, output);
	if (file == NULL || file_replace_flush(file) == -1 ||
	    tables_flush(tables) == -1) {
		tables_abort(tables);
	} else if (unlink(verdicts) == -1 && errno != ENOENT) {
		warn_errno("unlink(%s)", verdicts);
		tables_abort(tables);
	} else if (tables_close(tables) == 0) {
		return file_replace_commit(file);
	}
	file_replace_abort(file);
	return -1;
}

static enum outcome
analyze_logs(struct analysis *a, const struct log *logs, size_t nlogs,
    const char *output, const struct options *o)
{
	const char *folder = arena_printf(a->arena, "%s/results", output);
	enum outcome outcome = OUTCOME_DONE;
	struct tables *tables;
	bool refused = false;

	if (o->merge && !parts_are_whole(a, logs, nlogs, output, o))
		return OUTCOME_INPUT;
	if (output_folder(folder) == -1)
		return OUTCOME_FAILED;
	tables = tables_open(folder);
	if (tables == NULL)
		return OUTCOME_FAILED;
	identity_documents(a);
	deviations_run(a);
	for (size_t i = 0; i < nlogs && !refused; i++)
		outcome = outcome_worse(outcome, analyze_log(a, tables, &logs[i],
		    output, o, &refused));
	if (refused) {
		tables_abort(tables);
		return outcome;
	}
	findings_run(a);
	if (put_in_place(a, tables, output) == -1)
		return OUTCOME_FAILED;
	if (o->quiet)
		summary_failures(a);
	else
		summary_findings(a);
	if (o->strict && is_unmet(a))
		outcome = outcome_worse(outcome, OUTCOME_UNMET);
	return outcome;
}

static enum outcome
analyze_run(struct analysis *a, const struct options *o, struct share *share)
{
	const char *output = o->output != NULL ? o->output : a->dir;
	enum outcome outcome = load_documents(a, o);
	struct log *logs;
	size_t nlogs;

	if (outcome == OUTCOME_DONE && !output_is_safe(a->arena, output))
		outcome = OUTCOME_INPUT;
	if (outcome != OUTCOME_DONE)
		return outcome;
	a->results.run_uuid = a->run != NULL ? a->run->uuid : NULL;
	nlogs = logs_find(a, &logs);
	if (nlogs == 0) {
		warn_msg("%s: there is no raw log", a->dir);
		return OUTCOME_INPUT;
	}
	logs_tell_unnamed(a);
	if (o->output != NULL && !output_is_of(a->arena, output,
	    a->run != NULL ? a->run->uuid :
	    identity_uuid(a->arena, logs[0].path)))
		return OUTCOME_INPUT;
	if (share != NULL)
		return count_part(a, share, logs, nlogs, output, o);
	return analyze_logs(a, logs, nlogs, output, o);
}

static enum outcome
analyze_file(struct analysis *a, const char *path, const struct options *o,
    struct share *share)
{
	struct log log = {.path = path, .stage = 1};

	if (o->output == NULL) {
		warn_msg("%s is not a folder: say where the results belong "
		    "with -o", path);
		return OUTCOME_INPUT;
	}
	if (!is_file(path) || !output_is_safe(a->arena, o->output) ||
	    !output_is_of(a->arena, o->output,
	    identity_uuid(a->arena, path)))
		return OUTCOME_INPUT;
	if (share != NULL)
		return count_part(a, share, &log, 1, o->output, o);
	return analyze_logs(a, &log, 1, o->output, o);
}

enum outcome
verb_analyze(const char *path, const struct options *o, struct share *share)
{
	struct analysis a = {
		.arena = arena_new(), .dir = path,
		.results = {.tool = "plateau " PLATEAU_VERSION},
	};
	enum outcome outcome;
	struct stat st;

	if (o->nruns > 1 && o->nparts == 0 && !o->quiet)
		printf("Run: %s\n", path);
	if (stat(path, &st) == -1) {
		warn_errno("%s", path);
		outcome = OUTCOME_INPUT;
	} else if (S_ISDIR(st.st_mode)) {
		outcome = analyze_run(&a, o, share);
	} else {
		outcome = analyze_file(&a, path, o, share);
	}
	arena_free(a.arena);
	return outcome;
}
