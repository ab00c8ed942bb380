/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "render/logo.h"

#define DPI 300.0	/* of print; the picture is on each page */

int
logo_load(struct arena *a, const char *path, struct logo *logo_out)
{
	uint8_t *rgb;

	if (canvas_png_read(a, path, &logo_out->columns, &logo_out->rows,
	    &rgb) == -1)
		return -1;
	logo_out->rgb = rgb;
	return 0;
}

/* Points a pixel, so that the picture fits. */
static double
fit(const struct logo *logo, double width_pt, double height_pt)
{
	return fmin(width_pt / logo->columns, height_pt / logo->rows);
}

/* The mean of the pixels that become one. */
static void
average(const struct logo *from, const struct logo *to, unsigned x, unsigned y,
    uint8_t *rgb)
{
	unsigned left = x * from->columns / to->columns;
	unsigned right = (x + 1) * from->columns / to->columns;
	unsigned top = y * from->rows / to->rows;
	unsigned bottom = (y + 1) * from->rows / to->rows;
	unsigned count = (right - left) * (bottom - top);

	for (unsigned k = 0; k < 3; k++) {
		uint64_t sum = 0;

		for (unsigned v = top; v < bottom; v++)
			for (unsigned u = left; u < right; u++)
				sum += from->rgb[3 * ((size_t)v *
				    from->columns + u) + k];
		rgb[k] = (uint8_t)((sum + count / 2) / count);
	}
}

void
logo_shrink(struct arena *a, struct logo *logo, double width_pt,
    double height_pt)
{
	double scale = fit(logo, width_pt, height_pt) * DPI / 72;
	struct logo small = {
		.columns = (unsigned)fmax(1, ceil(logo->columns * scale)),
		.rows = (unsigned)fmax(1, ceil(logo->rows * scale)),
	};

	if (scale >= 1)
		return;
	uint8_t *rgb = arena_alloc(a, (size_t)small.columns * small.rows * 3);
	for (unsigned y = 0; y < small.rows; y++)
		for (unsigned x = 0; x < small.columns; x++)
			average(logo, &small, x, y, rgb + 3 *
			    ((size_t)y * small.columns + x));
	small.rgb = rgb;
	*logo = small;
}

void
logo_draw(struct canvas *c, const struct logo *logo, double x, double y,
    double width_pt, double height_pt)
{
	double scale = fit(logo, width_pt, height_pt);
	double width = logo->columns * scale, height = logo->rows * scale;

	canvas_image(c, x + (width_pt - width) / 2, y + (height_pt - height) /
	    2, width, height, logo->columns, logo->rows, logo->rgb);
}
