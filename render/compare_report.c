/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "base/report.h"
#include "render/compare_layout.h"
#include "render/compare_report.h"
#include "render/install.h"

static void
set_words(struct compare_document *d)
{
	const struct compare *c = d->compare;
	size_t counts[3] = {0};
	const char *parts = "";

	for (size_t i = 0; i < c->ndrives; i++)
		counts[c->drives[i].mark]++;
	for (int i = 0; i < 3; i++)
		if (counts[i] > 0)
			parts = arena_printf(c->arena, "%s%s%s: %s", parts,
			    *parts == '\0' ? "" : " \u00b7 ",
			    compare_mark_word(c, (enum compare_mark)i),
			    lang_whole(c->arena, c->lang, counts[i]));
	d->title = c->ndrives == 1 ? c->drives[0].name : lang_fill(c->arena,
	    c->lang, "compare.title", "count", lang_whole(c->arena, c->lang,
	    c->ndrives), NULL);
	d->subtitle = c->latest_ns == 0 ? parts : arena_printf(c->arena,
	    "%s \u00b7 %s", parts, lang_time(c->arena, c->latest_ns));
	d->footer = c->tool != NULL ? c->tool : "plateau";
	if (counts[COMPARE_SIMULATED] > 0)
		d->banners[d->nbanners++] = (struct page_banner){
		    lang_text(c->lang, counts[COMPARE_SIMULATED] ==
		    c->ndrives ? "banner.simulated" :
		    "compare.banner.simulated"), true};
	if (counts[COMPARE_PUBLISHED] > 0)
		d->banners[d->nbanners++] = (struct page_banner){
		    lang_text(c->lang, counts[COMPARE_PUBLISHED] ==
		    c->ndrives ? "compare.banner.published-all" :
		    "compare.banner.published"), false};
}

static int
write_files(const struct compare *c, const char *dir, bool html)
{
	struct arena *a = c->arena;
	const char *tables = arena_printf(a, "%s/tables", dir);
	struct figure **figures = NULL;
	size_t count = 0;

	for (size_t i = 0; i < c->nsections; i++)
		for (size_t k = 0; k < c->sections[i].nparts; k++) {
			const struct compare_part *p =
			    &c->sections[i].parts[k];

			if (p->sheet != NULL && sheet_write(p->sheet, tables,
			    html) == -1)
				return -1;
			if (p->figure == NULL)
				continue;
			figures = arena_grow(a, figures, count,
			    sizeof(*figures));
			figures[count++] = p->figure;
		}
	return figures_write(a, c->fonts, count, figures, arena_printf(a,
	    "%s/figures", dir));
}

/* Gives the pages names that sort: page-1.svg becomes page-01.svg. */
static int
rename_pages(const struct compare_document *d, const char *dir,
    const char *suffix)
{
	struct arena *a = d->compare->arena;

	for (size_t i = 1; i <= d->layout.npages && i < 10; i++) {
		const char *from = arena_printf(a, "%s/pages/page-%zu.%s",
		    dir, i, suffix);
		const char *to = arena_printf(a, "%s/pages/page-%02zu.%s",
		    dir, i, suffix);

		if (rename(from, to) == -1) {
			warn_errno("rename(%s)", from);
			return -1;
		}
	}
	return 0;
}

static int
draw(const struct compare_document *d, const struct report_options *o,
    const char *dir)
{
	const struct compare *c = d->compare;
	struct arena *a = c->arena;
	struct canvas_info info = {.title = d->title, .subject = d->subtitle,
	    .keywords = lang_text(c->lang, "document.keywords"),
	    .creator = d->footer, .created_ns = c->latest_ns,
	    .language = lang_code(c->lang)};

	if (o->pdf && compare_draw(d, canvas_pdf_open(arena_printf(a,
	    "%s/compare.pdf", dir), &info)) == -1)
		return -1;
	if (o->svg && (compare_draw(d, canvas_svg_open(arena_printf(a,
	    "%s/pages/page-%%u.svg", dir), &info)) == -1 ||
	    rename_pages(d, dir, "svg") == -1))
		return -1;
	if (o->png && (compare_draw(d, canvas_png_open(arena_printf(a,
	    "%s/pages/page-%%u.png", dir), &info, o->dpi)) == -1 ||
	    rename_pages(d, dir, "png") == -1))
		return -1;
	return 0;
}

enum report_status
compare_make(const struct report_options *o, const struct compare_inputs *in)
{
	static const char *const folders[] = {"pages", "figures", "tables",
	    NULL};
	struct arena *a = arena_new();
	struct fonts *fonts = NULL;
	struct compare_document d = {.paper = o->paper};
	struct install *install;
	enum report_status status = REPORT_BAD_INPUT;
	const struct lang *lang = lang_load(a, o->language);

	if (lang == NULL || (fonts = fonts_open(lang_code(lang))) == NULL)
		goto done;
	d.compare = compare_open(a, lang, fonts, in);
	if (d.compare == NULL)
		goto done;
	status = REPORT_FAILED;
	set_words(&d);
	install = install_begin(a, o->dir, folders);
	if (install == NULL)
		goto done;
	if (write_files(d.compare, install_folder(install), o->html) == -1)
		goto abort;
	compare_lay(&d);
	if (draw(&d, o, install_folder(install)) == -1)
		goto abort;
	if (install_commit(install) == 0)
		status = REPORT_OK;
	goto done;

abort:
	install_abort(install);
done:
	fonts_close(fonts);
	arena_free(a);
	return status;
}
