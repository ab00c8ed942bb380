/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_COMPARE_REPORT_H
#define PLATEAU_RENDER_COMPARE_REPORT_H

#include "render/report.h"

/*
 * compare_make() sets what the paths name side by side: folders of runs and
 * files of published results.  Of the options it uses language, paper, folder
 * and formats.  All is made in a folder beside and moved into place when it is
 * whole, as report_make() does.
 */
enum report_status compare_make(const struct report_options *o, size_t count,
    const char *const *paths);

#endif
