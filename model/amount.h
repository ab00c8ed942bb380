/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_MODEL_AMOUNT_H
#define PLATEAU_MODEL_AMOUNT_H

#include <stddef.h>
#include <stdint.h>

/* How much a stage moves: bytes, or a share of the target's capacity.  Both
 * 0: not told, other attributes say when it ends. */
struct amount {
	uint64_t bytes;
	double percent;			/* 400 is four times the capacity */
};

/* amount_parse() reads "400%", up to 100000%, or a size, "30GiB".  Returns 0,
 * or -1 with '*why_out' a sentence that can follow the value. */
int amount_parse(const char *text, struct amount *amount_out,
    const char **why_out);

/* amount_format() writes it, in UNITS_TEXT bytes; NULL if it is not told. */
char *amount_format(const struct amount *amount, char *buffer, size_t size);

/* amount_bytes() is what it is on a target of 'capacity' bytes. */
uint64_t amount_bytes(const struct amount *amount, uint64_t capacity);

#endif
