/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_COMPARE_H
#define PLATEAU_RENDER_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/published.h"
#include "render/fonts.h"
#include "render/compare_sections.h"
#include "render/input.h"
#include "render/lang.h"

/*
 * A comparison: what several runs and published sources say of several drives,
 * brought to one form.  Inside compare*.c.
 *
 * A drive here is a drive under one condition: the same one with other data, in
 * another size or behind another adapter is a variant of it.  Runs of one
 * drive that measured different things are one drive; if they measured the same
 * thing they are several, and the report says so.
 */

enum compare_mark { COMPARE_MEASURED, COMPARE_SIMULATED, COMPARE_PUBLISHED };

enum compare_metric {
	COMPARE_IOPS, COMPARE_MB_S, COMPARE_MEAN, COMPARE_SD, COMPARE_P99,
	COMPARE_P999, COMPARE_P9999, COMPARE_MAX,
	COMPARE_NMETRICS
};

/* The metric as input.h has it: its words, unit and scale. */
const struct metric *compare_metric(enum compare_metric m);

enum compare_kind {
	COMPARE_RANDOM,			/* points of random access */
	COMPARE_SEQUENTIAL,
	COMPARE_SATURATION,		/* one long step, in records */
	COMPARE_PAUSES,			/* points of one load, with pauses */
	COMPARE_SELECTED,		/* points that a plan chose of others */
	COMPARE_RECOVERY,		/* one load, another one, the first */
	COMPARE_NKINDS
};

struct compare_point {
	size_t test;			/* index in the drive's tests */
	const char *op;			/* "all", "read", "write" */
	uint32_t given;			/* factors that are known */
	struct factors at;
	double values[COMPARE_NMETRICS];	/* as in points.tsv; or NAN */
	uint32_t weak;			/* metrics that have too few I/Os */
	bool about;			/* the source says "about" */
	bool mib;			/* the source printed MiB/s */
	/* Selected and recovery: the choice, or the load in words, and its
	 * place in the order. */
	const char *words;
	unsigned part;
	/* Recovery: until, in nanoseconds, the rate is again at 90 % of what
	 * it was before another load; NAN: not told. */
	double again_ns;
	bool is_again;			/* else it was not within that time */
	const char *note;		/* or NULL */
};

struct compare_test {
	enum compare_kind kind;
	const char *title;
	const char *specification, *host;	/* or NULL */
	uint32_t given;			/* factors known and constant */
	struct factors at;
	bool queues;			/* threads or depth were varied */
	unsigned rounds;		/* of the window; 0: not told */
	bool steady_asked, steady_reached;
	double scale;			/* 1: full length; NAN: not told */
	uint64_t step_ns;		/* of a step or record; 0: not told */
	const char *note;		/* or NULL */
	const char *loads;		/* recovery: all of them, in words */
	/* saturation; of recovery, records */
	double begin_iops, end_iops;	/* or NAN */
	bool begin_about, end_about;	/* the source says "about" */
	size_t nrecords;
	/* Where each ends: 'fills' is what was written, in capacities of the
	 * drive; NULL if the capacity is not known. */
	double *minutes, *fills, *records[COMPARE_NMETRICS];
};

struct compare_drive {
	const char *name;		/* unique; for people */
	const char *label;		/* the same with a mark, for figures */
	enum compare_mark mark;
	const char *vendor, *model, *serial, *firmware, *interface, *host;
	const char *hba, *ports;	/* or NULL, as those before */
	size_t npaths;			/* of its runs, as named by the user */
	const char **paths;
	const char *variant, *note, *source;	/* or NULL, as those before */
	uint64_t capacity_bytes;	/* 0: not known */
	int64_t compressible, region;	/* of its tests; -1: not known */
	unsigned family;		/* the same for variants: the colour */
	unsigned place;			/* in the family: the dash */
	int variant_of;			/* index of a drive, or -1 */
	unsigned nruns;			/* that 'source' names */
	size_t ntests, npoints;
	struct compare_test *tests;
	struct compare_point *points;
	const struct published_drive *published;	/* or NULL */
	size_t nclaims;			/* that facts of its run state */
	struct published_claim *claims;
	const char *odd;	/* tests of a form that is not compared */
};

/* What a source says of a model: belongs to all drives of a family. */
struct compare_said {
	unsigned family;
	const char *name;		/* of the drive, there */
	const char *source;
	size_t nclaims, nprices;
	const struct published_claim *claims;
	const struct published_price *prices;
};

/* Something that was not compared, and why. */
struct compare_omission {
	const char *drive, *what, *why;
};

struct compare {
	struct arena *arena;
	const struct lang *lang;
	struct fonts *fonts;
	size_t ndrives;
	struct compare_drive *drives;
	size_t nsources;		/* published files */
	const struct published **sources;
	size_t nreferences;		/* published files of claims alone */
	const struct published **references;
	size_t nsaid;			/* set by compare_say() */
	struct compare_said *said;
	const char *tool;
	uint64_t latest_ns;		/* the last run finished; 0: no run */
	size_t nomissions;
	struct compare_omission *omissions;
	size_t nremarks;		/* sentences on what was found */
	const char **remarks;
	size_t nsections;		/* set by compare_open() */
	struct compare_section *sections;
};

/* compare_load() reads run folders and published files.  0, or -1 with the
 * reason printed. */
int compare_load(struct compare *c, const struct compare_inputs *in);

/* compare_source() names a published source: author and date. */
const char *compare_source(const struct compare *c,
    const struct published *p);

/* compare_name() gives drives names that differ, families and labels; names of
 * the inputs' 'labels' take the place of their own.  0, or -1 with the reason
 * printed: a label is of no drive. */
int compare_name(struct compare *c, const struct compare_inputs *in);

/* compare_is_model() says whether a vendor (or NULL) and model are those of a
 * drive, or of a variant of it. */
bool compare_is_model(const struct compare_drive *d, const char *vendor,
    const char *model);

/* compare_say() collects what sources say of the drives, after
 * compare_name(). */
void compare_say(struct compare *c);

/* compare_omit() notes what is left out, once; compare_remark() a sentence. */
void compare_omit(struct compare *c, const struct compare_drive *d,
    const char *what, const char *why);
void compare_remark(struct compare *c, const char *text);

/* ------------------------------------------------------- what is comparable */

/*
 * How points of several drives are set side by side: a kind, and how many I/Os
 * are outstanding.  Points of which the source does not tell it fit to any.
 */
struct compare_setting {
	enum compare_kind kind;
	int64_t outstanding;		/* threads x depth; 0: of none known */
	bool queues;		/* use tests that vary threads or depth too */
};

/* compare_setting_of() chooses the setting that most drives have, and notes
 * the drives that have points of this kind, but not these.  False if no drive
 * has any. */
bool compare_setting_of(struct compare *c, enum compare_kind kind,
    const char *what, struct compare_setting *setting_out);

/* compare_fits() says whether a point of a drive belongs to a setting. */
bool compare_fits(const struct compare_drive *d,
    const struct compare_point *p, const struct compare_setting *s);

/* compare_find() returns the point at a block size and mix, or NULL; of several
 * the first, but one of a test that looks for steady state before others.
 * 'block' may be COMPARE_UNTOLD: the source does not tell it. */
#define COMPARE_UNTOLD (-1)
const struct compare_point *compare_find(const struct compare_drive *d,
    const struct compare_setting *s, int64_t block, int64_t mix,
    const char *op);

/* compare_values() collects the values of a factor over the points of all
 * drives ('only': of one) that fit and have the metric, ascending.
 * '*values_out' is in the arena. */
size_t compare_values(const struct compare *c,
    const struct compare_drive *only, const struct compare_setting *s,
    enum factor f, enum compare_metric m, int64_t **values_out);

/* The threads, depth and number of I/Os outstanding of a point, in words. */
const char *compare_queue(const struct compare *c, uint32_t given,
    const struct factors *at);
const char *compare_setting_words(const struct compare *c,
    const struct compare_setting *s);

/*
 * Tests of one load as a whole, saturation and pauses.  compare_test_of()
 * returns the test of a drive, of a kind and of the load of 'like' (NULL: any),
 * that has numbers over time or at pauses, of several the longest; or NULL.
 */
const struct compare_test *compare_test_of(const struct compare_drive *d,
    enum compare_kind kind, const struct compare_test *like);

/* compare_loads() finds the loads of such tests, that of the most drives first:
 * a test of each.  Loads that only one drive has, while another one is common,
 * are noted as left out.  At most 'most' are returned. */
size_t compare_loads(struct compare *c, enum compare_kind kind,
    const char *what, size_t most, const struct compare_test **out);

/* compare_load_words() tells block size, mix and, unless they vary, threads and
 * depth of a test; of recovery all its loads. */
const char *compare_load_words(const struct compare *c,
    const struct compare_test *t);

/* compare_add_untold() appends COMPARE_UNTOLD to 'blocks' of compare_values()
 * if there are such points too.  Returns the new count. */
size_t compare_add_untold(const struct compare *c,
    const struct compare_drive *only, const struct compare_setting *s,
    enum compare_metric m, size_t count, int64_t **blocks);

/* compare_is_one_load() says whether a test has one block size and mix, so that
 * of its points nothing varies but threads and depth. */
bool compare_is_one_load(const struct compare_test *t);

/* Words. */
const char *compare_mark_word(const struct compare *c, enum compare_mark m);
const char *compare_block(const struct compare *c, int64_t block);

/* compare_block_row() is the same where the unit stands above, "4";
 * compare_block_cell() is for TSV, as in points.tsv; "" if it is not told. */
const char *compare_block_row(const struct compare *c, int64_t block);
const char *compare_block_cell(const struct compare *c, int64_t block);
const char *compare_mix(const struct compare *c, int64_t mix);
const char *compare_region(const struct compare *c, int64_t region);

/* compare_known() says whether the sources tell a factor. */
static inline bool
compare_known(uint32_t given, enum factor f)
{
	return (given & 1u << f) != 0;
}

#endif
