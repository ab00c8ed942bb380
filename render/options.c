/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "base/report.h"
#include "base/units.h"
#include "render/options.h"

struct options
options_defaults(void)
{
	return (struct options){.report = {.language = "en",
	    .paper = page_paper_find("a4"), .pdf = true, .svg = true,
	    .dpi = 150}};
}

/* Reads "pdf,svg". */
static int
read_formats(struct report_options *o, const char *list)
{
	o->pdf = o->svg = o->png = o->html = false;
	for (const char *p = list;;) {
		size_t length = strcspn(p, ",");

		if (length == 3 && strncmp(p, "pdf", 3) == 0)
			o->pdf = true;
		else if (length == 3 && strncmp(p, "svg", 3) == 0)
			o->svg = true;
		else if (length == 3 && strncmp(p, "png", 3) == 0)
			o->png = true;
		else if (length == 4 && strncmp(p, "html", 4) == 0)
			o->html = true;
		else {
			warn_msg("--as %s: expected a list of pdf, svg, png, "
			    "html", list);
			return -1;
		}
		if (p[length] == '\0')
			return 0;
		p += length + 1;
	}
}

static int
read_dpi(struct report_options *o, const char *text)
{
	uint64_t dpi;
	const char *why;

	if (units_parse_whole(text, 36, 1200, &dpi, &why) == -1) {
		warn_msg("--dpi %s: %s (36 to 1200)", text, why);
		return -1;
	}
	o->dpi = (double)dpi;
	return 0;
}

static int
read_paper(struct report_options *o, const char *name)
{
	o->paper = page_paper_find(name);
	if (o->paper == NULL) {
		warn_msg("--paper %s: expected a4 or letter", name);
		return -1;
	}
	return 0;
}

int
options_take(struct options *o, int option, char *argument)
{
	switch (option) {
	case OPTION_LANG:
		o->report.language = argument;
		return 0;
	case OPTION_PAPER:
		return read_paper(&o->report, argument);
	case OPTION_AS:
		return read_formats(&o->report, argument);
	case OPTION_DPI:
		return read_dpi(&o->report, argument);
	case 'o':
		o->report.dir = argument;
		return 0;
	case 'q':
		o->quiet = true;
		return 0;
	case 'h':
		return 1;
	default:
		return -1;
	}
}

int
options_usage(const char *verb)
{
	fprintf(stderr, "plateau %s --help tells how to use it\n", verb);
	return 2;
}

int
options_exit(const struct options *o, enum report_status status,
    const char *dir, const char *document)
{
	switch (status) {
	case REPORT_BAD_INPUT:
		return 2;
	case REPORT_FAILED:
		return 1;
	case REPORT_OK:
		break;
	}
	if (o->quiet)
		return 0;
	if (o->report.pdf)
		printf("%s/%s\n", dir, document);
	if (o->report.svg || o->report.png)
		printf("%s/pages/\n", dir);
	printf("%s/figures/\n%s/tables/\n", dir, dir);
	return 0;
}
