/* SPDX-License-Identifier: BSD-2-Clause */
#include "render/figure_base.h"
#include "render/style.h"


const char *
figure_subtitle(const struct scope *s, const struct template_block *b,
    const char *conditions)
{
	const char *text = b->subtitle != NULL ?
	    scope_expand(s, b->subtitle) : conditions;

	if (s->test->steady_asked && !s->test->steady_reached)
		text = arena_printf(s->arena, "%s. %s", text,
		    lang_text(s->lang, "figure.not-steady"));
	if (s->in->run->simulated)
		text = arena_printf(s->arena, "%s %s",
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

struct figure *
figure_new(const struct scope *s, const struct template_block *b,
    const char *name, double usual_height_pt)
{
	struct figure *figure = arena_alloc(s->arena, sizeof(*figure));
	struct chart *chart = &figure->chart;

	figure->name = name;
	figure->height_pt = b->height_pt > 0 ? b->height_pt : usual_height_pt;
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
