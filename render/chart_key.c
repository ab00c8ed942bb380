/* SPDX-License-Identifier: BSD-2-Clause */
#include "render/chart_key.h"
#include "render/chart_style.h"
#include "render/style.h"

static double
add_key(struct work *w, const struct chart_series *s, double x,
    double baseline)
{
	struct layout_panel *p = &w->layout->panels[0];
	struct chart_look style = chart_style_of(s->colour);
	double middle = baseline - CHART_TICK_PT * 0.34;
	bool filled = s->style == CHART_BARS || s->style == CHART_BAND;
	bool marked = s->style == CHART_LINE_POINTS ||
	    s->style == CHART_POINTS || s->style == CHART_DOTS;
	bool lined = !filled && s->style != CHART_POINTS &&
	    s->style != CHART_DOTS;

	if (filled) {
		p->swatches = arena_grow(w->arena, p->swatches, p->nswatches,
		    sizeof(*p->swatches));
		p->swatches[p->nswatches++] = (struct layout_swatch){
			x, middle - 3, x + 10, middle + 3, style.rgb,
			s->style == CHART_BAND ? 0.25 : 1,
		};
	}
	/* gnuplot makes one path, of one dash, of lines that follow each other in
	 * one colour and width: those of variants differ by a trifle. */
	if (lined)
		work_line(w, 0, (struct layout_line){
			{x, middle}, {x + 18, middle}, (s->thin ? 0.7 : 1.5) +
			0.01 * (double)(s->colour / CHART_VARIANT), style.rgb, s->thin || s->solid ? "1" : style.dash,
		});
	if (marked) {
		p->markers = arena_grow(w->arena, p->markers, p->nmarkers,
		    sizeof(*p->markers));
		p->markers[p->nmarkers++] = (struct layout_marker){
			x + (lined ? 9 : 5), middle, style.rgb, style.marker,
			style.marker_size,
		};
	}
	return x + (lined ? 22 : 14);
}

/* A row has more room than the column beside the panels. */
#define KEY_MOST_PT 220.0

double
key_add(struct work *w, double baseline)
{
	double x = WORK_EDGE_PT;
	bool any = false;

	for (size_t n = 0; n < w->chart->npanels; n++)
		for (size_t i = 0; i < w->chart->panels[n].nseries; i++) {
			const struct chart_series *s =
			    &w->chart->panels[n].series[i];

			if (!work_is_labelled(s, CHART_LABEL_KEY) ||
			    work_last_point(
			    &w->layout->panels[n].drawn[i]) == NULL)
				continue;
			const char *name = fonts_fit(w->fonts, w->arena,
			    FONT_REGULAR, CHART_TICK_PT, KEY_MOST_PT,
			    text_clean(w->arena, s->name));
			double wide = work_width(w, FONT_REGULAR, CHART_TICK_PT,
			    name);
			if (x > WORK_EDGE_PT && x + 22 + wide >
			    w->chart->width_pt - WORK_EDGE_PT) {
				x = WORK_EDGE_PT;
				baseline += 11;
			}
			x = add_key(w, s, x, baseline);
			work_text(w, 0, (struct layout_text){
				.x = x, .baseline = baseline, .text = name,
				.size_pt = CHART_TICK_PT, .rgb = STYLE_INK,
			});
			x += wide + 14;
			any = true;
		}
	return any ? baseline + 11 : baseline;
}
