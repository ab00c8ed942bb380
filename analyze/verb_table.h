/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_VERB_TABLE_H
#define PLATEAU_ANALYZE_VERB_TABLE_H

/* verb_table() is "plateau table RUN --test T --as md|tsv|html": prints the
 * table that a review shows of a test.  Returns the exit status. */
int verb_table(int argc, char **argv);

#endif
