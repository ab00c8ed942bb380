/* SPDX-License-Identifier: BSD-2-Clause */
/* Each kind of figure looks as it did when somebody last looked at it: the web
 * figures of fixed data are the golden ones, byte for byte, and twice the same.
 * With a folder as its argument it leaves the figures and a page there. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/report.h"
#include "render/chart.h"
#include "render/fig_bar3d.h"
#include "render/fig_heat.h"
#include "render/gnuplot.h"
#include "render/lang.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define MAX_CHARTS 16

struct gallery {
	struct arena *arena;
	struct fonts *fonts;
	struct lang *lang;
	size_t count;
	struct chart charts[MAX_CHARTS];
	const char *names[MAX_CHARTS];
};

/* Numbers that look measured and are the same everywhere. */
static double
noise(void)
{
	static unsigned seed = 1;

	seed = seed * 1103515245u + 12345u;
	return (seed >> 8 & 0xffff) / 65536.0 - 0.5;
}

static double *
numbers(struct gallery *g, size_t count)
{
	return arena_array(g->arena, count, sizeof(double));
}

static double *
steps(struct gallery *g, size_t count, double first, double step)
{
	double *x = numbers(g, count);

	for (size_t i = 0; i < count; i++)
		x[i] = first + step * (double)i;
	return x;
}

/* Rounded, so that another libm gives the same figure. */
static double
rounded(double v)
{
	double power = v == 0 ? 1 : pow(10, 4 - floor(log10(fabs(v))));

	return round(v * power) / power;
}

static struct chart *
new_chart(struct gallery *g, const char *name, const char *title,
    double width_pt, double height_pt)
{
	struct chart *c = &g->charts[g->count];

	*c = (struct chart){
		.title = title, .language = "en", .lang = g->lang,
		.width_pt = width_pt, .height_pt = height_pt, .npanels = 1,
		.description = "Test data.", .metadata = "plateau tests",
	};
	g->names[g->count++] = name;
	return c;
}

static const char *const drives[] = {"Drive A", "Drive B", "Drive C"};

static void
add_convergence(struct gallery *g)
{
	static const char *const blocks[] = {"0.5 KiB", "4 KiB", "8 KiB",
	    "16 KiB", "32 KiB", "64 KiB", "128 KiB", "1024 KiB"};
	static const double levels[] = {180, 190, 125, 65, 33, 13.8, 7.4, 1};
	static const struct chart_band window[] = {{.vertical = true,
	    .from = 20.7, .to = 25.3, .label = "measurement window"}};
	struct chart *c = new_chart(g, "convergence",
	    "Steady-state convergence", 493, 290);
	struct chart_series *s = arena_array(g->arena, 8, sizeof(*s));
	double *x = steps(g, 25, 1, 1);

	for (unsigned k = 0; k < 8; k++) {
		double *y = numbers(g, 25);

		for (int i = 0; i < 25; i++)
			y[i] = rounded(levels[k] * (1 + 1.2 *
			    exp(-i / 2.5)) * (1 + 0.04 * noise()));
		s[k] = (struct chart_series){.name = blocks[k],
		    .style = CHART_LINE_POINTS, .colour = CHART_RAMP + k,
		    .npoints = 25, .x = x, .y = y};
	}
	c->subtitle = "Random, 0/100 read/write. Logarithmic scale.";
	c->x = (struct chart_axis){.title = "Round", .whole = true};
	c->panels[0] = (struct chart_panel){
		.y = {.scale = CHART_LOG, .unit = "kIOPS"}, .nseries = 8,
		.series = s, .nbands = 1, .bands = window,
	};
}

static void
add_window(struct gallery *g)
{
	static const double x[] = {21, 22, 23, 24, 25};
	static const double y[] = {196.2, 192.1, 188.7, 187.9, 186.0};
	static const double ends[] = {21, 25}, fit[] = {194.5, 185.9};
	static const struct chart_series s[] = {
		{.name = "IOPS", .style = CHART_LINE_POINTS, .npoints = 5,
		    .x = x, .y = y},
		{.name = "slope", .thin = true, .dashed = true, .colour = 1,
		    .npoints = 2, .x = ends, .y = fit},
	};
	static const struct chart_rule rules[] = {
		{.value = 190.2, .colour = CHART_BLACK, .label = "average"},
		{.value = 209.2, .colour = CHART_GREY, .dashed = true,
		    .label = "110 %"},
		{.value = 171.2, .colour = CHART_GREY, .dashed = true,
		    .label = "90 %"},
	};
	static const struct chart_band band[] = {{.from = 171.2, .to = 209.2}};
	struct chart *c = new_chart(g, "window", "Measurement window", 493,
	    240);

	c->x = (struct chart_axis){.title = "Round", .whole = true};
	c->panels[0] = (struct chart_panel){
		.y = {.unit = "kIOPS", .tight = true}, .nseries = 2,
		.series = s, .nrules = 3, .rules = rules, .nbands = 1,
		.bands = band,
	};
}

/* Published numbers: IOPS of a Seagate Nytro 3331, blocks x mixes. */
static const double nytro[7][7] = {
	{189965, 173382, 194379, 217491, 222164, 234802, 242854},
	{125316, 111799, 117518, 137415, 137067, 128426, 128138},
	{65106, 51062, 56774, 77755, 77464, 67892, 65880},
	{33098, 25458, 29728, 40332, 29773, 33892, 33390},
	{13814, 13995, 16119, 18744, 20789, 17423, 16829},
	{7369, 7584, 8296, 9957, 11665, 8796, 8433},
	{985, 1017, 834, 858, 858, 820, 826},
};
static const char *const nytro_mixes[] = {"0/100", "5/95", "35/65", "50/50",
    "65/35", "95/5", "100/0"};
static const char *const nytro_blocks[] = {"4", "8", "16", "32", "64", "128",
    "1024"};

/* Lines that end close together: all of them need room at the right. */
static void
add_lines(struct gallery *g)
{
	struct chart *c = new_chart(g, "lines", "IOPS by block size", 493,
	    300);
	struct chart_series *s = arena_array(g->arena, 7, sizeof(*s));
	struct chart_tick *ticks = arena_array(g->arena, 7, sizeof(*ticks));
	double *x = steps(g, 7, 0, 1);

	for (unsigned k = 0; k < 7; k++) {
		double *y = numbers(g, 7);

		for (int i = 0; i < 7; i++)
			y[i] = nytro[i][k];
		ticks[k].label = nytro_blocks[k];
		s[k] = (struct chart_series){.name = nytro_mixes[k],
		    .style = CHART_LINE_POINTS, .colour = k, .npoints = 7,
		    .x = x, .y = y};
	}
	c->x = (struct chart_axis){.scale = CHART_CATEGORIES,
	    .title = "Block size", .unit = "KiB", .nticks = 7,
	    .ticks = ticks};
	c->panels[0] = (struct chart_panel){
		.y = {.scale = CHART_LOG, .unit = "IOPS"}, .nseries = 7,
		.series = s,
	};
}

/* Lines that end in the middle, with bands up to a percentile. */
static void
add_load(struct gallery *g)
{
	static const double most[] = {89400, 59300, 46600};
	struct chart *c = new_chart(g, "load", "Response time under load",
	    493, 290);
	struct chart_series *s = arena_array(g->arena, 9, sizeof(*s));
	struct chart_remark *remark = arena_alloc(g->arena, sizeof(*remark));

	for (unsigned d = 0; d < 3; d++) {
		double *x = numbers(g, 14), *mean = numbers(g, 14);
		double *high = numbers(g, 14);

		for (int i = 0; i < 14; i++) {
			double u = (i + 1) / 14.0;

			x[i] = rounded(most[d] * u);
			mean[i] = rounded((0.045 + 0.02 * d) * (1 + 0.35 * u /
			    (1.04 - u)));
			high[i] = rounded(mean[i] * (4 + 2 * u * u +
			    3 * u * u * u * u));
		}
		s[d] = (struct chart_series){.name = drives[d],
		    .style = CHART_BAND, .label = CHART_LABEL_NONE,
		    .colour = d, .npoints = 14, .x = x, .y = mean,
		    .y2 = high};
		s[3 + d] = (struct chart_series){.name = "99.9 %",
		    .thin = true, .colour = d, .npoints = 14, .x = x,
		    .y = high};
		s[6 + d] = (struct chart_series){.name = drives[d],
		    .style = CHART_LINE_POINTS, .colour = d, .npoints = 14,
		    .x = x, .y = mean};
		if (d == 0)
			*remark = (struct chart_remark){x[11], mean[11], 0,
			    "average"};
	}
	c->subtitle = "4 KiB random, 65/35 read/write.";
	c->x = (struct chart_axis){.title = "Load", .unit = "IOPS"};
	c->panels[0] = (struct chart_panel){
		.y = {.scale = CHART_LOG, .unit = "ms"}, .nseries = 9,
		.series = s, .nremarks = 1, .remarks = remark,
	};
}

/* Two panels: dots and lines above, latency below. */
static void
add_saturation(struct gallery *g)
{
	static const double high[] = {212, 176, 115}, low[] = {91, 61, 48};
	struct chart *c = new_chart(g, "saturation", "Write saturation", 493,
	    360);
	struct chart_series *s = arena_array(g->arena, 12, sizeof(*s));
	double *x = steps(g, 300, 0.5, 1), *means_x = steps(g, 30, 5, 10);

	for (unsigned d = 0; d < 3; d++) {
		double *y = numbers(g, 300), *mean = numbers(g, 30);
		double *wait = numbers(g, 30), *worst = numbers(g, 30);

		for (int i = 0; i < 300; i++) {
			y[i] = rounded((low[d] + (high[d] - low[d]) /
			    (1 + exp((i - 60 - 5.0 * d) / 9))) *
			    (1 + 0.06 * noise()));
			mean[i / 10] += y[i] / 10;
		}
		for (int i = 0; i < 30; i++) {
			mean[i] = rounded(mean[i]);
			wait[i] = rounded(32 / mean[i]);
			worst[i] = rounded(wait[i] * (12 + noise()));
		}
		s[d] = (struct chart_series){.name = drives[d],
		    .style = CHART_DOTS, .label = CHART_LABEL_NONE,
		    .colour = d, .npoints = 300, .x = x, .y = y};
		s[3 + d] = (struct chart_series){.name = drives[d],
		    .colour = d, .npoints = 30, .x = means_x, .y = mean};
		s[6 + d] = (struct chart_series){.name = "maximum",
		    .thin = true, .colour = d, .npoints = 30, .x = means_x,
		    .y = worst};
		s[9 + d] = (struct chart_series){.name = "average",
		    .colour = d, .npoints = 30, .x = means_x, .y = wait};
	}
	c->x = (struct chart_axis){.title = "Time", .unit = "minutes"};
	c->npanels = 2;
	c->panels[0] = (struct chart_panel){.y = {.unit = "kIOPS"},
	    .share = 1.6, .nseries = 6, .series = s};
	c->panels[1] = (struct chart_panel){
		.y = {.scale = CHART_LOG, .unit = "ms"}, .nseries = 6,
		.series = s + 6,
	};
}

static void
add_histogram(struct gallery *g)
{
	static const struct chart_rule rules[] = {
		{.vertical = true, .value = 75, .colour = CHART_GREY,
		    .dashed = true, .label = "99 %"},
		{.vertical = true, .value = 160, .colour = CHART_GREY,
		    .dashed = true, .label = "99.9 %"},
	};
	struct chart *c = new_chart(g, "histogram", "Response times", 493,
	    240);
	struct chart_series *s = arena_alloc(g->arena, sizeof(*s));
	double *x = steps(g, 40, 2.5, 5), *y = numbers(g, 40);

	for (int i = 0; i < 40; i++)
		y[i] = round(1e6 * exp(-pow((i - 12) / 4.0, 2)) +
		    300 * exp(-pow((i - 30) / 3.0, 2)));
	*s = (struct chart_series){.name = "reads", .style = CHART_BARS,
	    .label = CHART_LABEL_KEY, .bar_width = 4.4, .npoints = 40,
	    .x = x, .y = y};
	c->x = (struct chart_axis){.title = "Response time", .unit = "µs"};
	c->panels[0] = (struct chart_panel){
		.y = {.scale = CHART_LOG, .min = 1, .max = NAN,
		    .unit = "I/Os"},
		.nseries = 1, .series = s, .nrules = 2, .rules = rules,
	};
}

/* Every style once, with a key, steps, and a gap. */
static void
add_styles(struct gallery *g)
{
	static const double x[] = {0, 1, 2, 3, 4, 5, 6, 7};
	static const double y[] = {3, 4, 6, NAN, 5, NAN, 7, 8};
	static const double y2[] = {1, 2, 2, 3, 3, 4, 4, 5};
	static const double y3[] = {6, 6.5, 7, 7.5, 8, 8.2, 8.4, 8.5};
	static const struct chart_series s[] = {
		{.name = "band", .style = CHART_BAND, .colour = 4,
		    .label = CHART_LABEL_KEY, .npoints = 8, .x = x, .y = y2,
		    .y2 = y3},
		{.name = "line with gaps", .label = CHART_LABEL_KEY,
		    .npoints = 8, .x = x, .y = y},
		{.name = "steps", .style = CHART_STEPS, .colour = 1,
		    .label = CHART_LABEL_KEY, .npoints = 8, .x = x, .y = y2},
		{.name = "points", .style = CHART_POINTS, .colour = 2,
		    .label = CHART_LABEL_KEY, .npoints = 8, .x = x, .y = y3},
		{.name = "line and points", .style = CHART_LINE_POINTS,
		    .colour = 3, .label = CHART_LABEL_KEY, .npoints = 4,
		    .x = x, .y = y3},
	};
	struct chart *c = new_chart(g, "styles", "Styles", 240, 180);

	c->x = (struct chart_axis){.title = "Time", .unit = "s"};
	c->panels[0] = (struct chart_panel){.y = {.unit = "ms"},
	    .nseries = COUNT(s), .series = s};
}

/* Degenerate data: one point, all equal, zeros on a log axis. */
static void
add_degenerate(struct gallery *g)
{
	static const double x[] = {1, 2, 3, 4, 5};
	static const double equal[] = {100, 100, 100, 100, 100};
	static const double zeros[] = {1, 0, 3, 0, 5};
	static const struct chart_series one = {.name = "one", .npoints = 1,
	    .x = x, .y = equal};
	static const struct chart_series same = {.name = "equal",
	    .npoints = 5, .x = x, .y = equal};
	static const struct chart_series gaps = {.name = "gaps",
	    .npoints = 5, .x = x, .y = zeros};
	struct chart *c = new_chart(g, "one-point", "One point", 240, 160);

	c->panels[0] = (struct chart_panel){.nseries = 1, .series = &one};
	c = new_chart(g, "all-equal", "All equal", 240, 160);
	c->panels[0] = (struct chart_panel){.nseries = 1, .series = &same,
	    .y = {.tight = true}};
	c = new_chart(g, "log-zeros", "Zeros", 240, 160);
	c->panels[0] = (struct chart_panel){.nseries = 1, .series = &gaps,
	    .y = {.scale = CHART_LOG}};
}

/* A name as a drive or a person could give it, and three languages. */
static void
add_words(struct gallery *g)
{
	static const double x[] = {0, 1, 2, 3}, y[] = {1, 2, 3, 4};
	static const double z[] = {4, 4.1, 4.2, 4.1};
	static const struct chart_series s[] = {
		{.name = "`touch ran`'\"@x #1 ]]> &#x41; <b> & 100 %s and on, "
		    "and on, for as long as a name can be", .npoints = 4,
		    .x = x, .y = y},
		{.name = "Диск ёмкостью 960 ГБ", .colour = 1, .npoints = 4,
		    .x = x, .y = z},
	};
	static const struct chart_tick ticks[] = {{.label = "50 %s"},
	    {.label = "読み出し"}, {.label = "запись"}, {.label = "\\"}};
	struct chart *c = new_chart(g, "words",
	    "SSD \"`touch ran`\" '$(touch ran)'\n!touch ran", 493, 200);

	c->subtitle = "飽和した後の応答時間：四キロバイトの無作為な書き込み、"
	    "待ち行列の深さは三十二。計測の前に装置全体を二度書き込み、"
	    "定常状態になるまで繰り返した。";
	c->x = (struct chart_axis){.scale = CHART_CATEGORIES, .nticks = 4,
	    .ticks = ticks, .title = "Нагрузка", .unit = "тыс. IOPS"};
	c->panels[0] = (struct chart_panel){.y = {.unit = "мс"},
	    .nseries = 2, .series = s};
}

static const struct bar3d *
make_bars(struct gallery *g, bool log)
{
	struct bar3d *b = arena_alloc(g->arena, sizeof(*b));

	*b = (struct bar3d){
		.title = "Random IOPS by block size and read/write mix",
		.subtitle = "Seagate Nytro 3331, steady state.",
		.language = "en", .lang = g->lang, .width_pt = 493,
		.height_pt = 330, .row_title = "Block size, KiB",
		.column_title = "Read/write mix, %", .unit = "IOPS",
		.log = log, .nrows = 7, .ncolumns = 7, .rows = nytro_blocks,
		.columns = nytro_mixes, .values = &nytro[0][0],
	};
	return b;
}

static const struct heat *
make_heat(struct gallery *g)
{
	enum { COLUMNS = 120, ROWS = 48 };
	struct heat *h = arena_alloc(g->arena, sizeof(*h));
	double *values = numbers(g, COLUMNS * ROWS);

	for (int r = 0; r < ROWS; r++)
		for (int c = 0; c < COLUMNS; c++) {
			double fast = r - 12 - (c > 60 ? 6 : 0);
			double slow = r - 36 - 3 * sin(c / 9.0);

			values[r * COLUMNS + c] = floor(
			    9e4 * exp(-fast * fast / 9) +
			    700 * exp(-slow * slow / 5));
		}
	*h = (struct heat){
		.title = "Response times over time", .language = "en",
		.subtitle = "A column a second. Darker: more I/Os.",
		.lang = g->lang, .width_pt = 493, .height_pt = 290,
		.x = {.title = "Time", .unit = "s", .min = 0, .max = 120},
		.y = {.scale = CHART_LOG, .unit = "ms", .min = 0.01,
		    .max = 100},
		.ncolumns = COLUMNS, .nrows = ROWS, .values = values,
		.unit = "I/Os", .log = true,
	};
	return h;
}

static void
put_utf8(char *out, uint32_t c)
{
	if (c < 0x80) {
		*out++ = (char)c;
	} else if (c < 0x800) {
		*out++ = (char)(0xc0 | c >> 6);
		*out++ = (char)(0x80 | (c & 0x3f));
	} else {
		*out++ = (char)(0xe0 | c >> 12);
		*out++ = (char)(0x80 | (c >> 6 & 0x3f));
		*out++ = (char)(0x80 | (c & 0x3f));
	}
	*out = '\0';
}

/* Every glyph that a report is likely to need, one a cell: libharu subsets the
 * fonts by itself, and has drawn some glyphs wrong before. */
static void
draw_glyphs(struct canvas *c)
{
	static const struct { uint32_t first, last; } ranges[] = {
		{0x21, 0x7e}, {0xa1, 0xac}, {0xae, 0xff}, {0x391, 0x3a1},
		{0x3a3, 0x3c9}, {0x401, 0x45f}, {0x2013, 0x2015},
		{0x2018, 0x2022}, {0x2070, 0x2070}, {0x2074, 0x2079},
		{0x2190, 0x2193}, {0x2264, 0x2265}, {0x25cf, 0x25cf},
		{0x3041, 0x3093}, {0x30a1, 0x30f6}, {0x3001, 0x3002},
		{0x300c, 0x300f}, {0xff01, 0xff5e}, {0x4e00, 0x4e03},
		{0x65e5, 0x65e5}, {0x672c, 0x672c}, {0x8a66, 0x8a66},
		{0x9a13, 0x9a13},
	};
	double x = 51, y = 60;

	canvas_page_begin(c, 600, 840);
	for (int font = 0; font < 3; font++)
		for (size_t i = 0; i < COUNT(ranges); i++)
			for (uint32_t g = ranges[i].first;
			    g <= ranges[i].last; g++) {
				char text[4];

				put_utf8(text, g);
				canvas_text(c, &(struct canvas_text){.x = x,
				    .y = y, .size_pt = 7,
				    .font = (enum canvas_font)font}, text);
				x += 9;
				if (x > 540) {
					x = 51;
					y += 12;
				}
			}
	canvas_page_end(c);
}

/* A page of words in three languages, and figures: into a canvas.  The size is
 * a whole number of pixels at 150 dpi, so that no picture of it is shifted. */
static int
draw_pages(struct gallery *g, struct canvas *c,
    const struct chart_figure *figures)
{
	static const char *const words[] = {
		"Latency of every I/O: 189\u202f965 IOPS at ≤ 5 µs → 99.9 %",
		"Задержка каждой операции: 189\u202f965 оп/с, не более 5 мкс",
		"すべての入出力の遅延：毎秒189\u202f965回、最大5マイクロ秒",
	};
	int result = 0;

	canvas_page_begin(c, 600, 840);
	canvas_outline(c, 0, "Отчёт 報告");
	canvas_page_label(c, "表紙");
	for (int i = 0; i < 9; i++)
		canvas_text(c, &(struct canvas_text){.x = 51,
		    .y = 60 + 16 * i, .size_pt = 10,
		    .font = (enum canvas_font)(i / 3), .rgb = 0x222222},
		    words[i % 3]);
	canvas_text(c, &(struct canvas_text){.x = 540, .y = 200,
	    .size_pt = 9, .angle_deg = 90, .font = FONT_BOLD}, "turned 回転");
	result |= chart_draw(c, &figures[0], 51, 220, 1);
	canvas_link_page(c, 51, 50, 200, 14, 1);
	canvas_link_uri(c, 51, 66, 200, 14, "https://example.org/a b");
	canvas_page_end(c);
	canvas_page_begin(c, 600, 840);
	canvas_outline(c, 1, "3D");
	bar3d_draw(c, g->fonts, make_bars(g, true), 51, 60, 1);
	static const uint8_t pixels[] = {200, 30, 30, 30, 200, 30, 30, 30,
	    200, 240, 240, 30, 30, 240, 240, 90, 90, 90};
	canvas_image(c, 51, 420, 90, 60, 3, 2, pixels);
	canvas_clip(c, 200, 420, 60, 60);
	canvas_rect(c, 180, 400, 60, 60, 0xd98e04);
	canvas_clip_end(c);
	result |= chart_draw(c, &figures[3], 51, 520, 0.5);
	heat_draw(c, g->fonts, make_heat(g), 310, 520, 0.5);
	canvas_page_end(c);
	draw_glyphs(c);
	return result;
}

static int
write_pages(struct gallery *g, const char *dir,
    const struct chart_figure *figures)
{
	const struct canvas_info info = {
		.title = "Отчёт 試験", .author = "plateau",
		.creator = "plateau tests", .language = "en",
		.created_ns = UINT64_C(1700000000000000000),
	};
	struct canvas *canvases[] = {
		canvas_pdf_open(arena_printf(g->arena, "%s/page.pdf", dir),
		    &info),
		canvas_svg_open(arena_printf(g->arena, "%s/page-%%u.svg",
		    dir), &info),
		canvas_png_open(arena_printf(g->arena, "%s/page-%%u.png",
		    dir), &info, 150),
	};
	int result = 0;

	for (size_t i = 0; i < COUNT(canvases); i++) {
		if (canvases[i] == NULL)
			return -1;
		result |= draw_pages(g, canvases[i], figures);
		result |= canvas_close(canvases[i]);
	}
	return result;
}

static int
write_gallery(struct gallery *g, const char *dir)
{
	const struct chart *charts[MAX_CHARTS];
	enum chart_status statuses[MAX_CHARTS];
	struct chart_figure figures[MAX_CHARTS];
	int result = 0;

	for (size_t i = 0; i < g->count; i++)
		charts[i] = &g->charts[i];
	chart_write_all(g->arena, g->fonts, g->count, charts, dir, g->names,
	    statuses, figures);
	for (size_t i = 0; i < g->count; i++)
		if (statuses[i] != CHART_OK) {
			printf("%s: status %d\n", g->names[i],
			    (int)statuses[i]);
			return -1;
		}
	result |= bar3d_write(g->fonts, make_bars(g, true), dir, "bars-log");
	result |= bar3d_write(g->fonts, make_bars(g, false), dir,
	    "bars-linear");
	result |= heat_write(g->fonts, make_heat(g), dir, "heat");
	return result | write_pages(g, dir, figures);
}

static int
compare(struct arena *a, const char *got_path, const char *want_path)
{
	size_t got_length, want_length;
	const char *got = file_read(a, got_path, 1 << 24, &got_length);
	const char *want = file_read(a, want_path, 1 << 24, &want_length);

	if (got != NULL && want != NULL && got_length == want_length &&
	    memcmp(got, want, got_length) == 0)
		return 0;
	printf("%s and %s differ (tests/regen-golden.sh shows how)\n",
	    got_path, want_path);
	return 1;
}

static int
test_golden(struct gallery *g, const char *dir, const char *again)
{
	static const char *const others[] = {"bars-log", "bars-linear",
	    "heat"};
	int failures = 0;

	for (size_t i = 0; i < g->count + COUNT(others); i++) {
		const char *name = i < g->count ? g->names[i] :
		    others[i - g->count];
		const char *made = arena_printf(g->arena, "%s/%s.svg", dir,
		    name);

		failures += compare(g->arena, made, arena_printf(g->arena,
		    "tests/golden/figure-%s.svg", name));
		failures += compare(g->arena, made, arena_printf(g->arena,
		    "%s/%s.svg", again, name));
	}
	static const char *const pages[] = {"page.pdf", "page-1.svg",
	    "page-2.svg", "page-3.svg", "page-1.png", "page-2.png",
	    "page-3.png"};
	for (size_t i = 0; i < COUNT(pages); i++)
		failures += compare(g->arena, arena_printf(g->arena, "%s/%s",
		    dir, pages[i]), arena_printf(g->arena, "%s/%s", again,
		    pages[i]));
	return failures;
}

static void
remove_folder(struct arena *a, const char *dir)
{
	int status = system(arena_printf(a, "rm -rf '%s'", dir));

	if (status != 0)
		printf("%s is left\n", dir);
}

int
main(int argc, char **argv)
{
	unsigned major, minor;
	struct gallery g = {0};
	int failures = 1;

	report_set_program("render_gallery");
	if (gnuplot_version(&major, &minor) != GNUPLOT_OK) {
		puts("skipped: no gnuplot");
		return 77;
	}
	g.arena = arena_new();
	g.fonts = fonts_open("en");
	g.lang = lang_load(g.arena, "en");
	if (g.fonts == NULL || g.lang == NULL)
		goto out;
	add_convergence(&g);
	add_window(&g);
	add_lines(&g);
	add_load(&g);
	add_saturation(&g);
	add_histogram(&g);
	add_styles(&g);
	add_degenerate(&g);
	add_words(&g);
	if (argc > 1) {
		failures = write_gallery(&g, argv[1]) != 0;
		goto out;
	}
	char dir[] = "/tmp/render_gallery.XXXXXX";
	char again[] = "/tmp/render_gallery.XXXXXX";
	if (mkdtemp(dir) != NULL && mkdtemp(again) != NULL &&
	    write_gallery(&g, dir) == 0 && write_gallery(&g, again) == 0)
		failures = test_golden(&g, dir, again);
	remove_folder(g.arena, dir);
	remove_folder(g.arena, again);

out:
	fonts_close(g.fonts);
	arena_free(g.arena);
	return failures == 0 ? 0 : 1;
}
