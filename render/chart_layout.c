/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "render/chart_layout.h"
#include "render/chart_place.h"
#include "render/lang.h"
#include "render/style.h"

#define TITLE_PT 10.0
#define LABEL_PT 8.0			/* direct labels, bold */
#define LABEL_GAP_PT 9.0
#define EDGE_PT 6.0			/* around the whole figure */

/* gnuplot puts tick labels this far from an axis at our tick lengths. */
#define Y_LABEL_PT 8.4
#define X_LABEL_PT 14.5
#define X_TITLE_PT 26.0

/* Above a panel: the unit of its axis. */
#define UNIT_RISE_PT 9.0

/* Height of capitals and depth of descenders, of a size. */
#define ASCENT 0.74
#define DESCENT 0.22

#define MOST_LABEL_PT 120.0

/* Palette, dark to light so that grey print keeps the order; the last two for
 * averages and limits.  The dash and the marker tell lines apart without any
 * colour. */
static const struct layout_style styles[CHART_NCOLOURS] = {
	{0x003a70, "1", 7, 0.42}, {0xc8401e, "(6,2)", 5, 0.40},
	{0x1b8a6b, "(2,1.6)", 9, 0.50}, {0xd98e04, "(8,2,1.5,2)", 13, 0.50},
	{0x5ba7d9, "(4,1.5,1,1.5,1,1.5)", 6, 0.42},
	{0x8e5aa8, "(10,3)", 4, 0.40}, {0x6b6b6b, "(1,1.5)", 8, 0.50},
	{0x000000, "1", 12, 0.50},
};
static const uint32_t ramp[] = {
	0x08306b, 0x0d4a8c, 0x1c64a6, 0x337fbb, 0x4f97ca, 0x6aabd6, 0x84bbdf,
	0x9bc8e6,
};
#define NRAMP (sizeof(ramp) / sizeof(ramp[0]))

struct layout_style
chart_style_of(unsigned colour)
{
	if (colour < CHART_RAMP)
		return styles[colour % CHART_NCOLOURS];
	/* Tone tells the order; dash and marker tell neighbours apart, and lines
	 * that coincide: only the first, which lies below, is solid. */
	unsigned n = (colour - CHART_RAMP) % NRAMP;
	struct layout_style s = styles[n];
	s.rgb = ramp[n];
	if (n == CHART_BLACK)
		s.dash = "(3,1)";
	return s;
}

uint32_t
chart_colour(unsigned colour)
{
	return chart_style_of(colour).rgb;
}

/* Pale colours carry a line but not letters: they are darkened. */
static uint32_t
letter_colour(uint32_t rgb)
{
	for (int i = 0; i < 10; i++) {
		unsigned r = rgb >> 16 & 0xff, g = rgb >> 8 & 0xff,
		    b = rgb & 0xff;

		if (0.30 * r + 0.59 * g + 0.11 * b < 125)
			break;
		rgb = (r * 9 / 10) << 16 | (g * 9 / 10) << 8 | b * 9 / 10;
	}
	return rgb;
}

struct work {
	struct arena *arena;
	struct fonts *fonts;
	const struct chart *chart;
	struct layout *layout;
	double head, foot;		/* y of the panels' room */
	size_t nhidden;
};

/* A label in the column right of a panel. */
struct side_label {
	const char *text;
	enum canvas_font font;
	double size_pt;
	uint32_t rgb, line_rgb;
	struct canvas_point from;	/* the end of its line */
	bool united;			/* of several lines; their middle: */
	double middle_pt;
};

struct side {
	size_t count;
	struct side_label *labels;
};

static double
width_of(struct work *w, enum canvas_font font, double size_pt,
    const char *text)
{
	return fonts_width(w->fonts, font, size_pt, text);
}

static void
add_text(struct work *w, size_t panel, struct layout_text text)
{
	struct layout_panel *p = &w->layout->panels[panel];

	p->texts = arena_grow(w->arena, p->texts, p->ntexts,
	    sizeof(*p->texts));
	p->texts[p->ntexts++] = text;
}

static void
add_line(struct work *w, size_t panel, struct layout_line line)
{
	struct layout_panel *p = &w->layout->panels[panel];

	p->lines = arena_grow(w->arena, p->lines, p->nlines,
	    sizeof(*p->lines));
	p->lines[p->nlines++] = line;
}

/* Lines of text below one another at the left edge; returns the baseline of
 * the next one. */
static double
add_lines(struct work *w, const char *text, enum canvas_font font,
    double size_pt, uint32_t rgb, double baseline)
{
	char **lines;

	if (text == NULL || text[0] == '\0')
		return baseline;
	size_t count = fonts_wrap(w->fonts, w->arena, font, size_pt,
	    w->chart->width_pt - 2 * EDGE_PT, text_clean(w->arena, text),
	    &lines);
	for (size_t i = 0; i < count; i++) {
		add_text(w, 0, (struct layout_text){
			.x = EDGE_PT, .baseline = baseline, .text = lines[i],
			.size_pt = size_pt, .font = font, .rgb = rgb,
		});
		baseline += size_pt * 1.35;
	}
	return baseline;
}

static void
clean_data(struct work *w, size_t panel)
{
	const struct chart_panel *p = &w->chart->panels[panel];
	struct layout_panel *l = &w->layout->panels[panel];

	l->drawn = arena_array(w->arena, p->nseries + 1, sizeof(*l->drawn));
	for (size_t i = 0; i < p->nseries; i++) {
		chart_data_clean(w->arena, &p->series[i],
		    w->chart->x.scale == CHART_LOG,
		    p->y.scale == CHART_LOG, &l->drawn[i]);
		w->nhidden += l->drawn[i].nhidden;
	}
}

static void
reach(struct axis_span *span, double value)
{
	span->low = fmin(span->low, value);
	span->high = fmax(span->high, value);
}

/* What the data of a panel span on x (or y). */
static void
reach_panel(struct work *w, size_t panel, bool on_y, struct axis_span *span)
{
	const struct chart_panel *p = &w->chart->panels[panel];

	for (size_t i = 0; i < p->nseries; i++) {
		const struct drawn *d = &w->layout->panels[panel].drawn[i];
		bool bars = p->series[i].style == CHART_BARS;

		span->bars |= bars && d->npoints > 0;
		if (on_y && bars && p->y.scale != CHART_LOG)
			reach(span, 0);
		for (size_t k = 0; k < d->npoints; k++) {
			if (d->points[k].gap)
				continue;
			reach(span, on_y ? d->points[k].y : d->points[k].x);
			if (on_y)
				reach(span, d->points[k].y2);
		}
	}
	/* Limits belong to the picture as much as what they limit. */
	for (size_t i = 0; i < p->nrules && on_y; i++)
		if (!p->rules[i].vertical && isfinite(p->rules[i].value) &&
		    (p->y.scale != CHART_LOG || p->rules[i].value > 0))
			reach(span, p->rules[i].value);
}

static const struct drawn_point *
last_point(const struct drawn *d)
{
	for (size_t i = d->npoints; i > 0; i--)
		if (!d->points[i - 1].gap)
			return &d->points[i - 1];
	return NULL;
}

static bool
is_labelled(const struct chart_series *s, enum chart_label label)
{
	return s->label == label && s->name != NULL && s->name[0] != '\0' &&
	    (s->style != CHART_BAND || label == CHART_LABEL_KEY);
}

/* Whether all lines that have a label end together, at the right: only then
 * can the labels stand in a column there. */
static bool
ends_together(struct work *w, const struct axis_span *x)
{
	bool log_x = w->chart->x.scale == CHART_LOG;

	for (size_t n = 0; n < w->chart->npanels; n++) {
		const struct chart_panel *p = &w->chart->panels[n];

		for (size_t i = 0; i < p->nseries; i++) {
			const struct drawn_point *end =
			    last_point(&w->layout->panels[n].drawn[i]);

			if (end == NULL ||
			    !is_labelled(&p->series[i], CHART_LABEL_END))
				continue;
			double short_of = log_x ? log(x->high / end->x) /
			    log(x->high / x->low) :
			    (x->high - end->x) / (x->high - x->low);
			if (!(short_of <= 0.04))
				return false;
		}
	}
	return true;
}

static void
add_side(struct work *w, struct side *side, struct side_label label)
{
	label.text = fonts_fit(w->fonts, w->arena, label.font, label.size_pt,
	    fmin(MOST_LABEL_PT, w->chart->width_pt / 3),
	    text_clean(w->arena, label.text));
	side->labels = arena_grow(w->arena, side->labels, side->count,
	    sizeof(*side->labels));
	side->labels[side->count++] = label;
}

static struct side_label
series_label(const struct chart_series *s)
{
	uint32_t rgb = chart_colour(s->colour);

	return (struct side_label){
		.text = s->name, .rgb = letter_colour(rgb), .line_rgb = rgb,
		.font = s->thin ? FONT_REGULAR : FONT_BOLD,
		.size_pt = s->thin ? CHART_TICK_PT : LABEL_PT,
	};
}

/* The points where lines end are values until the axes have a place. */
static void
gather_side(struct work *w, size_t panel, bool together, struct side *side)
{
	const struct chart_panel *p = &w->chart->panels[panel];

	for (size_t i = 0; i < p->nseries && together; i++) {
		const struct drawn_point *end =
		    last_point(&w->layout->panels[panel].drawn[i]);
		struct side_label label = series_label(&p->series[i]);

		if (end == NULL || !is_labelled(&p->series[i],
		    CHART_LABEL_END))
			continue;
		label.from = (struct canvas_point){end->x, end->y};
		add_side(w, side, label);
	}
	for (size_t i = 0; i < p->nrules; i++) {
		const struct chart_rule *rule = &p->rules[i];
		uint32_t rgb = chart_colour(rule->colour);

		if (rule->vertical || rule->label == NULL ||
		    !isfinite(rule->value))
			continue;
		add_side(w, side, (struct side_label){
			.text = rule->label, .font = FONT_REGULAR,
			.size_pt = CHART_TICK_PT, .rgb = letter_colour(rgb),
			.line_rgb = rgb, .from = {INFINITY, rule->value},
		});
	}
}

/* Room at the right: the widest label of the columns. */
static double
side_room(struct work *w, const struct side *sides)
{
	double widest = 0;

	for (size_t n = 0; n < w->chart->npanels; n++)
		for (size_t i = 0; i < sides[n].count; i++) {
			const struct side_label *l = &sides[n].labels[i];

			widest = fmax(widest, width_of(w, l->font, l->size_pt,
			    l->text));
		}
	return widest == 0 ? 0 : widest + 12 + 2;
}

static double
add_key(struct work *w, const struct chart_series *s, double x,
    double baseline)
{
	struct layout_panel *p = &w->layout->panels[0];
	struct layout_style style = chart_style_of(s->colour);
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
	if (lined)
		add_line(w, 0, (struct layout_line){
			{x, middle}, {x + 18, middle}, s->thin ? 0.7 : 1.5,
			style.rgb, s->thin || s->solid ? "1" : style.dash,
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

/* The key: a row of swatches and names, in more rows where they need them. */
static double
add_keys(struct work *w, double baseline)
{
	double x = EDGE_PT;
	bool any = false;

	for (size_t n = 0; n < w->chart->npanels; n++)
		for (size_t i = 0; i < w->chart->panels[n].nseries; i++) {
			const struct chart_series *s =
			    &w->chart->panels[n].series[i];

			if (!is_labelled(s, CHART_LABEL_KEY) || last_point(
			    &w->layout->panels[n].drawn[i]) == NULL)
				continue;
			const char *name = fonts_fit(w->fonts, w->arena,
			    FONT_REGULAR, CHART_TICK_PT, MOST_LABEL_PT,
			    text_clean(w->arena, s->name));
			double wide = width_of(w, FONT_REGULAR, CHART_TICK_PT,
			    name);
			if (x > EDGE_PT && x + 22 + wide > w->chart->width_pt -
			    EDGE_PT) {
				x = EDGE_PT;
				baseline += 11;
			}
			x = add_key(w, s, x, baseline);
			add_text(w, 0, (struct layout_text){
				.x = x, .baseline = baseline, .text = name,
				.size_pt = CHART_TICK_PT, .rgb = STYLE_INK,
			});
			x += wide + 14;
			any = true;
		}
	return any ? baseline + 11 : baseline;
}

static void
lay_head(struct work *w)
{
	double y = add_lines(w, w->chart->title, FONT_BOLD, TITLE_PT,
	    STYLE_INK, EDGE_PT + 8);
	bool titled = w->layout->panels[0].ntexts > 0;

	y = add_lines(w, w->chart->subtitle, FONT_REGULAR, CHART_TICK_PT,
	    STYLE_GREY, titled ? y + 0.5 : EDGE_PT + 6);
	if (w->layout->panels[0].ntexts == 0)
		y = EDGE_PT + 6;
	y = add_keys(w, y + 1.5) - 1.5;
	/* The last baseline's line is over; below it the unit has its place. */
	w->head = y - CHART_TICK_PT * 0.9 + UNIT_RISE_PT +
	    (w->layout->panels[0].ntexts == 0 ? 2 : 10);
}

static const char *
gaps_note(struct work *w)
{
	const struct lang *lang = w->chart->lang;

	if (w->nhidden == 0)
		return NULL;
	const char *count = arena_printf(w->arena, "%zu", w->nhidden);
	if (lang != NULL && lang_find(lang, "figure.gaps") != NULL)
		return lang_fill(w->arena, lang, "figure.gaps", "count",
		    count, NULL);
	return arena_printf(w->arena, "Zero has no place on a logarithmic "
	    "axis: %s left out.", count);
}

static const char *
x_title(struct work *w)
{
	const struct chart_axis *x = &w->chart->x;

	if (x->title == NULL || x->title[0] == '\0')
		return x->unit;
	return x->unit == NULL || x->unit[0] == '\0' ? x->title :
	    arena_printf(w->arena, "%s, %s", x->title, x->unit);
}

static void
lay_foot(struct work *w)
{
	const char *note = gaps_note(w);
	const char *title = x_title(w);
	double y = w->chart->height_pt - EDGE_PT;

	if (note != NULL) {
		double next = y - DESCENT * CHART_TICK_PT;

		add_lines(w, note, FONT_ITALIC, CHART_TICK_PT, STYLE_GREY,
		    next);
		y -= CHART_TICK_PT * 1.5;
	}
	w->foot = y - (title != NULL && title[0] != '\0' ?
	    X_TITLE_PT + DESCENT * CHART_TICK_PT :
	    X_LABEL_PT + DESCENT * CHART_TICK_PT);
}

static void
lay_panel_heights(struct work *w)
{
	const struct chart *c = w->chart;
	const double gap = 26;
	double room = w->foot - w->head - gap * (double)(c->npanels - 1);
	double shares = 0, y = w->head;

	for (size_t n = 0; n < c->npanels; n++)
		shares += c->panels[n].share > 0 ? c->panels[n].share : 1;
	for (size_t n = 0; n < c->npanels; n++) {
		double share = c->panels[n].share > 0 ? c->panels[n].share : 1;
		/* Text that asks for all the room still leaves a chart. */
		double height = fmax(room * share / shares, 20);

		w->layout->panels[n].top = y;
		w->layout->panels[n].bottom = y + height;
		y += height + gap;
	}
}

static void
lay_y_axes(struct work *w)
{
	for (size_t n = 0; n < w->chart->npanels; n++) {
		struct layout_panel *l = &w->layout->panels[n];
		struct axis_span span = {INFINITY, -INFINITY, false};

		reach_panel(w, n, true, &span);
		axis_range(&l->y, &w->chart->panels[n].y, &span, true);
		axis_ticks(w->arena, &l->y, &w->chart->panels[n].y, w->fonts,
		    w->chart->lang, CHART_TICK_PT, l->bottom - l->top, true);
		l->y.min_pt = l->bottom;
		l->y.max_pt = l->top;
	}
}

static double
left_room(struct work *w)
{
	double widest = 0;

	for (size_t n = 0; n < w->chart->npanels; n++) {
		const struct axis *y = &w->layout->panels[n].y;

		for (size_t i = 0; i < y->nticks; i++)
			if (y->ticks[i].label != NULL)
				widest = fmax(widest, width_of(w, FONT_REGULAR,
				    CHART_TICK_PT, y->ticks[i].label));
	}
	return EDGE_PT + widest + Y_LABEL_PT;
}

/* The last label of the x axis is centred below its tick and must not stick
 * out at the right; nor the first one at the left. */
static void
lay_x_axis(struct work *w, const struct axis_span *span, double side)
{
	struct layout *l = w->layout;
	double least = EDGE_PT + 4;

	l->left = left_room(w);
	l->right = w->chart->width_pt - fmax(side, least);
	for (int again = 0; again < 2; again++) {
		axis_range(&l->x, &w->chart->x, span, false);
		axis_ticks(w->arena, &l->x, &w->chart->x, w->fonts,
		    w->chart->lang, CHART_TICK_PT, l->right - l->left, false);
		l->x.min_pt = l->left;
		l->x.max_pt = l->right;
		for (size_t i = 0; i < l->x.nticks; i++) {
			const struct axis_tick *t = &l->x.ticks[i];
			double half = t->label == NULL ? 0 : width_of(w,
			    FONT_REGULAR, CHART_TICK_PT, t->label) / 2;
			double out = axis_place(&l->x, t->value) + half -
			    (w->chart->width_pt - EDGE_PT / 2);

			if (out > 0 && again == 0)
				l->right -= out;
		}
	}
}

static void
lay_axis_titles(struct work *w)
{
	struct layout *l = w->layout;
	size_t last = w->chart->npanels - 1;
	const char *title = x_title(w);

	for (size_t n = 0; n < w->chart->npanels; n++) {
		const char *unit = w->chart->panels[n].y.unit;
		double right = l->left - Y_LABEL_PT;

		if (unit == NULL || unit[0] == '\0')
			continue;
		unit = text_clean(w->arena, unit);
		bool fits = width_of(w, FONT_REGULAR, CHART_TICK_PT, unit) <=
		    right - EDGE_PT;
		add_text(w, n, (struct layout_text){
			.x = fits ? right : EDGE_PT, .text = unit,
			.baseline = l->panels[n].top - UNIT_RISE_PT,
			.anchor = fits ? ANCHOR_END : ANCHOR_START,
			.size_pt = CHART_TICK_PT, .rgb = STYLE_GREY,
		});
	}
	if (title != NULL && title[0] != '\0')
		add_text(w, last, (struct layout_text){
			.x = (l->left + l->right) / 2, .anchor = ANCHOR_MIDDLE,
			.baseline = l->panels[last].bottom + X_TITLE_PT,
			.text = fonts_fit(w->fonts, w->arena, FONT_REGULAR,
			    CHART_TICK_PT, w->chart->width_pt - 2 * EDGE_PT,
			    text_clean(w->arena, title)),
			.size_pt = CHART_TICK_PT, .rgb = STYLE_INK,
		});
}

static double
clamp(double v, double low, double high)
{
	return fmax(low, fmin(v, high));
}

static struct canvas_point
point_of(const struct layout *l, const struct layout_panel *p, double x,
    double y)
{
	double low = p->y.log && y <= 0 ? p->y.min : y;

	return (struct canvas_point){
		.x = isinf(x) ? l->right :
		    clamp(axis_place(&l->x, x), l->left, l->right),
		.y = clamp(axis_place(&p->y, low), p->top, p->bottom),
	};
}

/*
 * Labels that say the same (the averages of three drives) become one in the
 * middle, grey, without lines: the colours are named in another panel.
 */
static void
unite_labels(struct work *w, size_t panel, struct side *side)
{
	const struct layout_panel *p = &w->layout->panels[panel];
	size_t kept = 0;

	for (size_t i = 0; i < side->count; i++) {
		struct side_label s = side->labels[i];
		double sum = 0, nsame = 0;
		bool again = false;

		for (size_t k = 0; k < kept; k++)
			again |= strcmp(side->labels[k].text, s.text) == 0;
		/* A limit outside a range that was given is not drawn. */
		if (again || (isinf(s.from.x) &&
		    !axis_shows(&p->y, s.from.y)))
			continue;
		for (size_t k = i; k < side->count; k++) {
			const struct side_label *other = &side->labels[k];

			if (strcmp(other->text, s.text) != 0)
				continue;
			sum += point_of(w->layout, p, other->from.x,
			    other->from.y).y;
			nsame++;
		}
		s.united = nsame > 1;
		s.middle_pt = sum / nsame;
		side->labels[kept++] = s;
	}
	side->count = kept;
}

/* Labels in the column, with a thin line to each that had to move. */
static void
lay_side(struct work *w, size_t panel, struct side *side)
{
	struct layout *l = w->layout;
	struct layout_panel *p = &l->panels[panel];
	double *ys = arena_array(w->arena, side->count + 1, sizeof(*ys));
	struct canvas_point *ends = arena_array(w->arena, side->count + 1,
	    sizeof(*ends));
	bool moved = false;

	unite_labels(w, panel, side);
	for (size_t i = 0; i < side->count; i++) {
		const struct side_label *s = &side->labels[i];

		ends[i] = point_of(l, p, s->from.x, s->from.y);
		ys[i] = s->united ? s->middle_pt : ends[i].y;
	}
	place_column(w->arena, ys, side->count, LABEL_GAP_PT, p->top,
	    p->bottom + 3);
	for (size_t i = 0; i < side->count; i++)
		moved |= !side->labels[i].united &&
		    (fabs(ys[i] - ends[i].y) > 2 ||
		    l->right - ends[i].x > 6);
	double x = l->right + (moved ? 12 : 5);
	for (size_t i = 0; i < side->count; i++) {
		const struct side_label *s = &side->labels[i];

		add_text(w, panel, (struct layout_text){
			.x = x, .baseline = ys[i] + s->size_pt * 0.35,
			.size_pt = s->size_pt, .text = s->text,
			.font = s->united ? FONT_REGULAR : s->font,
			.rgb = s->united ? STYLE_GREY : s->rgb,
		});
		if (moved && !s->united)
			add_line(w, panel, (struct layout_line){
				{ends[i].x + 2.5, ends[i].y},
				{x - 2, ys[i]}, 0.4, s->line_rgb, "1",
			});
	}
}

static void
add_bar(struct work *w, size_t panel, struct place *place,
    const struct chart_series *series, const struct drawn_point *bar)
{
	const struct layout *l = w->layout;
	const struct layout_panel *p = &l->panels[panel];
	double half = (series->bar_width > 0 ? series->bar_width : 0.8) / 2;
	struct canvas_point top = point_of(l, p, bar->x - half, bar->y);
	struct canvas_point foot = point_of(l, p, bar->x + half,
	    p->y.log ? p->y.min : 0);

	place_add_box(place, (struct place_box){top.x, fmin(top.y, foot.y),
	    foot.x, fmax(top.y, foot.y)});
}

/* The lines and dots of a panel are what free labels shall not cover. */
static void
add_obstacles(struct work *w, size_t panel, struct place *place)
{
	const struct layout *l = w->layout;
	const struct layout_panel *p = &l->panels[panel];

	for (size_t i = 0; i < w->chart->panels[panel].nseries; i++) {
		const struct drawn *d = &p->drawn[i];
		const struct chart_series *series =
		    &w->chart->panels[panel].series[i];

		for (size_t k = 0; k < d->npoints; k++) {
			const struct drawn_point *now = &d->points[k];
			const struct drawn_point *next =
			    k + 1 < d->npoints && !d->points[k + 1].gap ?
			    &d->points[k + 1] : now;

			if (now->gap)
				continue;
			if (series->style == CHART_BARS) {
				add_bar(w, panel, place, series, now);
				continue;
			}
			place_add_line(place, point_of(l, p, now->x, now->y),
			    point_of(l, p, next->x, next->y));
		}
	}
	for (size_t i = 0; i < w->chart->panels[panel].nrules; i++) {
		const struct chart_rule *r = &w->chart->panels[panel].rules[i];
		struct canvas_point a = {l->left, p->top};
		struct canvas_point b = {l->right, p->bottom};

		if (r->vertical)
			a.x = b.x = point_of(l, p, r->value, p->y.min).x;
		else
			a.y = b.y = point_of(l, p, l->x.min, r->value).y;
		place_add_line(place, a, b);
	}
}

struct free_label {
	const char *text;
	enum canvas_font font;
	double size_pt;
	uint32_t rgb;
};

static void
put_label(struct work *w, size_t panel, struct place *place,
    const struct free_label *label, const struct canvas_point *tops,
    size_t count)
{
	double height = label->size_pt * (ASCENT + DESCENT);
	double width = width_of(w, label->font, label->size_pt, label->text);
	size_t best = place_choose(place, tops, count, width, height);

	add_text(w, panel, (struct layout_text){
		.x = tops[best].x,
		.baseline = tops[best].y + label->size_pt * ASCENT,
		.size_pt = label->size_pt, .font = label->font,
		.rgb = label->rgb, .text = label->text,
	});
}

/* put_around() puts a label beside a point: right of it if that is free, then
 * around it, then farther off. */
static void
put_around(struct work *w, size_t panel, struct place *place,
    struct free_label label, struct canvas_point at)
{
	/* Where the point lies in the label's box, as parts of its size, and
	 * the direction of the gap between. */
	static const struct { double part_x, part_y, dx, dy; } around[] = {
		{0, 0.5, 1, 0}, {0, 0.9, 0.9, -0.4}, {0, 0.1, 0.9, 0.4},
		{0.5, 1, 0, -1}, {0.5, 0, 0, 1}, {1, 0.9, -0.9, -0.4},
		{1, 0.5, -1, 0}, {1, 0.1, -0.9, 0.4}, {0, 1, 0.5, -0.9},
		{1, 1, -0.5, -0.9}, {0, 0, 0.5, 0.9}, {1, 0, -0.5, 0.9},
	};
	static const double gaps[] = {5, 9, 14, 20};
	enum { AROUND = sizeof(around) / sizeof(around[0]), GAPS = 4 };
	struct canvas_point tops[AROUND * GAPS];

	label.text = fonts_fit(w->fonts, w->arena, label.font, label.size_pt,
	    fmin(MOST_LABEL_PT * 1.5, w->chart->width_pt / 2),
	    text_clean(w->arena, label.text));
	double height = label.size_pt * (ASCENT + DESCENT);
	double width = width_of(w, label.font, label.size_pt, label.text);
	for (size_t g = 0; g < GAPS; g++)
		for (size_t i = 0; i < AROUND; i++)
			tops[g * AROUND + i] = (struct canvas_point){
				at.x + around[i].dx * gaps[g] -
				    around[i].part_x * width,
				at.y + around[i].dy * gaps[g] -
				    around[i].part_y * height,
			};
	put_label(w, panel, place, &label, tops, AROUND * GAPS);
}

static void
put_band_label(struct work *w, size_t panel, struct place *place,
    const struct chart_band *band)
{
	const struct layout *l = w->layout;
	const struct layout_panel *p = &l->panels[panel];
	struct canvas_point from = point_of(l, p, band->from, band->from);
	struct canvas_point to = point_of(l, p, band->to, band->to);
	const struct free_label label = {
		text_clean(w->arena, band->label), FONT_REGULAR,
		CHART_TICK_PT, STYLE_GREY,
	};
	double height = CHART_TICK_PT * (ASCENT + DESCENT);
	double width = width_of(w, FONT_REGULAR, CHART_TICK_PT, label.text);
	double x = band->vertical ? fmin(from.x, to.x) : l->left;
	double x2 = band->vertical ? fmax(from.x, to.x) : l->right;
	double y = band->vertical ? p->top : fmin(from.y, to.y);
	double y2 = band->vertical ? p->bottom : fmax(from.y, to.y);
	double above = fmin((x + x2 - width) / 2, l->right - width);
	const struct canvas_point tops[] = {
		/* A stretch of time is named above the panel. */
		{band->vertical ? above : x + 4,
		    band->vertical ? y - height - 2 : y + 2},
		{x + 4, y + 2}, {x2 - 4 - width, y + 2},
		{x + 4, y2 - 3 - height}, {x2 - 4 - width, y2 - 3 - height},
		{(x + x2 - width) / 2, y + 2}, {x - 4 - width, y + 2},
		{(x + x2 - width) / 2, y2 - 3 - height},
	};

	put_label(w, panel, place, &label, tops,
	    sizeof(tops) / sizeof(tops[0]));
}

static void
put_rule_label(struct work *w, size_t panel, struct place *place,
    const struct chart_rule *rule)
{
	const struct layout *l = w->layout;
	const struct layout_panel *p = &l->panels[panel];
	double x = point_of(l, p, rule->value, p->y.min).x;
	const struct free_label label = {
		text_clean(w->arena, rule->label), FONT_REGULAR,
		CHART_TICK_PT, letter_colour(chart_colour(rule->colour)),
	};
	double height = CHART_TICK_PT * (ASCENT + DESCENT);
	double width = width_of(w, FONT_REGULAR, CHART_TICK_PT, label.text);
	const struct canvas_point tops[] = {
		{x - width / 2, p->top - height - 2},
		{x - width, p->top - height - 2}, {x, p->top - height - 2},
		{x + 4, p->top + 2}, {x - 4 - width, p->top + 2},
		{x + 4, p->bottom - 4 - height},
		{x - 4 - width, p->bottom - 4 - height},
		{x + 4, p->top + 14}, {x - 4 - width, p->top + 14},
	};

	put_label(w, panel, place, &label, tops,
	    sizeof(tops) / sizeof(tops[0]));
}

static void
put_series_labels(struct work *w, size_t panel, struct place *place)
{
	const struct chart_panel *p = &w->chart->panels[panel];
	const struct layout_panel *l = &w->layout->panels[panel];

	for (size_t i = 0; i < p->nseries; i++) {
		const struct drawn_point *end = last_point(&l->drawn[i]);
		struct side_label s = series_label(&p->series[i]);

		if (end == NULL ||
		    !is_labelled(&p->series[i], CHART_LABEL_END))
			continue;
		put_around(w, panel, place, (struct free_label){s.text, s.font,
		    s.size_pt, s.rgb}, point_of(w->layout, l, end->x, end->y));
	}
}

static bool
band_shows(const struct layout *l, size_t panel, const struct chart_band *b)
{
	const struct axis *axis = b->vertical ? &l->x : &l->panels[panel].y;
	double low = fmin(b->from, b->to), high = fmax(b->from, b->to);

	return low < axis->max && high > axis->min;
}

/* Labels inside a panel, the most wanted first. */
static void
lay_free_labels(struct work *w, size_t panel, bool together)
{
	const struct chart_panel *p = &w->chart->panels[panel];
	const struct layout_panel *l = &w->layout->panels[panel];
	struct place *place = place_new(w->arena, (struct place_box){
	    w->layout->left + 2, l->top - 11,
	    together ? w->layout->right : w->chart->width_pt - EDGE_PT,
	    l->bottom - 1});

	add_obstacles(w, panel, place);
	if (!together)
		put_series_labels(w, panel, place);
	for (size_t i = 0; i < p->nbands; i++)
		if (p->bands[i].label != NULL &&
		    band_shows(w->layout, panel, &p->bands[i]))
			put_band_label(w, panel, place, &p->bands[i]);
	for (size_t i = 0; i < p->nrules; i++)
		if (p->rules[i].vertical && p->rules[i].label != NULL &&
		    axis_shows(&w->layout->x, p->rules[i].value))
			put_rule_label(w, panel, place, &p->rules[i]);
	for (size_t i = 0; i < p->nremarks; i++) {
		const struct chart_remark *r = &p->remarks[i];

		if (r->text == NULL || !axis_shows(&w->layout->x, r->x) ||
		    !axis_shows(&l->y, r->y))
			continue;
		put_around(w, panel, place, (struct free_label){r->text,
		    FONT_REGULAR, CHART_TICK_PT,
		    letter_colour(chart_colour(r->colour))},
		    point_of(w->layout, l, r->x, r->y));
	}
}

struct layout *
chart_layout(struct arena *a, struct fonts *f, const struct chart *chart)
{
	struct work w = {.arena = a, .fonts = f, .chart = chart};
	struct side sides[CHART_MAX_PANELS] = {0};
	struct axis_span span = {INFINITY, -INFINITY, false};

	w.layout = arena_alloc(a, sizeof(*w.layout));
	w.layout->npanels = chart->npanels;
	for (size_t n = 0; n < chart->npanels; n++) {
		clean_data(&w, n);
		reach_panel(&w, n, false, &span);
	}
	if (span.low > span.high)
		return NULL;
	bool together = ends_together(&w, &span);
	for (size_t n = 0; n < chart->npanels; n++)
		gather_side(&w, n, together, &sides[n]);
	lay_head(&w);
	lay_foot(&w);
	lay_panel_heights(&w);
	lay_y_axes(&w);
	lay_x_axis(&w, &span, side_room(&w, sides));
	lay_axis_titles(&w);
	for (size_t n = 0; n < chart->npanels; n++) {
		struct layout_panel *l = &w.layout->panels[n];

		for (size_t i = 0; i < chart->panels[n].nseries; i++)
			chart_data_thin(a, &chart->panels[n].series[i],
			    &w.layout->x, &l->y, &l->drawn[i]);
		lay_side(&w, n, &sides[n]);
		lay_free_labels(&w, n, together);
	}
	return w.layout;
}
