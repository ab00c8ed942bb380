/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_COMPARE_FORM_H
#define PLATEAU_RENDER_COMPARE_FORM_H

#include "model/plan.h"
#include "render/compare.h"

/*
 * What of a test of a plan can be set beside others; inside compare_*.c.
 *
 * compare_form() returns its kind, or COMPARE_NKINDS if nothing can: it has a
 * fixed rate, or phases that are not of one of these forms.  '*phase_out' is
 * the phase whose points are compared; NULL: those of the whole test.
 */
enum compare_kind compare_form(const struct plan_stage *stage,
    const struct plan_phase **phase_out);

/* compare_form_varies() says whether points of such a phase, or test, differ
 * in a factor. */
bool compare_form_varies(const struct plan_stage *stage,
    const struct plan_phase *phase, enum factor f);

#endif
