/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "render/figure_base.h"

#define HEAT_HEIGHT_PT 372.0

/* Fewer columns show no course. */
#define LEAST_COLUMNS 10

/* A last column with less than this part of a mean one is left out. */
#define LEAST_SHARE 0.1

/*
 * Rows are classes of equal ratio: so many to each power of two, few enough
 * that each holds several bins of slices.tsv, which has 32.  A bin counts
 * where its middle lies.
 */
#define WIDE_OCTAVES 10.0
#define ROWS_OF_WIDE 4.0
#define ROWS_OF_NARROW 8.0

struct grid {
	size_t ncolumns, nrows;		/* a column a slice */
	double seconds;			/* of each slice but the last */
	double rows_an_octave, base;	/* row 0 is of log2(ns) x rows = base */
	double *values;
};

/* The slice of each row of slices.tsv, or -1 if it is not shown; sets how many
 * slices there are, and how long they are. */
static int *
find_columns(const struct scope *s, const struct table *t, const char *op,
    struct grid *grid)
{
	int *columns = arena_array(s->arena, t->nrows + 1, sizeof(*columns));

	for (size_t row = 0; row < t->nrows; row++) {
		columns[row] = -1;
		if (strcmp(op, "all") != 0 &&
		    strcmp(table_text(t, row, "op"), op) != 0)
			continue;
		double first = table_number(t, row, "second_first");
		double last = table_number(t, row, "second_last");
		if (!(first >= 0 && last >= first))
			continue;
		/* The first slice may be the last one too. */
		grid->seconds = fmax(grid->seconds, last - first + 1);
		double column = floor(first / grid->seconds);
		if (column >= HEAT_MOST)
			continue;
		columns[row] = (int)column;
		if ((size_t)column >= grid->ncolumns)
			grid->ncolumns = (size_t)column + 1;
	}
	return columns;
}

/*
 * The last slice ends with the test, somewhere in it.  Where that leaves a few
 * I/Os, drained and alone, they are no part of the course.
 */
static void
drop_last(const struct table *t, int *columns, struct grid *grid)
{
	int last_column = (int)grid->ncolumns - 1;
	double all = 0, last = 0;

	for (size_t row = 0; row < t->nrows; row++) {
		if (columns[row] == -1)
			continue;
		double count = table_number(t, row, "count");
		all += count;
		if (columns[row] == last_column)
			last += count;
	}
	if (grid->ncolumns <= LEAST_COLUMNS ||
	    last * (double)grid->ncolumns > LEAST_SHARE * all)
		return;
	grid->ncolumns--;
	for (size_t row = 0; row < t->nrows; row++)
		if (columns[row] == last_column)
			columns[row] = -1;
}

static double
middle(const struct table *t, size_t row)
{
	return ((double)table_whole(t, row, "low_ns") +
	    (double)table_whole(t, row, "high_ns") + 1) / 2;
}

/* The rows that the I/Os span; 0 if there are none. */
static void
find_range(const struct table *t, const int *columns, struct grid *grid)
{
	double low = INFINITY, high = 0;

	for (size_t row = 0; row < t->nrows; row++) {
		if (columns[row] == -1)
			continue;
		low = fmin(low, fmax(middle(t, row), 1));
		high = fmax(high, middle(t, row));
	}
	if (!(low <= high))
		return;
	grid->rows_an_octave = log2(high / low) > WIDE_OCTAVES ?
	    ROWS_OF_WIDE : ROWS_OF_NARROW;
	grid->base = floor(log2(low) * grid->rows_an_octave);
	grid->nrows = (size_t)(floor(log2(high) * grid->rows_an_octave) -
	    grid->base) + 1;
}

static struct grid
find_grid(const struct scope *s, const struct table *t, const char *op)
{
	struct grid grid = {.ncolumns = 0};
	int *columns = find_columns(s, t, op, &grid);

	drop_last(t, columns, &grid);
	find_range(t, columns, &grid);
	grid.values = arena_array(s->arena, grid.ncolumns * grid.nrows + 1,
	    sizeof(*grid.values));
	for (size_t row = 0; row < t->nrows; row++) {
		if (columns[row] == -1)
			continue;
		double at = floor(log2(fmax(middle(t, row), 1)) *
		    grid.rows_an_octave) - grid.base;

		grid.values[(size_t)at * grid.ncolumns +
		    (size_t)columns[row]] += table_number(t, row, "count");
	}
	return grid;
}

/* Where a row begins, in ms. */
static double
edge(const struct grid *grid, size_t row)
{
	return exp2((grid->base + (double)row) / grid->rows_an_octave) / 1e6;
}

struct figure *
figure_make_heat(const struct scope *s, const struct template_block *b,
    const char *name)
{
	struct choice c;

	if (choice_make(s, b->op, b->filters, (1u << NFACTORS) - 1, &c) == -1)
		return NULL;
	struct arena *own = arena_new();
	const struct table *slices = input_part(s->in, own, "slices",
	    s->test->id);
	struct grid grid = {.ncolumns = 0};
	if (slices != NULL)
		grid = find_grid(s, slices, b->op);
	arena_free(own);
	if (grid.ncolumns < LEAST_COLUMNS || grid.nrows == 0)
		return NULL;
	struct figure *figure = figure_new(s, b, name, HEAT_HEIGHT_PT);
	struct heat *heat = arena_alloc(s->arena, sizeof(*heat));
	double unit;
	const char *words = lang_fill(s->arena, s->lang, "figure.heat",
	    "conditions", choice_words(s, &c, 0), NULL);
	*heat = (struct heat){
		.title = figure->chart.title,
		.subtitle = figure_subtitle(s, b, words),
		.description = figure->chart.description,
		.metadata = figure->chart.metadata,
		.language = figure->chart.language,
		.lang = s->lang,
		.width_pt = figure->chart.width_pt,
		.height_pt = figure->height_pt,
		.x = figure_time_axis(s, (double)grid.ncolumns *
		    grid.seconds / 60, &unit),
		.y = {.scale = CHART_LOG, .unit = lang_text(s->lang,
		    "unit.ms"), .min = edge(&grid, 0),
		    .max = edge(&grid, grid.nrows)},
		.ncolumns = grid.ncolumns, .nrows = grid.nrows,
		.values = grid.values, .log = true,
		.unit = lang_text(s->lang, "unit.ios"),
	};
	figure->heat = heat;
	return figure;
}
