/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_COMPARE_LOAD_H
#define PLATEAU_RENDER_COMPARE_LOAD_H

#include "render/compare.h"

/* Inputs of a comparison brought to one form; inside compare_*.c. */

/* load_drive(), load_test() and load_point() append an empty one, or a copy of
 * a drive; the last two to a drive's own. */
struct compare_drive *load_drive(struct compare *c,
    const struct compare_drive *d);
struct compare_test *load_test(struct arena *a, struct compare_drive *d);
struct compare_point *load_point(struct arena *a, struct compare_drive *d);

/* load_joined() is 'left', 'between' and 'right'; one that is NULL goes away
 * with what is between. */
const char *load_joined(struct arena *a, const char *left,
    const char *between, const char *right);

/* load_common() is what all tests of a drive have of a factor; -1 if they
 * differ. */
int64_t load_common(const struct compare_drive *d, enum factor f);

/* load_run() reads a run, as a drive that stands in no comparison yet;
 * load_published() appends the drives of a published file.  0, or -1 with the
 * reason printed. */
int load_run(struct compare *c, const char *dir,
    struct compare_drive *drive_out);
int load_published(struct compare *c, const char *path);

#endif
