/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_VERB_ANALYZE_H
#define PLATEAU_ANALYZE_VERB_ANALYZE_H

#include "analyze/options.h"
#include "analyze/share.h"

/* verb_analyze() analyzes one run: a folder, or a raw log alone.  With 'share'
 * it only counts those of its logs that the share has. */
enum outcome verb_analyze(const char *path, const struct options *o,
    struct share *share);

#endif
