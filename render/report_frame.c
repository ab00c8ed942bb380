/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "render/report_frame.h"

/* Those of 'cells' that are shown here, at most 'most'; returns how many. */
static size_t
expand_cells(const struct scope *s, size_t ncells,
    const struct template_cell *cells, size_t most, struct page_cell *cells_out)
{
	size_t count = 0;

	for (size_t i = 0; i < ncells && count < most; i++)
		if (scope_holds(s, &cells[i].shown))
			cells_out[count++] = (struct page_cell){
			    scope_expand(s, cells[i].label),
			    scope_expand(s, cells[i].value)};
	return count;
}

static void
add_banner(struct page_frame *frame, const char *text, bool loud)
{
	frame->banners[frame->nbanners++] = (struct page_banner){text, loud};
}

/* Of a run that was begun and has no end, the analyzer saw whether it was still
 * going on. */
static const char *
status_key(const struct scope *s)
{
	const struct results *r = s->in->results;

	for (size_t i = 0; i < r->ndeviations; i++)
		if (strcmp(r->deviations[i].key, "cut-off") == 0)
			return "status.cut-off";
	return arena_printf(s->arena, "status.%s",
	    run_status_name(s->in->run->status));
}

static void
set_banners(const struct scope *s, struct page_frame *frame)
{
	const struct run *run = s->in->run;

	if (run->simulated)
		add_banner(frame, lang_text(s->lang, "banner.simulated"),
		    true);
	if (facts_get(&run->conditions, "demonstration") != NULL)
		add_banner(frame, lang_text(s->lang, "banner.demonstration"),
		    false);
	if (run->status != RUN_DONE)
		add_banner(frame, lang_fill(s->arena, s->lang,
		    "banner.unfinished", "status", lang_text(s->lang,
		    status_key(s)), NULL), true);
}

static void
set_panels(const struct scope *s, const struct template_panels *panels,
    struct page_frame *frame)
{
	for (size_t i = 0; i < panels->count && frame->npanels < PAGE_PANELS;
	    i++) {
		const struct template_panel *from = &panels->items[i];

		if (!scope_holds(s, &from->shown))
			continue;
		struct page_panel *to = &frame->panels[frame->npanels++];
		to->title = scope_expand(s, from->title);
		to->ncells = expand_cells(s, from->ncells, from->cells,
		    PAGE_PANEL_ROWS, to->cells);
	}
}

const struct template_header *
report_header(const struct scope *s, const struct template *t)
{
	size_t i = 0;

	while (i + 1 < t->nheaders && !scope_holds(s, &t->headers[i].shown))
		i++;
	return &t->headers[i];
}

/* Whether a test did not get steady; of the run, whether any did not. */
static bool
is_unsteady(const struct input *in, const struct result_test *test)
{
	for (size_t i = 0; i < in->results->ntests; i++) {
		const struct result_test *t = &in->results->tests[i];

		if ((test == NULL || test == t) && t->steady_asked &&
		    !t->steady_reached)
			return true;
	}
	return false;
}

struct page_frame
report_frame(const struct scope *s, const struct template *t,
    const struct template_section *section, const struct logo *logo)
{
	const struct template_header *h = report_header(s, t);
	struct page_frame frame = {
		.started = {lang_text(s->lang, "head.started"),
		    lang_time(s->arena, s->in->run->started_ns)},
		.finished = {lang_text(s->lang, "head.finished"),
		    lang_time(s->arena, s->in->run->finished_ns)},
		.revision = {lang_text(s->lang, "head.revision"),
		    scope_expand(s, h->revision)},
		.organisation = scope_expand(s, h->organisation),
		.logo = logo->rgb == NULL ? NULL : logo,
		.document = scope_expand(s, h->document),
		.heading = scope_expand(s, section->heading),
		.subtitle = scope_expand(s, section->subtitle),
		.page_label = lang_text(s->lang, "head.page"),
		.footer = scope_expand(s, "@footer"),
	};

	frame.ncells = expand_cells(s, h->ncells, h->cells, PAGE_HEADER_CELLS,
	    frame.cells);
	set_banners(s, &frame);
	set_panels(s, section->panels, &frame);
	if (is_unsteady(s->in, s->test))
		frame.flag = lang_text(s->lang, "flag.not-steady");
	return frame;
}
