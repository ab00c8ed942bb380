/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_REVIEW_WORK_H
#define PLATEAU_RENDER_REVIEW_WORK_H

#include "render/review.h"
#include "render/scope.h"

/* A review in the making: what the files that work on it share. */

/* review_file_name() makes a name for files of lower-case letters, digits and
 * '-', not used before. */
const char *review_file_name(struct review *r, const char *wanted);

void review_add_sheet(struct review *r, struct exhibit *e,
    struct sheet *sheet);

/* review_run() is the run of this name; review_scope() the scope of a test of
 * it (NULL: of the run), false if there is no such test. */
const struct input *review_run(const struct review *r, const char *id);
bool review_scope(const struct review *r, const char *run, const char *test,
    struct scope *scope_out);

/* Something that is not there: a text of the catalogue, with the names in it;
 * 'there_are' tells what there is, or is NULL. */
struct review_lack {
	const char *key, *where, *in, *what, *name, *there_are;
};

/* review_miss() tells of it at the terminal and returns what the article says
 * of it. */
const char *review_miss(struct review *r, const struct article_node *node,
    const struct review_lack *lack);

/* A number of a run, as it is printed; NAN: there is none, which was told. */
struct review_number {
	double value;
	const struct metric *metric;
};
struct review_number review_find_number(struct review *r,
    const struct article_node *node);

/* review_number_words() is a number with the unit of another. */
const char *review_number_words(const struct review *r,
    const struct review_number *n, double value);

/* These make what the elements of their names show. */
void review_show_specification(struct review *r,
    const struct article_node *node, struct exhibit *e);
void review_show_claims(struct review *r, const struct article_node *node,
    struct exhibit *e);
void review_show_devices(struct review *r, const struct article_node *node,
    struct exhibit *e);
void review_show_bench(struct review *r, const struct article_node *node,
    struct exhibit *e);
void review_show_findings(struct review *r, const struct article_node *node,
    struct exhibit *e);

#endif
