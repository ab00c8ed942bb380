/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "base/report.h"
#include "base/units.h"
#include "render/options.h"

int
options_formats(struct report_options *o, const char *list)
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

int
options_dpi(struct report_options *o, const char *text)
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

int
options_paper(struct report_options *o, const char *name)
{
	o->paper = page_paper_find(name);
	if (o->paper == NULL) {
		warn_msg("--paper %s: expected a4 or letter", name);
		return -1;
	}
	return 0;
}
