/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_REVIEW_INIT_H
#define PLATEAU_RENDER_REVIEW_INIT_H

#include "render/report.h"

/*
 * review_init() writes DIR/article.xml, the first draft of an article about
 * runs and published results: all that they can show, what was found in words,
 * and what is left to be written.  'languages' is a list as "en,ru", NULL "en".
 * A file that is there is not replaced.
 */
enum report_status review_init(size_t count, const char *const *paths,
    const char *languages, const char *dir, bool quiet);

#endif
