/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_SCOPE_H
#define PLATEAU_RENDER_SCOPE_H

#include <stdbool.h>

#include "base/arena.h"
#include "render/input.h"
#include "render/lang.h"
#include "render/template.h"

/*
 * What the words of a template mean at one place of a report: the run, and,
 * where there is one, the test and the tracked variable in hand.
 * docs/templates.md lists the names.
 */
struct scope {
	struct arena *arena;
	const struct input *in;
	const struct lang *lang;
	const struct result_test *test;		/* or NULL */
	const struct plan_stage *stage;		/* of the test */
	const struct result_track *track;	/* or NULL */
	unsigned depth;			/* of texts that name texts */
};

/* scope_value() returns what {name} stands for, clean text for print, or NULL
 * if the run does not know. */
const char *scope_value(const struct scope *s, const char *name,
    size_t length);

/*
 * scope_expand() makes a template's text into words: "@key" becomes the text of
 * the catalogue, then each {name} its value.  A value that is not known stands
 * as an en dash; a text that is all unknown values is one en dash.  A name that
 * scope.c does not know stays as written, with a warning.  NULL gives NULL.
 */
const char *scope_expand(const struct scope *s, const char *text);

/* scope_holds() says whether something with this condition is shown here. */
bool scope_holds(const struct scope *s,
    const struct template_condition *condition);

/* scope_section() returns the first section of 't' that fits the test in hand,
 * or NULL. */
const struct template_section *scope_section(const struct scope *s,
    const struct template *t);

/* scope_is_file() says whether a file was measured; scope_is_of_disk() whether
 * a fact of the device is then one of the disk below it. */
bool scope_is_file(const struct scope *s);
bool scope_is_of_disk(const struct scope *s, const char *fact);

/* scope_drive() is what the drive of the run is called: by maker and model, a
 * simulated one by its profile, which is shorter than its title. */
const char *scope_drive(const struct scope *s);

/* scope_is_number() says whether a vendor's name is only its number on a bus,
 * "0x1af4": such are not printed. */
bool scope_is_number(const char *vendor);

/* scope_track_label() names a tracked variable of a test in the language of the
 * report: "IOPS, RND 4 KiB, R/W 0/100". */
const char *scope_track_label(const struct scope *s,
    const struct result_test *test, const struct result_track *track);

/* scope_result() returns what the analyzer found of a test, or NULL. */
const struct result_test *scope_result(const struct scope *s,
    const struct plan_stage *stage);

/* scope_plan_word() is a word of plans ("random", "paced") in the language of
 * the report, or the word. */
const char *scope_plan_word(const struct scope *s, const char *space,
    const char *word);

/* scope_title() is a plan's title of a run, test or phase in the language of
 * the report, or the name of one without a title. */
const char *scope_title(const struct scope *s, const char *title,
    const char *id);

/* scope_phase_title() is that of a phase of the test in hand; with its number
 * where two of them have one title. */
const char *scope_phase_title(const struct scope *s,
    const struct plan_phase *phase);

/* scope_factor() writes a factor's value for people: "4 KiB", "65/35". */
const char *scope_factor(const struct scope *s, enum factor f, int64_t value);

/* scope_factor_axis() is the same on an axis that names the unit: "4". */
const char *scope_factor_axis(const struct scope *s, enum factor f,
    int64_t value);

/* scope_factor_doubles() says whether values of a factor stand on an axis by
 * their logarithm: sizes and depths do, mixtures of sizes cannot. */
bool scope_factor_doubles(enum factor f, const int64_t *values, size_t count);

#endif
