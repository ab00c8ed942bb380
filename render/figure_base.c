/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "render/figure_base.h"
#include "render/style.h"

/* More lines than this take the colours of an order. */
#define MOST_COLOURS 5

/* A shorter course is told in seconds. */
#define SHORT_MINUTES 5

const char *
figure_subtitle(const struct scope *s, const struct template_block *b,
    const char *conditions)
{
	const char *text = b->subtitle != NULL ?
	    scope_expand(s, b->subtitle) : conditions;

	if (s->test->steady_asked && !s->test->steady_reached)
		text = lang_sentences(s->arena, s->lang, text,
		    lang_text(s->lang, "figure.not-steady"));
	if (s->in->run->simulated)
		text = lang_sentences(s->arena, s->lang,
		    lang_text(s->lang, "figure.simulated"), text);
	return text;
}

const char *
figure_unit(const struct scope *s, const struct metric *m)
{
	return m->unit == NULL ? lang_text(s->lang, m->title) :
	    lang_text(s->lang, m->unit);
}

static const char *
source_words(const struct scope *s)
{
	return arena_printf(s->arena, "%s, run %s, test %s",
	    s->in->run->tool, s->in->run->uuid, s->test->id);
}

/* A run with --scale has pauses of odd lengths. */
static const char *
pause_words(const struct scope *s, int64_t ns)
{
	double seconds = (double)ns / 1e9;

	return arena_printf(s->arena, "%s\u00a0%s", lang_number(s->arena,
	    s->lang, seconds, seconds == round(seconds) ? 0 :
	    seconds < 1 ? 2 : 1), lang_text(s->lang, "unit.s"));
}

const char *
figure_factor_words(const struct scope *s, enum factor f, int64_t value)
{
	if (f == FACTOR_PAUSE)
		return pause_words(s, value);
	const char *text = scope_factor(s, f, value);

	return f == FACTOR_THREADS ? arena_printf(s->arena, "TC %s", text) :
	    f == FACTOR_DEPTH ? arena_printf(s->arena, "QD %s", text) : text;
}

unsigned
figure_series_colour(size_t index, size_t count)
{
	if (count <= MOST_COLOURS)
		return (unsigned)index;
	return CHART_RAMP + (unsigned)(index * (CHART_NCOLOURS - 1) /
	    (count - 1));
}

double
figure_point_value(const struct scope *s, const struct choice *c,
    const struct metric *m, enum factor f, int64_t f_value, enum factor g,
    int64_t g_value)
{
	struct choice one = *c;

	one.fixed |= 1u << f | 1u << g;
	one.at.value[f] = f_value;
	one.at.value[g] = g_value;
	int row = choice_row(&one, s->in->points);
	return row == -1 ? NAN :
	    table_number(s->in->points, (size_t)row, m->column) * m->scale;
}

struct figure *
figure_new(const struct scope *s, const struct template_block *b,
    const char *name, double usual_height_pt)
{
	struct figure *figure = arena_alloc(s->arena, sizeof(*figure));
	struct chart *chart = &figure->chart;
	/* A height lets several figures share a page. */
	bool alone = b->each_track && s->test->ntracks == 1;

	figure->name = name;
	figure->height_pt = b->height_pt > 0 && !alone ? b->height_pt :
	    usual_height_pt;
	chart->title = scope_expand(s, b->title);
	chart->description = scope_expand(s, b->note);
	chart->metadata = source_words(s);
	chart->language = lang_code(s->lang);
	chart->lang = s->lang;
	chart->width_pt = FIGURE_WIDTH_PT;
	chart->height_pt = figure->height_pt;
	chart->npanels = 1;
	return figure;
}

struct chart_axis
figure_time_axis(const struct scope *s, double minutes, double *unit_out)
{
	bool is_short = minutes < SHORT_MINUTES;

	*unit_out = is_short ? 60 : 1;
	return (struct chart_axis){
		.title = lang_text(s->lang, is_short ? "axis.seconds" :
		    "axis.minutes"),
		.min = 0, .max = minutes * *unit_out, .clock = true,
	};
}
