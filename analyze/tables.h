/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_TABLES_H
#define PLATEAU_ANALYZE_TABLES_H

#include "analyze/test.h"

/*
 * The plain tables in RUN/results/, written test by test, so that only one
 * test is in memory at a time.  docs/run.md tells their columns.
 */
struct tables;

/* tables_open() starts them all in the folder 'dir'.  NULL with the reason
 * printed. */
struct tables *tables_open(const char *dir);

/* tables_add() appends the rows of a test. */
void tables_add(struct tables *t, const struct test *test);

/* tables_tell() has 'r' tell how many rows each has. */
void tables_tell(const struct tables *t, struct arena *a, struct results *r);

/* tables_flush() writes all rows to the disk, so that no lack of room can leave
 * new tables beside old ones.  0, or -1 with the reason printed. */
int tables_flush(struct tables *t);

/* tables_close() puts the tables in place.  0, or -1 with the reason printed.
 * tables_abort() drops them; NULL is harmless.  Both free 't'. */
int tables_close(struct tables *t);
void tables_abort(struct tables *t);

#endif
