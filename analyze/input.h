/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_INPUT_H
#define PLATEAU_ANALYZE_INPUT_H

#include "model/results.h"

/* load_results() reads the results in the folder 'dir', which are those of its
 * run.xml where there is one.  NULL with the reason printed. */
const struct results *load_results(struct arena *a, const char *dir);

#endif
