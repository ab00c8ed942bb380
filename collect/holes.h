/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_HOLES_H
#define PLATEAU_COLLECT_HOLES_H

#include <stdbool.h>

#include "collect/target.h"
#include "model/plan.h"

/*
 * holes_are_read() says whether a test of the plan reads blocks that were never
 * written, which drives and file systems answer from their tables alone: of a
 * target that is new or was purged, as far as no fill covers it, and in the
 * holes of a file.  What a device holds that is not purged is not known and
 * taken for written.  For a target that was just opened.
 */
bool holes_are_read(const struct plan *plan, const struct target *t);

#endif
