/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_REPORT_H
#define PLATEAU_RENDER_REPORT_H

#include <stdbool.h>

#include "render/page.h"

/* What a report is made of, and what is made. */
struct report_options {
	const char *run;		/* the run directory */
	const char *template;		/* "snia-pts", or a file */
	const char *language;		/* "en" */
	const struct page_paper *paper;
	const char *dir;		/* where to; NULL: RUN/report */
	bool pdf, svg, png;
	bool html;			/* tables too */
	double dpi;			/* of PNG */
	size_t nfacts;
	const char **facts;	/* "device.nand=TLC": stated, not found */
};

/*
 * report_make() renders a run: the pages in the asked formats, each figure and
 * each table in files of its own.  All is made in a folder beside and moved
 * into place when it is whole; files of an earlier report that this one does
 * not have are removed.  On failure the reason is printed and the earlier
 * report stays as it was.
 */
enum report_status {
	REPORT_OK,
	REPORT_FAILED,
	REPORT_BAD_INPUT,		/* run, template or catalogue */
};
enum report_status report_make(const struct report_options *o);

#endif
