/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_FIELDS_H
#define PLATEAU_COLLECT_FIELDS_H

#include <stddef.h>

/*
 * A line of fields for a terminal of any width: those that matter most are
 * shown where not all fit.
 */
struct field {
	unsigned rank;			/* 1 matters most; none twice */
	char text[128];			/* "": nothing to show */
	char brief[64];			/* if the text does not fit; or "" */
};

/*
 * fields_line() writes into 'line' what fits into 'columns', in the order of
 * the array, two blanks between fields: field by field from rank 1 on, its
 * text, its brief form, or nothing.  Bytes that a terminal would obey become
 * '?'.  Never more than 'columns' characters, and at most size - 1.
 */
void fields_line(char *line, size_t size, const struct field *fields,
    size_t nfields, unsigned columns);

#endif
