/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_MODEL_PUBLISHED_H
#define PLATEAU_MODEL_PUBLISHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/factor.h"

/*
 * Published results: numbers that stand in print, with their source, to be set
 * beside measurements.  They are kept as printed, in the unit of the source;
 * what is known to be wrong there has a note.  docs/published.md is the manual,
 * templates/schema/published.rng the grammar.
 */

/* What a point, or a claim of the maker, states.  Numbers that are not stated
 * are NAN, times 0. */
struct published_values {
	double iops, mb_s, mib_s, tps;
	uint64_t lat_mean_ns, lat_sd_ns, lat_p99_ns, lat_p999_ns, lat_p9999_ns,
	    lat_max_ns;
};

/* Factors that the source does not tell are not in 'given' (a bit set, 1u <<
 * enum factor). */
struct published_point {
	int line;
	const char *op;			/* "all", "read", "write" */
	uint32_t given;
	struct factors at;
	struct published_values values;
	bool about;			/* the source says "about" */
	bool at_end;	/* of a saturation test: else its begin */
	const char *note;		/* or NULL */
};

struct published_claim {
	int line;
	const char *text;		/* "random read" */
	const char *conditions;		/* in the maker's words, or NULL */
	uint32_t given;
	struct factors at;
	struct published_values values;	/* one of them */
	const char *note;		/* or NULL */
};

enum published_kind {
	PUBLISHED_RANDOM, PUBLISHED_SEQUENTIAL, PUBLISHED_SATURATION
};

struct published_test {
	int line;
	enum published_kind kind;
	const char *title;
	uint32_t given;			/* the same for all its points */
	struct factors at;
	unsigned rounds, window;	/* 0: not told */
	const char *specification, *host, *note;	/* or NULL */
	size_t npoints;
	struct published_point *points;
};

struct published_instance {
	const char *name;		/* "VM 1", or NULL */
	struct published_values values;
};

/* What a drive did under an application, in several instances at a time. */
struct published_application {
	int line;
	const char *name, *load;
	const char *aggregate;	/* how 'values' sum up: "sum", "mean" */
	struct published_values values;
	const char *note;		/* or NULL */
	size_t ninstances;
	struct published_instance *instances;
};

/* What a drive cost somewhere, once. */
struct published_price {
	int line;
	double amount;
	const char *currency;		/* "USD": three letters */
	const char *date, *source;
	const char *note;		/* or NULL */
};

struct published_drive {
	int line;
	const char *id, *name;		/* name: for people */
	const char *variant_of;		/* id of another drive, or NULL */
	const char *variant;		/* how it differs, or NULL */
	const char *vendor, *model, *serial, *firmware, *interface, *ports;
	const char *note;		/* or NULL, as those before */
	uint64_t capacity_bytes;	/* 0: not told */
	size_t nclaims, ntests, napplications, nprices;
	struct published_claim *claims;
	struct published_price *prices;
	struct published_test *tests;
	struct published_application *applications;
};

/* A drive in percent of another, where the source prints only that. */
struct published_relation {
	int line;
	const char *drive, *of;		/* ids */
	const char *text;		/* of what, under which load */
	double least, most;		/* percent; equal if there is one */
	const char *note;		/* or NULL */
};

struct published {
	const char *path;
	const char *title, *author;
	const char *date;		/* "2020-04-08", "2017"; or NULL */
	const char *site, *language, *host, *note;	/* or NULL */
	size_t ndrives, nrelations;
	struct published_drive *drives;
	struct published_relation *relations;
};

/* published_load() reads and checks the file 'path'.  NULL with every mistake
 * printed as "path:line: what, and what was expected". */
struct published *published_load(struct arena *a, const char *path);

#endif
