/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_REVIEW_FINDINGS_H
#define PLATEAU_RENDER_REVIEW_FINDINGS_H

#include "base/arena.h"
#include "model/results.h"

/* As many of a run as an article tells, if it does not say how many. */
#define REVIEW_FINDINGS 8

/*
 * review_choose_findings() chooses at most 'most' of what the analyzer found in
 * a test (NULL: in all), the weightiest first.  Of a kind of which a test has
 * more than three, the first and the last stand for all, of shares of I/Os the
 * least; that a load was not saturated is not told.  Returns how many.
 */
size_t review_choose_findings(struct arena *a, const struct results *r,
    const char *test, size_t most,
    const struct result_finding ***findings_out);

#endif
