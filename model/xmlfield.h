/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_MODEL_XMLFIELD_H
#define PLATEAU_MODEL_XMLFIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/factor.h"

/*
 * A document is read and written by one table for each kind of element: its
 * attributes, and where in a struct the value of each belongs.  What is written
 * is therefore what is read.  Inside model/ only.
 */

enum xmlfield_type {
	FIELD_TEXT,		/* const char *: one line of text */
	FIELD_NAME,		/* const char *: see xmltext.h */
	FIELD_WORD,		/* const char *: one of 'words' */
	FIELD_CHOICE,		/* enum: the place in 'words' */
	FIELD_BOOL,		/* bool: "no" or "yes" */
	FIELD_WHOLE32,		/* unsigned or uint32_t */
	FIELD_WHOLE,		/* uint64_t */
	FIELD_REAL,		/* double, from 0; NAN is left out */
	FIELD_SIGNED,		/* double; NAN is left out */
	FIELD_PERCENT,		/* double, a fraction */
	FIELD_DURATION,		/* uint64_t, ns */
	FIELD_AMOUNT,		/* struct amount; one not told is left out */
	FIELD_UTC		/* uint64_t, ns since 1970; 0 is left out */
};

struct xmlfield {
	const char *name;		/* of the attribute */
	enum xmlfield_type type;
	size_t offset;			/* of the value in its struct */
	bool required;
	const char *fallback;		/* for a missing attribute; NULL: the
					   struct keeps what it has */
	bool sparse;			/* a number or time of 0 is left out */
	uint64_t least, most;		/* whole, duration; most 0: no limit */
	const char *const *words;	/* ends in NULL */
	bool (*good)(double value);	/* for FIELD_REAL, or NULL: any */
	const char *expected;		/* "a number above 0", with 'good' */
};

/* One row: XMLFIELD("rounds", FIELD_WHOLE32, struct plan_stage, rounds,
 * .least = 1).  A table ends in {.name = NULL}. */
#define XMLFIELD(name_, type_, struct_, member_, ...)			\
	{.name = (name_), .type = (type_),				\
	    .offset = offsetof(struct_, member_), __VA_ARGS__}

/* The factors that an element has as attributes beside its fields. */
struct xmlfactors {
	uint32_t allowed;		/* bit set, 1u << enum factor */
	struct factors *values;
	uint32_t *given_out;		/* those that were there, or NULL */
};

#define XMLFACTORS_ALL ((1u << NFACTORS) - 1)

/* The value of a factor whose text could not be read: printed as a mistake,
 * kept so that checks which need the value can leave it out. */
#define XMLFACTOR_UNREADABLE INT64_MIN

#endif
