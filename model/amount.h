/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_MODEL_AMOUNT_H
#define PLATEAU_MODEL_AMOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How much a stage moves: bytes, a share of the target's capacity, or I/Os.
 * All 0: not told, other attributes say when it ends. */
struct amount {
	uint64_t bytes;
	double percent;			/* 400 is four times the capacity */
	uint64_t ios;
};

/* amount_parse() reads "400%", up to 100000%, a size, "30GiB", or "5000io".
 * Returns 0, or -1 with '*why_out' a sentence that can follow the value. */
int amount_parse(const char *text, struct amount *amount_out,
    const char **why_out);

/* amount_format() writes it, in UNITS_TEXT bytes; NULL if it is not told. */
char *amount_format(const struct amount *amount, char *buffer, size_t size);

/* Whether it is told. */
bool amount_is_told(const struct amount *amount);

/* amount_bytes() is what it is on a target of 'capacity' bytes, in blocks of
 * 'block_bytes'. */
uint64_t amount_bytes(const struct amount *amount, uint64_t capacity,
    uint64_t block_bytes);

#endif
