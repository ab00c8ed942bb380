/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_OPTIONS_H
#define PLATEAU_RENDER_OPTIONS_H

#include "render/report.h"

/* Values of options that reports and comparisons share: 0, or -1 with the
 * reason printed. */

/* options_formats() reads "pdf,svg". */
int options_formats(struct report_options *o, const char *list);
int options_dpi(struct report_options *o, const char *text);
int options_paper(struct report_options *o, const char *name);

#endif
