/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/report.h"
#include "model/xmltext.h"
#include "render/block.h"
#include "render/file_names.h"
#include "render/install.h"
#include "render/numbers.h"
#include "render/report.h"
#include "render/report_frame.h"
#include "render/style.h"

#define GAP_PT 14.0			/* between blocks */
#define CAPTION_PT 20.0
#define LEAST_UNITS 4
#define SPARED_MOST 0.2			/* of a figure's height */

/* The fact that names who made the report. */
#define OPERATOR "condition.operator"

/* A block that waits for its place; of the contents it is made twice, for the
 * pages are known only when all else has its place. */
struct draft_block {
	struct block block;
	const struct template_block *contents;	/* or NULL */
};

/* A page of the template, before it is known how many pages it fills. */
struct draft {
	size_t section;
	const char *title;
	bool numbered, below;
	unsigned plot;			/* n of "Plot A.n" */
	size_t nblocks;
	struct draft_block *blocks;
	unsigned first_page;		/* from 1 */
};

struct section {
	const struct template_section *template;
	struct scope scope;
	struct page_frame frame;
	struct page_body body;
	unsigned npages;
};

struct piece {
	const struct draft_block *block;
	size_t first, count;
	double y, height_pt;
};

struct sheet_page {
	const struct draft *draft;
	const struct draft *below;	/* another at its end; NULL: none */
	unsigned of_section;		/* from 1 */
	bool continued, last;		/* of its draft */
	double caption_y;		/* below the last of its draft */
	double end_y;			/* of the last piece */
	size_t npieces;
	struct piece *pieces;
};

struct report {
	const struct report_options *options;
	struct arena *arena;
	const struct input *in;
	const struct lang *lang;
	struct fonts *fonts;
	const struct template *template;
	struct logo logo;		/* no pixels: none */
	size_t nsections;
	struct section *sections;
	size_t ndrafts;
	struct draft *drafts;
	size_t npages;
	struct sheet_page *pages;
	size_t nfigures;
	struct figure **figures;
	size_t nsheets;
	struct sheet **sheets;
	struct file_names names;
};

/* --------------------------------------------------------------- collecting */

/* The name of the files of a figure or a table. */
static const char *
file_name(struct report *r, const struct scope *s,
    const struct template_block *b, size_t track)
{
	const char *test = s->test == NULL ? "run" : s->test->id;
	const char *name = arena_printf(r->arena, "%s-%s", test, b->name);

	return file_names_add(r->arena, &r->names, track == 0 ? name :
	    arena_printf(r->arena, "%s-%zu", name, track));
}

static struct draft_block *
add_block(struct report *r, struct draft *d)
{
	d->blocks = arena_grow(r->arena, d->blocks, d->nblocks,
	    sizeof(*d->blocks));
	d->blocks[d->nblocks] = (struct draft_block){0};
	return &d->blocks[d->nblocks++];
}

static void
add_figure(struct report *r, const struct scope *s,
    const struct template_block *b, size_t track, struct draft *d)
{
	struct figure *figure = figure_make(s, b, file_name(r, s, b, track));

	if (figure == NULL) {
		r->names.count--;
		return;
	}
	r->figures = arena_grow(r->arena, r->figures, r->nfigures,
	    sizeof(*r->figures));
	r->figures[r->nfigures++] = figure;
	add_block(r, d)->block = (struct block){.type = BLOCK_FIGURE,
	    .figure = figure};
}

static void
add_sheets(struct report *r, const struct scope *s,
    const struct template_block *b, size_t track, struct draft *d)
{
	struct sheet *sheets[SHEETS_MOST];
	size_t count;

	count = sheets_make(s, b, file_name(r, s, b, track), sheets);
	if (count == 0) {
		r->names.count--;
		return;
	}
	for (size_t i = 0; i < count; i++) {
		r->sheets = arena_grow(r->arena, r->sheets, r->nsheets,
		    sizeof(*r->sheets));
		r->sheets[r->nsheets++] = sheets[i];
	}
	add_block(r, d)->block = block_of_sheets(r->arena, r->fonts, r->lang,
	    count, sheets);
}

static void
add_numbers(struct report *r, const struct scope *s,
    const struct template_block *b, struct draft *d)
{
	struct block block = numbers_make(s, b);

	if (block.nnumbers > 0)
		add_block(r, d)->block = block;
}

static void
add_block_once(struct report *r, const struct scope *s,
    const struct template_block *from, size_t track, struct draft *d)
{
	struct template_block resolved = template_resolve(from, s->stage);
	const struct template_block *b = &resolved;

	switch (b->type) {
	case TEMPLATE_FIGURE:
		if (s->test != NULL)
			add_figure(r, s, b, track, d);
		break;
	case TEMPLATE_TABLE:
		if (b->kind == KIND_CONTENTS)
			add_block(r, d)->contents = from;
		else
			add_sheets(r, s, b, track, d);
		break;
	case TEMPLATE_TEXT:
		add_block(r, d)->block = block_of_text(r->arena, r->fonts,
		    scope_expand(s, b->title), scope_expand(s, b->text));
		break;
	case TEMPLATE_NUMBERS:
		add_numbers(r, s, b, d);
		break;
	}
}

static void
add_template_block(struct report *r, const struct scope *s,
    const struct template_block *b, size_t track, struct draft *d)
{
	if (!b->each_track || s->test == NULL) {
		add_block_once(r, s, b, track, d);
		return;
	}
	for (size_t k = 0; k < s->test->ntracks; k++) {
		struct scope one = *s;

		one.track = &s->test->tracks[k];
		add_block_once(r, &one, b, k + 1, d);
	}
}

/* A page whose figures and tables the run has nothing for is left out. */
static void
add_draft(struct report *r, size_t section, const struct scope *s,
    const struct template_page *page, size_t track)
{
	struct draft d = {.section = section, .numbered = page->numbered,
	    .below = page->below};
	bool shows = false;

	if (!scope_holds(s, &page->shown))
		return;
	d.title = scope_expand(s, page->title);
	for (size_t i = 0; i < page->nblocks; i++)
		if (scope_holds(s, &page->blocks[i].shown))
			add_template_block(r, s, &page->blocks[i], track, &d);
	for (size_t i = 0; i < d.nblocks; i++)
		shows |= d.blocks[i].block.type != BLOCK_TEXT;
	/* A page of nothing but text was meant so. */
	if (!shows && d.nblocks < page->nblocks)
		return;
	r->drafts = arena_grow(r->arena, r->drafts, r->ndrafts,
	    sizeof(*r->drafts));
	r->drafts[r->ndrafts++] = d;
}

/* ------------------------------------------------------------- the sections */

static struct scope
make_scope(const struct report *r, const struct result_test *test)
{
	return (struct scope){.arena = r->arena, .in = r->in, .lang = r->lang,
	    .test = test, .stage = test == NULL ? NULL :
	    input_stage(r->in, test)};
}

static void
add_section(struct report *r, const struct template_section *t,
    const struct result_test *test)
{
	struct scope s = make_scope(r, test);
	size_t before = r->ndrafts, index = r->nsections;

	for (size_t i = 0; i < t->npages; i++) {
		if (!t->pages[i].each_track) {
			add_draft(r, index, &s, &t->pages[i], 0);
			continue;
		}
		for (size_t k = 0; k < test->ntracks; k++) {
			struct scope one = s;

			one.track = &test->tracks[k];
			add_draft(r, index, &one, &t->pages[i], k + 1);
		}
	}
	if (r->ndrafts == before)
		return;
	r->sections = arena_grow(r->arena, r->sections, r->nsections,
	    sizeof(*r->sections));
	struct section *section = &r->sections[r->nsections++];
	*section = (struct section){.template = t, .scope = s,
	    .frame = report_frame(&s, r->template, t, &r->logo)};
	section->body = page_measure(r->arena, r->fonts, &section->frame,
	    r->options->paper);
}

/* Sections of the run in the order of the template; the tests, in the order in
 * which they ran, where the template has its first section of a test. */
static void
collect(struct report *r)
{
	const struct template *t = r->template;
	bool tests_done = false;

	for (size_t i = 0; i < t->nsections; i++) {
		if (t->sections[i].test == NULL) {
			struct scope s = make_scope(r, NULL);

			if (scope_holds(&s, &t->sections[i].shown))
				add_section(r, &t->sections[i], NULL);
			continue;
		}
		for (size_t k = 0; !tests_done && k < r->in->results->ntests;
		    k++) {
			const struct result_test *test =
			    &r->in->results->tests[k];
			struct scope s = make_scope(r, test);
			const struct template_section *section =
			    scope_section(&s, t);

			if (section != NULL)
				add_section(r, section, test);
			else
				warn_msg("%s: has no section for the test "
				    "'%s', which is left out", t->path,
				    test->id);
		}
		tests_done = true;
	}
	unsigned plot = 0;
	for (size_t i = 0; i < r->ndrafts; i++)
		if (r->drafts[i].numbered)
			r->drafts[i].plot = ++plot;
}

/* ----------------------------------------------------------------- contents */

static void
make_contents(struct report *r, struct draft *d, struct draft_block *b)
{
	struct contents_entry *entries = arena_array(r->arena,
	    r->ndrafts + r->nsections, sizeof(*entries));
	size_t count = 0;

	for (size_t i = 0; i < r->ndrafts; i++) {
		const struct draft *other = &r->drafts[i];
		const struct section *in = &r->sections[other->section];

		if (other->section == d->section)
			continue;
		if (i == 0 || r->drafts[i - 1].section != other->section)
			entries[count++] = (struct contents_entry){
			    .title = in->scope.test == NULL ?
			    in->frame.heading :
			    scope_expand(&in->scope, "{test.title}"),
			    .section = true};
		entries[count++] = (struct contents_entry){
		    .title = other->title, .page = other->first_page};
	}
	struct sheet *sheets[SHEETS_MOST];
	size_t nsheets = sheets_contents(&r->sections[d->section].scope,
	    b->contents, count, entries, sheets);
	if (nsheets > 0)
		b->block = block_of_sheets(r->arena, r->fonts, r->lang,
		    nsheets, sheets);
	else
		b->block = (struct block){.type = BLOCK_TEXT};
}

static void
fill_contents(struct report *r)
{
	for (size_t i = 0; i < r->ndrafts; i++)
		for (size_t k = 0; k < r->drafts[i].nblocks; k++)
			if (r->drafts[i].blocks[k].contents != NULL)
				make_contents(r, &r->drafts[i],
				    &r->drafts[i].blocks[k]);
}

/* ------------------------------------------------------------------- layout */

static struct sheet_page *
begin_page(struct report *r, struct draft *d)
{
	struct section *section = &r->sections[d->section];

	r->pages = arena_grow(r->arena, r->pages, r->npages,
	    sizeof(*r->pages));
	struct sheet_page *page = &r->pages[r->npages++];
	*page = (struct sheet_page){.draft = d,
	    .of_section = ++section->npages,
	    .continued = d->first_page != 0, .end_y = section->body.y};
	if (d->first_page == 0)
		d->first_page = (unsigned)r->npages;
	return page;
}

/* What is higher than a page (a figure under a tall header) gets the height
 * that there is. */
static void
add_piece(struct report *r, struct sheet_page *page,
    const struct draft_block *b, size_t first, size_t count, double spared,
    double bottom)
{
	double gap = page->npieces == 0 ? 0 : GAP_PT;
	double height = block_height(&b->block, first, count) - spared;

	if (height > bottom - page->end_y - gap)
		height = bottom - page->end_y - gap;
	page->pieces = arena_grow(r->arena, page->pieces, page->npieces,
	    sizeof(*page->pieces));
	page->pieces[page->npieces++] = (struct piece){.block = b,
	    .first = first, .count = count, .y = page->end_y + gap,
	    .height_pt = height};
	page->end_y += gap + height;
}

/* How many units of a block stand at the end of a page: 0 if it had better
 * begin on the next one.  A block that one page can hold is not divided, a
 * longer one does not leave less than LEAST_UNITS before the break or one
 * behind it. */
static size_t
units_here(const struct block *b, size_t first, double room_pt, double page_pt,
    bool empty)
{
	size_t units = block_units(b) - first;
	size_t count = block_fit(b, first, room_pt, empty);

	if (count == units || empty)
		return count;
	if (first == 0 && (count < LEAST_UNITS ||
	    block_height(b, 0, units) <= page_pt))
		return 0;
	if (count + 1 == units && count > LEAST_UNITS)
		count--;
	return count;
}

/* The height of all blocks of a draft, and of its figures. */
static double
draft_height(const struct draft *d, double *figures_out)
{
	double height = 0, figures = 0;

	for (size_t i = 0; i < d->nblocks; i++) {
		const struct block *b = &d->blocks[i].block;
		double own = block_height(b, 0, block_units(b));

		height += (i == 0 ? 0 : GAP_PT) + own;
		figures += b->type == BLOCK_FIGURE ? own : 0;
	}
	*figures_out = figures;
	return height;
}

/* The share of their height that figures spare so that the tables below them
 * stay on their page. */
static double
share_spared(const struct draft *d, double page_pt)
{
	double figures, excess = draft_height(d, &figures) - page_pt;

	return excess > 0 && excess <= SPARED_MOST * figures ?
	    excess / figures : 0;
}

/* Puts a draft at the end of the page before it.  False: there is no room. */
static bool
lay_below(struct report *r, struct draft *d)
{
	struct sheet_page *page = r->npages == 0 ? NULL :
	    &r->pages[r->npages - 1];
	const struct page_body *body = &r->sections[d->section].body;
	double bottom = body->y + body->height_pt, figures;

	if (page == NULL || page->draft->section != d->section ||
	    page->below != NULL)
		return false;
	double y = page->caption_y + (page->draft->numbered ? CAPTION_PT : 0);
	if (y + GAP_PT + draft_height(d, &figures) > bottom)
		return false;
	page->end_y = y;
	page->below = d;
	d->first_page = (unsigned)r->npages;
	for (size_t i = 0; i < d->nblocks; i++)
		add_piece(r, page, &d->blocks[i], 0,
		    block_units(&d->blocks[i].block), 0, bottom);
	return true;
}

static void
lay_draft(struct report *r, struct draft *d)
{
	const struct page_body *body = &r->sections[d->section].body;
	double bottom = body->y + body->height_pt -
	    (d->numbered ? CAPTION_PT : 0);
	double share = share_spared(d, bottom - body->y);
	struct sheet_page *page = begin_page(r, d);

	for (size_t i = 0; i < d->nblocks; i++) {
		const struct draft_block *b = &d->blocks[i];
		size_t units = block_units(&b->block), first = 0;
		double spared = b->block.type == BLOCK_FIGURE ? share *
		    block_height(&b->block, 0, units) : 0;

		while (first < units) {
			double gap = page->npieces == 0 ? 0 : GAP_PT;
			/* A hundredth: what just fits, does. */
			size_t count = units_here(&b->block, first, bottom -
			    page->end_y - gap + spared + 0.01,
			    bottom - body->y, page->npieces == 0);

			if (count == 0) {
				page = begin_page(r, d);
				continue;
			}
			add_piece(r, page, b, first, count, spared, bottom);
			first += count;
		}
	}
	page->last = true;
	page->caption_y = page->end_y;
}

static void
lay_out(struct report *r)
{
	fill_contents(r);
	for (size_t i = 0; i < r->ndrafts; i++)
		if (!r->drafts[i].below || !lay_below(r, &r->drafts[i]))
			lay_draft(r, &r->drafts[i]);
	fill_contents(r);
}

/* ------------------------------------------------------------------ drawing */

static void
draw_caption(const struct report *r, struct canvas *c,
    const struct sheet_page *page, double x)
{
	const char *number = lang_fill(r->arena, r->lang, "caption.plot",
	    "number", lang_whole(r->arena, r->lang, page->draft->plot), NULL);
	double y = page->caption_y + 15;
	double width = fonts_width(r->fonts, FONT_BOLD, 8.5, number);

	canvas_text(c, &(struct canvas_text){.x = x, .y = y, .size_pt = 8.5,
	    .rgb = STYLE_ACCENT, .font = FONT_BOLD}, number);
	canvas_text(c, &(struct canvas_text){.x = x + width + 8, .y = y,
	    .size_pt = 8.5, .rgb = STYLE_INK}, fonts_fit(r->fonts, r->arena,
	    FONT_REGULAR, 8.5, STYLE_TEXT_PT - width - 8, page->draft->title));
}

static void
mark_page(struct canvas *c, const struct sheet_page *page,
    const struct page_frame *frame)
{
	canvas_page_label(c, frame->number);
	if (!page->continued && page->of_section == 1)
		canvas_outline(c, 0, frame->heading);
	if (!page->continued)
		canvas_outline(c, 1, page->draft->title);
	if (page->below != NULL)
		canvas_outline(c, 1, page->below->title);
}

static int
draw_page(const struct report *r, struct canvas *c, size_t index)
{
	const struct sheet_page *page = &r->pages[index];
	const struct section *section = &r->sections[page->draft->section];
	const struct page_paper *paper = r->options->paper;
	struct page_frame frame = section->frame;
	int status = 0;

	frame.number = lang_whole(r->arena, r->lang, index + 1);
	frame.page_count = lang_fill(r->arena, r->lang, "head.n-of-m", "n",
	    lang_whole(r->arena, r->lang, page->of_section), "m",
	    lang_whole(r->arena, r->lang, section->npages), NULL);
	frame.title = page->continued ? lang_fill(r->arena, r->lang,
	    "title.continued", "title", page->draft->title, NULL) :
	    page->draft->title;
	canvas_page_begin(c, paper->width_pt, paper->height_pt);
	mark_page(c, page, &frame);
	page_draw(c, r->arena, r->fonts, &frame, paper);
	for (size_t i = 0; i < page->npieces && status == 0; i++)
		status = block_draw(c, r->fonts, r->lang,
		    &page->pieces[i].block->block, section->body.x,
		    page->pieces[i].y, page->pieces[i].height_pt,
		    page->pieces[i].first, page->pieces[i].count);
	if (page->last && page->draft->numbered)
		draw_caption(r, c, page, section->body.x);
	canvas_page_end(c);
	return status;
}

/* Draws all pages and closes the canvas. */
static int
draw_pages(const struct report *r, struct canvas *c)
{
	int status = 0;

	if (c == NULL)
		return -1;
	for (size_t i = 0; i < r->npages && status == 0; i++)
		status = draw_page(r, c, i);
	if (canvas_close(c) == -1)
		status = -1;
	return status;
}

static struct canvas_info
document_info(const struct report *r, const struct scope *s)
{
	return (struct canvas_info){
		.title = scope_expand(s, r->template->title),
		.author = scope_value(s, OPERATOR, strlen(OPERATOR)),
		.subject = scope_expand(s, "{run.specification|run.title}"),
		.keywords = scope_expand(s, "@document.keywords"),
		.creator = r->in->run->tool,
		.created_ns = r->in->run->finished_ns,
		.language = lang_code(r->lang),
	};
}

/* Gives the pages names that sort: page-1.svg becomes page-01.svg. */
static int
rename_pages(const struct report *r, const char *dir, const char *suffix)
{
	for (size_t i = 1; i <= r->npages && i < 10; i++) {
		const char *from = arena_printf(r->arena,
		    "%s/pages/page-%zu.%s", dir, i, suffix);
		const char *to = arena_printf(r->arena,
		    "%s/pages/page-%02zu.%s", dir, i, suffix);

		if (rename(from, to) == -1) {
			warn_errno("rename(%s)", from);
			return -1;
		}
	}
	return 0;
}

static int
draw_pdf(const struct report *r, const char *dir, struct canvas_info *info)
{
	return !r->options->pdf ? 0 : draw_pages(r, canvas_pdf_open(
	    arena_printf(r->arena, "%s/report.pdf", dir), info));
}

static int
draw_svg(const struct report *r, const char *dir, struct canvas_info *info)
{
	if (!r->options->svg)
		return 0;
	if (draw_pages(r, canvas_svg_open(arena_printf(r->arena,
	    "%s/pages/page-%%u.svg", dir), info)) == -1)
		return -1;
	return rename_pages(r, dir, "svg");
}

/* The document and the pages one beside the other: a third of the time of a
 * report is drawing. */
static int
draw_both(const struct report *r, const char *dir, struct canvas_info *info)
{
	int status;

	fflush(NULL);
	pid_t child = r->options->pdf && r->options->svg ? fork() : -1;
	if (child == 0)
		_exit(draw_svg(r, dir, info) == 0 ? 0 : 1);
	if (draw_pdf(r, dir, info) == -1) {
		if (child != -1)
			waitpid(child, &status, 0);
		return -1;
	}
	if (child == -1)
		return draw_svg(r, dir, info);
	return waitpid(child, &status, 0) == child && WIFEXITED(status) &&
	    WEXITSTATUS(status) == 0 ? 0 : -1;
}

static int
draw(const struct report *r, const char *dir)
{
	struct scope s = {.arena = r->arena, .in = r->in, .lang = r->lang};
	struct canvas_info info = document_info(r, &s);
	const struct report_options *o = r->options;

	if (draw_both(r, dir, &info) == -1)
		return -1;
	if (!o->png)
		return 0;
	if (draw_pages(r, canvas_png_open(arena_printf(r->arena,
	    "%s/pages/page-%%u.png", dir), &info, o->dpi)) == -1 ||
	    rename_pages(r, dir, "png") == -1)
		return -1;
	for (size_t i = 0; i < r->nfigures; i++)
		if (figure_picture(r->arena, r->fonts, r->lang, r->figures[i],
		    arena_printf(r->arena, "%s/figures", dir), &info, o->dpi) ==
		    -1)
			return -1;
	return 0;
}

/* ---------------------------------------------------------------- the whole */

/* The list that a stated fact belongs to; '*name_out' is behind the dot. */
static struct facts *
fact_space(struct run *run, const char *fact, const char **name_out)
{
	static const char *const spaces[] = {"device.", "host.",
	    "condition."};
	struct facts *const lists[] = {&run->device, &run->host,
	    &run->conditions};

	for (size_t i = 0; i < 3; i++) {
		size_t length = strlen(spaces[i]);

		if (strncmp(fact, spaces[i], length) != 0)
			continue;
		*name_out = fact + length;
		return lists[i];
	}
	return NULL;
}

/* Adds "device.nand=TLC" to what the run knows, and to the list of what was
 * stated. */
static int
state_fact(struct arena *a, struct run *run, const char *fact)
{
	const char *name, *value = strchr(fact, '=');
	struct facts *list = fact_space(run, fact, &name);
	const char *stated = facts_get(&run->conditions, "stated");

	if (list == NULL || value == NULL || value[1] == '\0' ||
	    value == name) {
		warn_msg("--fact %s: expected device, host or condition, a "
		    "dot, a name, '=' and a text", fact);
		return -1;
	}
	name = arena_strndup(a, name, (size_t)(value - name));
	if (!xmltext_is_name(name)) {
		warn_msg("--fact %s: '%s' is no name: expected letters, "
		    "digits, '_', '-' and '.'", fact, name);
		return -1;
	}
	if (facts_get(list, name) != NULL) {
		warn_msg("--fact %s: the run has this fact: %s", fact,
		    facts_get(list, name));
		return -1;
	}
	facts_set(a, list, name, value + 1);
	facts_setf(a, &run->conditions, "stated", "%s%s%.*s",
	    stated == NULL ? "" : stated, stated == NULL ? "" : ", ",
	    (int)(value - fact), fact);
	return 0;
}

/* The picture of the header that the pages of this run have. */
static int
load_logo(struct report *r)
{
	struct scope s = {.arena = r->arena, .in = r->in, .lang = r->lang};
	const char *path = report_header(&s, r->template)->logo;

	if (path == NULL)
		return 0;
	if (logo_load(r->arena, path, &r->logo) == -1)
		return -1;
	logo_shrink(r->arena, &r->logo, PAGE_LOGO_WIDTH_PT,
	    PAGE_LOGO_HEIGHT_PT);
	return 0;
}

static int
load(struct report *r)
{
	const struct report_options *o = r->options;
	struct input *in = input_load(r->arena, o->run);

	if (in == NULL)
		return -1;
	r->in = in;
	if (in->cells->nrows == 0)
		warn_msg("%s: results/cells.tsv is not there, or empty: "
		    "nothing is shown by round or over time", o->run);
	for (size_t i = 0; i < o->nfacts; i++)
		if (state_fact(r->arena, in->run, o->facts[i]) == -1)
			return -1;
	r->lang = lang_load(r->arena, o->language);
	if (r->lang == NULL)
		return -1;
	r->template = template_load(r->arena,
	    template_find(r->arena, o->template));
	if (r->template == NULL)
		return -1;
	if (load_logo(r) == -1)
		return -1;
	r->fonts = fonts_open(lang_code(r->lang));
	return r->fonts == NULL ? -1 : 0;
}

static int
make_in(struct report *r, const char *dir)
{
	if (figures_write(r->arena, r->fonts, r->nfigures, r->figures,
	    arena_printf(r->arena, "%s/figures", dir)) == -1)
		return -1;
	lay_out(r);
	for (size_t i = 0; i < r->nsheets; i++)
		if (sheet_write(r->sheets[i], arena_printf(r->arena,
		    "%s/tables", dir), r->options->html) == -1)
			return -1;
	return draw(r, dir);
}

enum report_status
report_make(const struct report_options *o)
{
	struct report r = {.options = o, .arena = arena_new()};
	static const char *const folders[] = {"pages", "figures", "tables",
	    NULL};
	struct install *install = NULL;
	enum report_status status = REPORT_BAD_INPUT;

	if (load(&r) == -1)
		goto done;
	collect(&r);
	if (r.ndrafts == 0) {
		warn_msg("%s: nothing to show: the template '%s' has no page "
		    "for this run", o->run, r.template->name);
		goto done;
	}
	status = REPORT_FAILED;
	install = install_begin(r.arena, o->dir != NULL ? o->dir :
	    arena_printf(r.arena, "%s/report", o->run), folders);
	if (install == NULL)
		goto done;
	if (make_in(&r, install_folder(install)) == -1)
		install_abort(install);
	else if (install_commit(install) == 0)
		status = REPORT_OK;

done:
	fonts_close(r.fonts);
	arena_free(r.arena);
	return status;
}
