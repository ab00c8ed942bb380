/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_TEMPLATE_H
#define PLATEAU_RENDER_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "model/plan.h"

/*
 * A report template: which pages a report has and what stands on them, as
 * data.  docs/templates.md is its manual, templates/schema/report.rng its
 * grammar.  Texts are kept as written: "@key" is a text of the catalogue, and
 * {name} stands for a fact; scope.h makes words of them.
 */

enum template_block_type {
	TEMPLATE_FIGURE, TEMPLATE_TABLE, TEMPLATE_TEXT, TEMPLATE_NUMBERS
};

enum template_kind {
	KIND_NONE,
	/* figures */
	KIND_CONVERGENCE,	/* a metric by round, lines by series */
	KIND_WINDOW,	/* a tracked variable in the measurement window */
	KIND_LINES,		/* a metric by x, a line each value of series */
	KIND_BARS,		/* rows x columns, in three dimensions */
	KIND_TIME,		/* metrics over time, bytes or fills */
	KIND_INTENSITY,		/* a second metric over a first one */
	KIND_DISTRIBUTION,	/* how many I/Os took how long */
	KIND_HEAT,		/* the same, record by record */
	KIND_TOIO,		/* IOPS and latency by threads x depth */
	/* tables */
	KIND_MATRIX,	/* rows x columns; a group of rows each metric */
	KIND_VERIFICATION,	/* steady-state determination data of a track */
	KIND_ROUNDS,		/* each tracked variable by round */
	KIND_STEADY,		/* verdict on every tracked variable */
	KIND_COUNTS,		/* issued, logged, analysed */
	KIND_CHECKS, KIND_DEVIATIONS,
	KIND_FINDINGS,		/* what a reviewer would write */
	KIND_PHASES,		/* each part of a round */
	KIND_STAGES,	/* purge, pre-conditioning, tests: what was done */
	KIND_FACTS,		/* identity of the device, host ... */
	KIND_CONTENTS,
	NKINDS
};

/* Factors that a template leaves to the test: its innermost loop, and the loop
 * around that.  template_resolve() puts the test's own in their place. */
#define TEMPLATE_INNER ((enum factor)(NFACTORS + 1))
#define TEMPLATE_OUTER ((enum factor)(NFACTORS + 2))

/* When something is shown: if the value 'when' is known (and, behind a '=',
 * fits a pattern), and the value 'unless' is not; NULL: always. */
struct template_condition {
	const char *when, *unless;
};

/* One of the large numbers of a summary: where to find it. */
struct template_number {
	int line;
	const char *label, *test, *metric, *op;
	const char *claim;		/* what the maker says, or NULL */
	const char *finding;	/* pattern of keys; NULL: it is of a point */
	const char *value;		/* of the finding */
	const char *filters[NFACTORS];	/* as in a block */
};

struct template_block {
	int line;
	struct template_condition shown;
	enum template_block_type type;
	enum template_kind kind;
	const char *name;	/* of its files; the kind if not given */
	const char *title, *subtitle, *note;	/* or NULL */
	const char *text;		/* TEMPLATE_TEXT */
	const char *metrics;		/* names separated by blanks */
	const char *op;			/* "all" */
	enum factor x, series, rows, columns;	/* NFACTORS: not given */
	const char *filters[NFACTORS];	/* value a factor must have, or NULL */
	bool log;			/* scale="log" */
	bool tight;			/* from="data", else from zero */
	const char *of;	/* facts: "device"...; time: "minutes" ... */
	const char *finding;	/* findings: pattern of their keys, or NULL */
	double height_pt;		/* figures; 0: of the kind */
	bool each_track;		/* once for each tracked variable */
	size_t nnumbers;
	struct template_number *numbers;
	size_t fill;	/* so many of what was measured, if there are none */
};

struct template_page {
	int line;
	struct template_condition shown;
	const char *title;
	bool each_track;		/* once for each tracked variable */
	bool numbered;			/* has a caption "Plot A.n" */
	bool below;			/* the page before, if it has room */
	size_t nblocks;
	struct template_block *blocks;
};

/* A label and what stands behind it. */
struct template_cell {
	struct template_condition shown;
	const char *label, *value;
};

struct template_panel {
	struct template_condition shown;
	const char *id;			/* or NULL */
	const char *title;
	size_t ncells;
	struct template_cell *cells;
};

struct template_panels {
	const char *id;
	size_t count;
	struct template_panel *items;
};

/* The third and fourth row of a page; the first whose condition holds. */
struct template_header {
	struct template_condition shown;
	const char *organisation, *document, *revision;
	const char *logo;	/* path of a PNG file, or NULL */
	size_t ncells;
	struct template_cell *cells;
};

struct template_section {
	int line;
	const char *test;	/* pattern of test ids, or NULL: the run */
	struct template_condition shown;
	const char *heading, *subtitle;
	const struct template_panels *panels;
	size_t npages;
	struct template_page *pages;
};

struct template {
	const char *path, *name, *title;
	size_t nheaders;
	struct template_header *headers;
	size_t nparts;			/* panels that others use */
	struct template_panel *parts;
	size_t npanels;
	struct template_panels *panels;
	size_t nsections;
	struct template_section *sections;
};

/* template_resolve() returns a copy of the block in which inner and outer loops
 * are those of the stage; a test without such a loop has block size and mix. */
struct template_block template_resolve(const struct template_block *b,
    const struct plan_stage *stage);

/* template_find() returns the path of the template 'name': the file itself if
 * it has a '/' or ends in ".xml", else reports/NAME.xml of the templates. */
const char *template_find(struct arena *a, const char *name);

/* template_load() reads and checks it.  NULL with every mistake printed as
 * "path:line: what, and what was expected". */
struct template *template_load(struct arena *a, const char *path);

/* template_matches() says whether a test's id fits one of the patterns, which
 * have * and ? and are separated by "|". */
bool template_matches(const char *patterns, const char *id);
#endif
