/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_MODEL_RUN_H
#define PLATEAU_MODEL_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/factor.h"

/*
 * run.xml: the device under test, the host, and what was done when.  Written
 * by collect, rewritten atomically after each step; read by analyze and
 * render.  docs/run.md is its manual, templates/schema/run.rng its grammar.
 */

/*
 * A fact is a named text about a device or a host ("model", "serial",
 * "firmware", "capacity_bytes", "kernel").  An open list, so that a new source
 * of identity needs no new field; names are in docs/run.md.  An unknown fact
 * is absent, never an empty text.
 */
struct fact {
	const char *name, *value;
};

struct facts {
	size_t count;
	struct fact *items;
};

/* facts_get() returns the value of the fact 'name', or NULL. */
const char *facts_get(const struct facts *facts, const char *name);

/* facts_set() adds a fact or replaces its value; both are copied to 'a', the
 * value without control characters and without blanks at its ends.  An empty
 * value, or NULL, adds nothing.  facts_setf() makes the value by printf(), at
 * most 4095 bytes of it. */
void facts_set(struct arena *a, struct facts *facts, const char *name,
    const char *value);
void facts_setf(struct arena *a, struct facts *facts, const char *name,
    const char *format, ...) __attribute__((format(printf, 4, 5)));

enum run_status {
	RUN_PENDING, RUN_RUNNING, RUN_DONE, RUN_INTERRUPTED, RUN_FAILED,
	RUN_SKIPPED
};

/* One executed step. */
struct run_step {
	uint32_t number;		/* from 1 through the whole test */
	uint32_t round;			/* from 1 */
	struct factors factors;
	enum run_status status;
	uint64_t begin_ns, end_ns;	/* since the run's anchor: first submit,
					   last completion */
	uint64_t drain_ns;		/* of that, waiting for the last I/Os */
	uint64_t issued;		/* I/Os submitted, ramp included */
	uint64_t completed;		/* of these, came back */
	uint64_t errors;		/* of these, failed or short */
	double cpu_user_s, cpu_sys_s;	/* of the process */
	double io_user_s, io_sys_s;	/* of its I/O threads; NAN: it has
					   none */
};

/* A stretch of time in which the host did not do what the plan asks. */
struct run_gap {
	const char *why;		/* "log-stall", "resumed" */
	uint32_t step;			/* the step it fell in, or 0 */
	uint64_t begin_ns, end_ns;
};

/*
 * An earlier log of a test that was interrupted and went on in another: of its
 * steps those up to 'last_step' count, what came behind was run again.
 */
struct run_part {
	const char *log;		/* path in the run folder */
	uint32_t last_step;		/* 0: none counts */
	uint64_t logged;		/* I/Os of the steps that count */
	uint64_t repeated;		/* of the others: in no statistic */
};

struct run_stage {
	unsigned number;		/* as in the plan */
	const char *kind, *id;		/* "fill", "test" ...; "iops" */
	enum run_status status;
	const char *log;		/* path in the run folder, or NULL */
	uint64_t begin_ns, end_ns;
	uint64_t issued, logged, errors;
	uint64_t bytes_written, bytes_read;
	const char *note;		/* what a purge did, why it failed */
	struct facts counters;		/* of a test: the drive's own, before
					   and after it */
	uint64_t capacity_before_bytes, capacity_after_bytes;	/* of a
					   provision stage; 0: not known */
	uint32_t steady_round;		/* where steady state was met, or 0 */
	size_t nsteps;
	struct run_step *steps;
	size_t nparts;			/* in the order of time; 'log' is the
					   last, and not among them */
	struct run_part *parts;
	size_t ngaps;
	struct run_gap *gaps;
};

struct run {
	const char *tool;		/* "plateau 0.1.0" */
	const char *uuid;		/* 8-4-4-4-12 hexadecimal */
	const char *plan;		/* name of the plan */
	const char *title, *specification;
	const char *engine;		/* "aio" */
	bool simulated;
	const char *command;		/* the command line, for the record */
	const char *target;		/* which one it is, whatever its path
					   or name will mean later; or NULL */
	const char *plan_sha256;	/* of plan.xml, hexadecimal; or NULL */
	uint64_t seed;
	double scale;
	enum run_status status;
	uint64_t started_ns, finished_ns;	/* CLOCK_REALTIME; 0: not yet */
	struct facts device, host;
	struct facts conditions;	/* what is to be known of how it was:
					   "target_kind", "demonstration" ... */
	size_t nstages;
	struct run_stage *stages;
};

/* run_load() reads DIR/run.xml.  NULL with the reasons printed.  'tool' and
 * 'engine' are never NULL, 'log' is a path inside the folder, ids are names. */
struct run *run_load(struct arena *a, const char *dir);

/*
 * run_save() replaces DIR/run.xml.  'uuid' and 'plan' must be set, and 'kind'
 * and 'id' of each stage; texts may hold any bytes and are cleaned.  May be
 * called from any thread, also while others read 'run'.  Returns 0, or -1 with
 * the reason printed.
 */
int run_save(const struct run *run, const char *dir);

/* run_capacity() is the capacity that stage 'number' had: what the last
 * provision stage before it left, else all of the device; 0 if that is not
 * known. */
uint64_t run_capacity(const struct run *run, unsigned number);

/* run_status_name() is the word in run.xml: "done". */
const char *run_status_name(enum run_status status);

#endif
