/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_COMPARE_REPORT_H
#define PLATEAU_RENDER_COMPARE_REPORT_H

#include "render/compare_sections.h"
#include "render/report.h"

/*
 * compare_make() makes the pages, figures and tables of a comparison.  Of the
 * options it uses language, paper, folder
 * and formats.  All is made in a folder beside and moved into place when it is
 * whole, as report_make() does.
 */
enum report_status compare_make(const struct report_options *o,
    const struct compare_inputs *in);

#endif
