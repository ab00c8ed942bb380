/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_MODEL_FACTOR_H
#define PLATEAU_MODEL_FACTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"

/*
 * A factor is what a step holds constant and a loop varies: the mix, the block
 * size, the depth.  One table (factor.c) tells each factor's name, its column
 * in the tables, how it is read and written; plans, loops, tracking variables,
 * --set, the step records of the raw log and the tables all use that table, so
 * a new factor is a new row of it and a few lines where its I/O is made.
 *
 * A value is one int64_t, in the unit that the table names.
 */
enum factor {
	FACTOR_MIX,		/* share of reads, percent, 0 to 100 */
	FACTOR_BLOCK,		/* bytes, or a mixture of sizes */
	FACTOR_THREADS,		/* OS threads, from 1 */
	FACTOR_DEPTH,		/* outstanding I/Os of each thread, from 1 */
	FACTOR_PATTERN,		/* enum pattern, or a mixture of zones */
	FACTOR_REGION,		/* part of the target in use; factor_region() */
	FACTOR_COMPRESSIBLE,	/* percent of each 4 KiB that is zeros */
	FACTOR_RATE,		/* I/Os a second of all threads; 0: none */
	FACTOR_ARRIVAL,		/* enum arrival, of a fixed rate */
	FACTOR_PAUSE,		/* ns without I/O behind the step */
	NFACTORS
};

/* A mixture of zones (model/mixture.h) is random too: the parts' values are the
 * zones' shares of the region in percent, from its beginning. */
enum pattern {
	PATTERN_RANDOM,
	PATTERN_SEQUENTIAL,	/* each thread in a part of its own */
	PATTERN_SHARED		/* all threads together in one sequence */
};

/* When the I/Os of a fixed rate begin. */
enum arrival {
	ARRIVAL_PACED,		/* at equal distances */
	ARRIVAL_POISSON		/* at random, as from many independent users */
};

struct factors {
	int64_t value[NFACTORS];
};

/* factor_defaults(): 100/0 4KiB, 1 thread, depth 1, random, 100%, 0%, no
 * rate, paced, no pause. */
struct factors factor_defaults(void);

/* factor_find() returns the factor called 'name' in plans ("mix", "block",
 * "threads", "depth", "pattern", "region", "compressible", "rate", "arrival",
 * "pause"), or NFACTORS. */
enum factor factor_find(const char *name);

/* The name in plans, and the column in tables ("mix", "block_bytes",
 * "threads", "depth", "pattern", "region_percent", "compressible_percent",
 * "rate_per_s", "arrival", "pause_ns"). */
const char *factor_name(enum factor f);
const char *factor_column(enum factor f);

/* factor_names() lists the names in plans, for messages: "mix, block, ...". */
char *factor_names(struct arena *a);

/*
 * factor_parse() reads a value as plans write it ("65/35", "4KiB", "random").
 * Returns 0, or -1 with '*why_out' a sentence that can follow the value.
 */
int factor_parse(enum factor f, const char *text, int64_t *value_out,
    const char **why_out);

/* factor_format() writes a value as plans write it; FACTOR_TEXT is room. */
#define FACTOR_TEXT 256
char *factor_format(enum factor f, int64_t value, char *buffer, size_t size);

/* factor_format_cell() writes a value as its table column has it: "65/35" for
 * the mix, plain bytes for the block, "random".  factor_parse_cell() reads it
 * again, as factor_parse() does. */
char *factor_format_cell(enum factor f, int64_t value, char *buffer,
    size_t size);
int factor_parse_cell(enum factor f, const char *text, int64_t *value_out,
    const char **why_out);

/* factor_block() is the size of a block, of a mixture the largest one. */
uint64_t factor_block(int64_t value);

/* factor_region() is what a region is of a target of 'bytes': in plans a
 * percentage, or bytes, of which there may be more than the target has. */
uint64_t factor_region(int64_t value, uint64_t bytes);

/* factors_equal() compares all factors. */
bool factors_equal(const struct factors *a, const struct factors *b);

/*
 * factors_to_text() writes all factors as "mix=65/35 block=4KiB ..." in the
 * order of the enum, the form that step records of the raw log keep.
 * factors_from_text() reads it again: unknown names are ignored (a newer
 * writer), missing ones keep their default.  0, or -1 with the reason.
 */
char *factors_to_text(struct arena *a, const struct factors *f);
int factors_from_text(const char *text, struct factors *f_out,
    const char **why_out);

#endif
