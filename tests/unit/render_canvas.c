/* SPDX-License-Identifier: BSD-2-Clause */
/* A canvas leaves a whole file or none: whatever is drawn on it, a failure is
 * told once, the rest is ignored, and the old file stays. */
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/report.h"
#include "render/canvas.h"
#include "render/fonts.h"
#include "render/svgpub.h"

static int failures;
static char dir[] = "/tmp/render_canvas.XXXXXX";

enum kind { PDF, SVG, PNG, WEB, KINDS };
static const char *const files[KINDS] = {"a.pdf", "a-1.svg", "a-1.png",
    "web.svg"};

static struct canvas *
open_kind(struct arena *a, enum kind kind, const char *folder)
{
	const struct canvas_info info = {.title = "<&\"> \x01 試験",
	    .language = "ja"};

	switch (kind) {
	case PDF:
		return canvas_pdf_open(arena_printf(a, "%s/a.pdf", folder),
		    &info);
	case SVG:
		return canvas_svg_open(arena_printf(a, "%s/a-%%u.svg",
		    folder), &info);
	case PNG:
		return canvas_png_open(arena_printf(a, "%s/a-%%u.png",
		    folder), &info, 72);
	default:
		return svgpub_open(arena_printf(a, "%s/web.svg", folder),
		    &info, "a < b", "]]> &");
	}
}

typedef void (*draw_fn)(struct canvas *c);

static void
draw_text_at(struct canvas *c, double x, double size_pt, const char *text)
{
	canvas_text(c, &(struct canvas_text){.x = x, .y = 50,
	    .size_pt = size_pt}, text);
}

/* All that a canvas can do, odd but allowed. */
static void
draw_all(struct canvas *c)
{
	static const struct canvas_point points[] = {{1, 1}, {5, 5}, {9, 1},
	    {20, 20}, {-500, 3}, {900, 900}};
	static const size_t starts[] = {0, 3, 4};
	static const struct canvas_path path = {.npoints = 6, .nruns = 3,
	    .points = points, .starts = starts};
	static const uint8_t pixel[3] = {1, 2, 3};

	canvas_page_begin(c, 100, 100);
	canvas_outline(c, 7, "deep");
	canvas_outline(c, 99, "deeper");
	canvas_outline(c, 0, "");
	canvas_page_label(c, "i\x01");
	canvas_fill(c, &path, 0xff0000, 0.001);
	canvas_fill(c, &path, 0xff0000, 0);
	canvas_fill(c, &path, 0xff0000, 7);
	canvas_stroke(c, &path, &(struct canvas_stroke){.alpha = 0.5,
	    .width_pt = 1000, .ndashes = 8,
	    .dashes_pt = {0.01, 200, 1, 1, 1, 1, 1, 1}});
	canvas_stroke(c, &path, &(struct canvas_stroke){.alpha = 1,
	    .width_pt = 0, .round = true});
	draw_text_at(c, 10, 8, "a\x01\xff ≤ 試験 😀 <&>");
	draw_text_at(c, 10, 0, "nothing");
	draw_text_at(c, 10, 8, "");
	draw_text_at(c, 10, 8, NULL);
	draw_text_at(c, 10, NAN, "nothing");
	canvas_image(c, 1, 1, 50, 50, 1, 1, pixel);
	canvas_image(c, 1, 1, 50, 50, 0, 1, pixel);
	canvas_image(c, 1, 1, -1, 50, 1, 1, pixel);
	canvas_clip(c, 10, 10, 10, 10);
	canvas_clip(c, 20, 20, 10, 10);		/* does not nest: ignored */
	canvas_rect(c, 0, 0, 100, 100, 0);
	canvas_link_page(c, 1, 1, 5, 5, 0);
	canvas_link_uri(c, 1, 1, 5, 5, "javascript:alert(1)");
	canvas_link_uri(c, 1, 1, 5, 5, "https://x/) ] >> я");
	/* The clip is not ended: the page's end does. */
	canvas_page_end(c);
	canvas_page_end(c);
}

static void
draw_nothing(struct canvas *c)
{
	(void)c;
}

static void
draw_outside(struct canvas *c)
{
	draw_all(c);
	canvas_line(c, 0, 0, 1, 1, 1, 0);
}

static void
draw_nan(struct canvas *c)
{
	canvas_page_begin(c, 100, 100);
	canvas_line(c, 0, NAN, 1, 1, 1, 0);
}

static void
draw_far(struct canvas *c)
{
	canvas_page_begin(c, 100, 100);
	canvas_line(c, 0, 0, 1e9, 1, 1, 0);
}

static void
draw_no_page(struct canvas *c)
{
	canvas_page_begin(c, 0, 100);
}

static void
draw_huge_page(struct canvas *c)
{
	canvas_page_begin(c, 1e6, 100);
}

static void
draw_nan_page(struct canvas *c)
{
	canvas_page_begin(c, NAN, 100);
}

static void
draw_discarded(struct canvas *c)
{
	draw_all(c);
	canvas_discard(c);
}

static void
draw_bad_link(struct canvas *c)
{
	canvas_page_begin(c, 100, 100);
	canvas_link_page(c, 1, 1, 5, 5, 1);
}

static void
draw_two_pages(struct canvas *c)
{
	draw_all(c);
	draw_all(c);
}

static size_t
count_files(const char *folder)
{
	DIR *d = opendir(folder);
	size_t count = 0;

	while (d != NULL && readdir(d) != NULL)
		count++;
	if (d != NULL)
		closedir(d);
	return count - 2;
}

static size_t
count_lines(const char *path)
{
	FILE *f = fopen(path, "r");
	size_t lines = 0;
	int c;

	while (f != NULL && (c = getc(f)) != EOF)
		lines += c == '\n';
	if (f != NULL)
		fclose(f);
	return lines;
}

static const struct canvas_case {
	const char *why;
	draw_fn draw;
	unsigned fails;			/* kinds, as a bit set */
} cases[] = {
	{"all", draw_all, 0},
	{"no page", draw_nothing, 15},
	{"outside a page", draw_outside, 15},
	{"no place", draw_nan, 15},
	{"a far place", draw_far, 15},
	{"a page without width", draw_no_page, 15},
	{"a huge page", draw_huge_page, 15},
	{"a page of no number", draw_nan_page, 15},
	{"discarded", draw_discarded, 15},
	{"a link to nowhere", draw_bad_link, 1 << PDF},
	{"two pages", draw_two_pages, 1 << WEB},
};

static void
test_case(struct arena *a, const struct canvas_case *test, enum kind kind)
{
	const char *folder = arena_printf(a, "%s/%d", dir, (int)kind);
	const char *file = arena_printf(a, "%s/%s", folder, files[kind]);
	const char *old = "the old file";
	bool fails = (test->fails >> kind & 1) != 0;
	size_t length;

	mkdir(folder, 0777);
	if (file_replace_bytes(file, old, strlen(old)) != 0)
		failures++;
	size_t before = count_files(folder);
	struct canvas *c = open_kind(a, kind, folder);
	test->draw(c);
	int result = canvas_close(c);
	const char *now = file_exists(file) ? file_read(a, file, 1 << 24,
	    &length) : NULL;
	bool kept = now != NULL && strcmp(now, old) == 0;
	/* Pages that were whole before the failure go with it. */
	if ((result != 0) != fails || (!fails && (now == NULL || kept)) ||
	    (fails && now != NULL && !kept) ||
	    (fails && count_files(folder) > before)) {
		printf("%s, %s: result %d, %s\n", files[kind], test->why,
		    result, kept ? "the old file" : "another file");
		failures++;
	}
	int status = system(arena_printf(a, "rm -rf '%s'", folder));
	(void)status;
}

static void
test_messages(struct arena *a)
{
	const char *log = arena_printf(a, "%s/log", dir);
	int saved = dup(2), fd = open(log, O_RDWR | O_CREAT, 0600);

	dup2(fd, 2);
	struct canvas *c = open_kind(a, PDF, dir);
	draw_nan(c);
	draw_far(c);
	draw_no_page(c);
	canvas_close(c);
	/* A folder that is not there. */
	c = open_kind(a, SVG, "/nowhere");
	draw_two_pages(c);
	int result = canvas_close(c);
	dup2(saved, 2);
	close(fd);
	size_t lines = count_lines(log);
	/* One for each failure; the character without a glyph was told of. */
	if (lines != 2 || result != -1) {
		printf("%zu messages, result %d\n", lines, result);
		failures++;
	}
	unlink(log);
	if (canvas_png_open("/tmp/x", &(struct canvas_info){0}, 0) != NULL ||
	    canvas_png_open("/tmp/x", &(struct canvas_info){0}, NAN) != NULL ||
	    canvas_close(NULL) != -1)
		failures++;
}

int
main(void)
{
	report_set_program("render_canvas");
	struct fonts *f = fonts_open("en");
	if (f == NULL) {
		puts("skipped: fonts are missing");
		return 77;
	}
	fonts_close(f);
	if (mkdtemp(dir) == NULL)
		return 1;
	struct arena *a = arena_new();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (int k = 0; k < KINDS; k++)
			test_case(a, &cases[i], (enum kind)k);
	test_messages(a);
	if (rmdir(dir) != 0) {
		printf("%s is not empty\n", dir);
		failures++;
	}
	arena_free(a);
	return failures == 0 ? 0 : 1;
}
