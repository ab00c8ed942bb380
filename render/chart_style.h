/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_CHART_STYLE_H
#define PLATEAU_RENDER_CHART_STYLE_H

#include <stdint.h>

/* How a colour number of chart.h is drawn: gnuplot's dash, marker and the size
 * of that. */
struct chart_look {
	uint32_t rgb;
	const char *dash;
	unsigned marker;
	double marker_size;
};

struct chart_look chart_style_of(unsigned colour);

/* chart_letter_colour() darkens a pale colour: it carries a line, but not
 * letters. */
uint32_t chart_letter_colour(uint32_t rgb);

#endif
