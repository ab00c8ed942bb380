/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_REVIEW_BUILD_H
#define PLATEAU_RENDER_REVIEW_BUILD_H

#include <stdbool.h>

#include "render/report.h"

/* What is made of an article. */
struct review_options {
	const char *article;		/* the file */
	const char *languages;		/* "en,ru"; NULL: all that it has */
	const struct page_paper *paper;
	const char *dir;		/* where to */
	bool pdf, html, markdown;
	double dpi;			/* of pictures beside Markdown */
	bool final;			/* what is not finished is refused */
	bool dry_run;			/* nothing is written */
	bool quiet;			/* do not print what was made */
};

/*
 * review_build() makes an article, in each language, as NAME.LANG.html, .pdf
 * and .md, with figures-LANG/ and tables-LANG/ beside them, NAME being that of
 * its file.  All is made in a folder beside and moved into place when it is
 * whole.
 */
enum report_status review_build(const struct review_options *o);

#endif
