/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_COLUMN_H
#define PLATEAU_IOLOG_COLUMN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "iolog/format.h"

/*
 * The columns of a data frame: lists of whole numbers, each stored in the
 * smallest of the encodings.  A column of zeros is not stored at all.
 */

/* ------------------------------------------------------------------ writing */

/* A payload under construction: directory and columns. */
struct iolog_payload {
	uint8_t directory[FORMAT_COLUMNS_MOST * COLUMN_ENTRY_BYTES];
	unsigned ncolumns;
	uint8_t *data;			/* the columns, padded to 8 bytes */
	size_t length, room;
	uint32_t *low, *nonzero;	/* scratch, values_most each */
	uint8_t *trial;			/* scratch, one encoded column */
	size_t values_most;
	bool small;			/* try the prefix code too: fewer bytes,
					   but slower to read */
};

/*
 * iolog_payload_init() takes memory for columns of up to 'values_most' values;
 * 0, or -1 with errno.  iolog_payload_free() gives it back.
 * iolog_payload_clear() begins a new frame.
 */
int iolog_payload_init(struct iolog_payload *p, size_t values_most);
void iolog_payload_free(struct iolog_payload *p);
void iolog_payload_clear(struct iolog_payload *p);

/*
 * A place in a payload: iolog_payload_rewind() forgets what was added behind
 * it, iolog_payload_drop() what was added between two.
 */
struct iolog_mark {
	unsigned ncolumns;
	size_t length;
};
struct iolog_mark iolog_payload_mark(const struct iolog_payload *p);
void iolog_payload_rewind(struct iolog_payload *p, const struct iolog_mark *m);
void iolog_payload_drop(struct iolog_payload *p, const struct iolog_mark *from,
    const struct iolog_mark *to);

/* iolog_payload_values() adds the column 'id' of 'n' values, and a list of
 * their upper halves if any is over 32 bits. */
void iolog_payload_values(struct iolog_payload *p, unsigned id,
    unsigned parameter, const uint64_t *values, size_t n);

/* iolog_payload_signed() does so as zigzag numbers, which it makes of 'values',
 * if any is negative. */
void iolog_payload_signed(struct iolog_payload *p, unsigned id,
    unsigned parameter, uint64_t *values, size_t n);

/* iolog_payload_constant() adds the column 'id' of values all alike. */
void iolog_payload_constant(struct iolog_payload *p, unsigned id,
    unsigned parameter, uint32_t value);

/* iolog_payload_bytes() adds a column as it is. */
void iolog_payload_bytes(struct iolog_payload *p, unsigned id,
    unsigned encoding, unsigned parameter, const void *bytes, size_t length);

/* ------------------------------------------------------------------ reading */

/* A column as it lies in a payload.  One that is absent has no data. */
struct iolog_column {
	unsigned id, encoding, parameter;
	const uint8_t *data;
	uint32_t length;
};

/* Upper halves of values: 'count' pairs of u32, index and upper half. */
struct iolog_wide {
	const uint8_t *pairs;
	uint32_t count;
};

/*
 * iolog_columns_find() checks the directory of 'ncolumns' entries at 'payload'
 * and whether columns and slack are in its 'length' bytes.  columns_out has
 * FORMAT_COLUMNS_MOST entries.  Returns 0, or -1 if it is no valid payload or
 * has a column that must not be skipped and is not known.
 */
int iolog_columns_find(const uint8_t *payload, size_t length,
    unsigned ncolumns, struct iolog_column *columns_out);

/* iolog_column_get() returns the column 'id' of 'ncolumns', or one that is
 * absent. */
struct iolog_column iolog_column_get(const struct iolog_column *columns,
    unsigned ncolumns, unsigned id);

/*
 * iolog_column_wide() finds the upper halves of the column 'id': none, or in
 * ascending order of index, below n.  Returns 0, or -1 if they are not so.
 */
int iolog_column_wide(const struct iolog_column *columns, unsigned ncolumns,
    unsigned id, size_t n, struct iolog_wide *wide_out);

/*
 * iolog_column_decode() reads the lower halves of 'n' values.  'to' has room
 * for n rounded up to 256; so has 'scratch'.  Returns 0, or -1 if the bytes
 * are no such column.
 */
int iolog_column_decode(const struct iolog_column *c, uint32_t *to, size_t n,
    uint32_t *scratch);

/* iolog_column_is_constant() says whether all values are one, and which; then
 * there is nothing to decode. */
bool iolog_column_is_constant(const struct iolog_column *c,
    uint32_t *value_out);

/* Signed numbers as unsigned ones, small if their size is small. */
static inline uint64_t
iolog_zigzag(uint64_t v)
{
	return v << 1 ^ (0 - (v >> 63));
}

static inline uint64_t
iolog_unzigzag(uint64_t v)
{
	return v >> 1 ^ (0 - (v & 1));
}

#endif
