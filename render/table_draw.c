/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/report.h"
#include "model/table.h"
#include "render/style.h"
#include "render/table_draw.h"
#include "render/text_clean.h"

/* Type sizes that are tried in turn; print needs 6.5 pt at least. */
static const double sizes_pt[] = {7.5, 7, 6.5};
#define NSIZES (sizeof(sizes_pt) / sizeof(*sizes_pt))

#define GAP_PT 10.0			/* between columns */
#define ROW_PT 13.0			/* of one line */
#define LEADING_PT 9.5			/* of further lines */
#define TITLE_PT 18.0
#define TITLE_SIZE_PT 8.5
#define NOTE_LEADING_PT 9.0
/* A cell has at most so many lines: a row must fit the lowest page. */
#define MOST_LINES 30

#define LEAST_TEXT_PT 48.0		/* a text column narrower is a ladder */
#define MOST_WORD_PT 120.0		/* a longer word may break */


struct lines {
	size_t count;
	char **text;
};

struct sheet_plan {
	const struct sheet *sheet;
	const struct lang *lang;
	struct fonts *fonts;
	double width_pt, size_pt;
	double *x, *width;		/* of the columns */
	double *after;	/* widest part behind the decimal mark */
	struct lines *heads;		/* heads[ncolumns] */
	double head_pt;			/* title, spanner and heads */
	const char *title, *spanner;	/* fitted; or NULL */
	const char **groups;		/* groups[nrows], fitted; or NULL */
	struct lines note;
	double note_pt;
	struct lines *cells;		/* cells[nrows * ncolumns] */
	double *rows_pt;		/* rows_pt[nrows] */
};

struct sheet *
sheet_of_columns(struct arena *a, const char *name, size_t ncolumns)
{
	struct sheet *s = arena_alloc(a, sizeof(*s));

	s->name = name;
	s->ncolumns = ncolumns;
	s->columns = arena_array(a, ncolumns, sizeof(*s->columns));
	for (size_t i = 0; i < ncolumns; i++)
		s->columns[i] = (struct sheet_column){.head = "", .raw = ""};
	return s;
}

struct sheet_cell *
sheet_add(struct arena *a, struct sheet *s)
{
	s->rows = arena_grow(a, s->rows, s->nrows, sizeof(*s->rows));
	s->rows[s->nrows] = (struct sheet_row){.cells = arena_array(a,
	    s->ncolumns, sizeof(struct sheet_cell))};
	return s->rows[s->nrows++].cells;
}

void
sheet_add_group(struct arena *a, struct sheet *s, const char *group,
    const char *group_raw)
{
	s->rows = arena_grow(a, s->rows, s->nrows, sizeof(*s->rows));
	s->rows[s->nrows++] = (struct sheet_row){.group = group,
	    .group_raw = group_raw};
}

static enum canvas_font
cell_font(const struct sheet_column *column, const struct sheet_cell *cell)
{
	if (column->align == SHEET_HEAD || cell->tone == SHEET_GOOD ||
	    cell->tone == SHEET_BAD || cell->tone == SHEET_STRONG)
		return FONT_BOLD;
	return FONT_REGULAR;
}

/* What a mark at a number takes, with the gap before it. */
static double
mark_width(const struct sheet_plan *p)
{
	return 1 + fonts_width(p->fonts, FONT_REGULAR, p->size_pt, SHEET_MARK);
}

static double
cell_width(const struct sheet_plan *p, size_t column,
    const struct sheet_cell *cell)
{
	return cell->text == NULL ? 0 : fonts_width(p->fonts,
	    cell_font(&p->sheet->columns[column], cell), p->size_pt,
	    cell->text);
}

/* A head breaks between words where it would make its column wide; the head of
 * the rows' names later, for there is room. */
#define HEAD_PT 64.0
#define ROW_HEAD_PT 96.0

static double
head_width(const struct sheet_plan *p, struct arena *a,
    const struct sheet_column *column)
{
	const char *text = column->head;
	double widest = fonts_width(p->fonts, FONT_BOLD, p->size_pt, text);

	if (widest <= (column->align == SHEET_HEAD ? ROW_HEAD_PT : HEAD_PT))
		return widest;
	widest = 0;
	while (*text != '\0') {
		size_t length = strcspn(text, " ");
		double width = fonts_width(p->fonts, FONT_BOLD, p->size_pt,
		    arena_strndup(a, text, length));

		widest = fmax(widest, width);
		text += length + (text[length] == ' ');
	}
	return widest;
}

/* The width that column 'i' must have (numbers) or would like (text). */
static double
natural_width(struct sheet_plan *p, struct arena *a, size_t i)
{
	const struct sheet *s = p->sheet;
	double before = 0, after = 0, whole = 0;

	for (size_t r = 0; r < s->nrows; r++) {
		const struct sheet_cell *cell = s->rows[r].group != NULL ?
		    NULL : &s->rows[r].cells[i];

		if (cell == NULL || cell->text == NULL)
			continue;
		double width = cell_width(p, i, cell);

		whole = fmax(whole, width);
		if (s->columns[i].align != SHEET_NUMBER)
			continue;
		size_t at = lang_decimal_at(p->lang, cell->text);
		double front = fonts_width(p->fonts, FONT_REGULAR, p->size_pt,
		    arena_strndup(a, cell->text, at));
		before = fmax(before, front);
		after = fmax(after, width - front +
		    (cell->tone == SHEET_WEAK ? mark_width(p) : 0));
	}
	p->after[i] = after;
	if (s->columns[i].align == SHEET_NUMBER)
		whole = before + after;
	return fmax(whole, head_width(p, a, &s->columns[i]));
}

/* What a column of a table without text takes of the spare width: names of rows
 * stand nearer to their numbers. */
static double
spare_part(const struct sheet_column *column)
{
	return column->align == SHEET_HEAD ? 0.25 : 1;
}

/* The widest piece of a text that no line may break. */
static double
word_width(const struct sheet_plan *p, struct arena *a, enum canvas_font font,
    const char *text)
{
	const char *begin = text;
	uint32_t before = 0;
	double widest = 0;

	while (text != NULL && *begin != '\0') {
		const char *at = text;
		uint32_t c = *text == '\0' ? 0 : text_next(&text);

		if (c == 0 || (before != 0 && fonts_may_break(before, c))) {
			/* Blanks at a line's end take no room. */
			const char *word = arena_strndup(a, begin, (size_t)(
			    at - begin));

			widest = fmax(widest, fonts_width(p->fonts, font,
			    p->size_pt, arena_strndup(a, word, strcspn(word,
			    " "))));
			begin = at;
		}
		before = c;
	}
	return widest;
}

/* What a column must have: in text no word breaks, unless it is very long. */
static double
least_width(const struct sheet_plan *p, struct arena *a, size_t i,
    double natural)
{
	const struct sheet *s = p->sheet;

	if (s->columns[i].align != SHEET_TEXT)
		return natural;
	double least = fmax(LEAST_TEXT_PT, word_width(p, a, FONT_BOLD,
	    s->columns[i].head));

	for (size_t r = 0; r < s->nrows; r++)
		if (s->rows[r].group == NULL)
			least = fmax(least, word_width(p, a, cell_font(
			    &s->columns[i], &s->rows[r].cells[i]),
			    s->rows[r].cells[i].text));
	return fmin(natural, fmin(least, MOST_WORD_PT));
}

/* Shares the room among columns of text that want more: what is narrower than
 * an equal share keeps its width, if the others then have what they must; of
 * the rest those get by what they lack, and prose does not take all. */
static void
share_room(struct sheet_plan *p, const double *natural, const double *least,
    double room, size_t ntext)
{
	const struct sheet *s = p->sheet;
	double must = 0, lack = 0;
	bool again = true;

	for (size_t i = 0; i < s->ncolumns; i++)
		if (s->columns[i].align == SHEET_TEXT) {
			p->width[i] = -1;
			must += least[i];
			lack += fmin(natural[i] - least[i], p->width_pt / 2);
		}
	while (again) {
		double equal = room / (double)ntext;

		again = false;
		for (size_t i = 0; i < s->ncolumns; i++) {
			if (p->width[i] >= 0 || natural[i] > equal ||
			    room - natural[i] < must - least[i])
				continue;
			p->width[i] = natural[i];
			room -= natural[i];
			must -= least[i];
			lack -= fmin(natural[i] - least[i], p->width_pt / 2);
			ntext--;
			again = ntext > 0;
		}
	}
	for (size_t i = 0; i < s->ncolumns; i++)
		if (p->width[i] < 0)
			p->width[i] = least[i] + (room - must) / lack * fmin(
			    natural[i] - least[i], p->width_pt / 2);
}

/* Spreads the width over the columns.  False if text would have no room. */
static bool
spread(struct sheet_plan *p, const double *natural, const double *least)
{
	const struct sheet *s = p->sheet;
	double fixed = 0, text = 0, must = 0, shares = 0, parts = 0, room;
	size_t ntext = 0;

	for (size_t i = 0; i < s->ncolumns; i++) {
		if (s->columns[i].align == SHEET_TEXT) {
			text += natural[i];
			must += least[i];
			shares += s->columns[i].share;
			ntext++;
		} else {
			fixed += natural[i];
			parts += spare_part(&s->columns[i]);
		}
	}
	room = p->width_pt - GAP_PT * (double)(s->ncolumns - 1) - fixed;
	if (room < must)
		return false;
	for (size_t i = 0; i < s->ncolumns; i++) {
		p->width[i] = natural[i];
		if (s->columns[i].align != SHEET_TEXT) {
			if (ntext == 0)
				p->width[i] += room / parts *
				    spare_part(&s->columns[i]);
		} else if (room >= text) {
			p->width[i] += (room - text) * (shares > 0 ?
			    s->columns[i].share / shares :
			    1 / (double)ntext);
		}
	}
	if (room < text)
		share_room(p, natural, least, room, ntext);
	return true;
}

static struct lines
wrap(const struct sheet_plan *p, struct arena *a, enum canvas_font font,
    double size_pt, double width_pt, const char *text)
{
	struct lines lines = {0};

	/* A hair more, or a text breaks in a column made for its width. */
	if (text != NULL && *text != '\0')
		lines.count = fonts_wrap(p->fonts, a, font, size_pt,
		    width_pt + 0.01, text, &lines.text);
	return lines;
}

/* One line of at most the table's width, or NULL. */
static const char *
fit(const struct sheet_plan *p, struct arena *a, enum canvas_font font,
    double size_pt, const char *text)
{
	return text == NULL ? NULL :
	    fonts_fit(p->fonts, a, font, size_pt, p->width_pt, text);
}

static void
lay_heads(struct sheet_plan *p, struct arena *a)
{
	const struct sheet *s = p->sheet;
	size_t most = 0;

	for (size_t i = 0; i < s->ncolumns; i++) {
		p->heads[i] = wrap(p, a, FONT_BOLD, p->size_pt, p->width[i],
		    s->columns[i].head);
		if (p->heads[i].count > most)
			most = p->heads[i].count;
	}
	p->head_pt = (s->title != NULL ? TITLE_PT : 0) +
	    (s->spanner != NULL ? ROW_PT : 0) +
	    (most > 0 ? ROW_PT + LEADING_PT * (double)(most - 1) : 0);
}

/* Ends a cell that is too long with an ellipsis. */
static void
cut_lines(const struct sheet_plan *p, struct arena *a, struct lines *cell,
    size_t column)
{
	const char *rest = arena_printf(a, "%s %s",
	    cell->text[MOST_LINES - 1], cell->text[MOST_LINES]);

	cell->count = MOST_LINES;
	cell->text[MOST_LINES - 1] = arena_strdup(a, fonts_fit(p->fonts, a,
	    FONT_REGULAR, p->size_pt, p->width[column], rest));
}

static void
lay_rows(struct sheet_plan *p, struct arena *a)
{
	const struct sheet *s = p->sheet;

	p->cells = arena_array(a, s->nrows * s->ncolumns + 1,
	    sizeof(*p->cells));
	p->rows_pt = arena_array(a, s->nrows + 1, sizeof(*p->rows_pt));
	p->groups = arena_array(a, s->nrows + 1, sizeof(*p->groups));
	for (size_t r = 0; r < s->nrows; r++) {
		size_t most = 1;

		p->rows_pt[r] = ROW_PT;
		p->groups[r] = fit(p, a, FONT_BOLD, p->size_pt,
		    s->rows[r].group);
		if (s->rows[r].group != NULL)
			continue;
		for (size_t i = 0; i < s->ncolumns; i++) {
			struct lines *cell = &p->cells[r * s->ncolumns + i];

			*cell = wrap(p, a, cell_font(&s->columns[i],
			    &s->rows[r].cells[i]), p->size_pt, p->width[i],
			    s->rows[r].cells[i].text);
			if (cell->count > MOST_LINES)
				cut_lines(p, a, cell, i);
			if (cell->count > most)
				most = cell->count;
		}
		p->rows_pt[r] += LEADING_PT * (double)(most - 1);
	}
}

struct sheet_plan *
sheet_lay(struct arena *a, struct fonts *f, const struct lang *l,
    const struct sheet *s, double width_pt)
{
	struct sheet_plan *p = arena_alloc(a, sizeof(*p));
	double *natural = arena_array(a, s->ncolumns, sizeof(*natural));
	double *least = arena_array(a, s->ncolumns, sizeof(*least));

	*p = (struct sheet_plan){.sheet = s, .lang = l, .fonts = f,
	    .width_pt = width_pt};
	p->x = arena_array(a, s->ncolumns, sizeof(*p->x));
	p->width = arena_array(a, s->ncolumns, sizeof(*p->width));
	p->after = arena_array(a, s->ncolumns, sizeof(*p->after));
	p->heads = arena_array(a, s->ncolumns, sizeof(*p->heads));
	for (size_t size = 0; size < NSIZES; size++) {
		p->size_pt = sizes_pt[size];
		for (size_t i = 0; i < s->ncolumns; i++) {
			natural[i] = natural_width(p, a, i);
			least[i] = least_width(p, a, i, natural[i]);
		}
		if (spread(p, natural, least))
			break;
		/* The least size does not fit either: numbers may then stand
		 * close, text must have its room. */
		if (size + 1 == NSIZES) {
			double sum = 0;

			for (size_t i = 0; i < s->ncolumns; i++)
				sum += least[i];
			for (size_t i = 0; i < s->ncolumns; i++)
				p->width[i] = least[i] / sum * (width_pt -
				    GAP_PT * (double)(s->ncolumns - 1));
		}
	}
	for (size_t i = 1; i < s->ncolumns; i++)
		p->x[i] = p->x[i - 1] + p->width[i - 1] + GAP_PT;
	lay_heads(p, a);
	lay_rows(p, a);
	p->title = fit(p, a, FONT_BOLD, TITLE_SIZE_PT, s->title);
	p->spanner = fit(p, a, FONT_REGULAR, p->size_pt, s->spanner);
	p->note = wrap(p, a, FONT_REGULAR, STYLE_SMALL_PT, width_pt, s->note);
	p->note_pt = p->note.count == 0 ? 0 :
	    6 + NOTE_LEADING_PT * (double)p->note.count;
	return p;
}

size_t
sheet_rows(const struct sheet_plan *p)
{
	return p->sheet->nrows;
}

double
sheet_height(const struct sheet_plan *p, size_t first, size_t nrows)
{
	double height = p->head_pt;

	for (size_t r = first; r < first + nrows; r++)
		height += p->rows_pt[r];
	return height + (first + nrows == p->sheet->nrows ? p->note_pt : 0);
}

size_t
sheet_fit(const struct sheet_plan *p, size_t first, double height_pt,
    bool must)
{
	const struct sheet *s = p->sheet;
	double used = p->head_pt;
	size_t r = first;

	for (; r < s->nrows; r++) {
		double end = r + 1 == s->nrows ? p->note_pt : 0;

		if (used + p->rows_pt[r] + end > height_pt)
			break;
		used += p->rows_pt[r];
	}
	/* A heading does not stand alone at the foot of a page. */
	while (r > first && r < s->nrows && s->rows[r - 1].group != NULL)
		r--;
	return r == first && must ? 1 : r - first;
}

static double
draw_heads(struct canvas *c, const struct sheet_plan *p, double x, double y)
{
	const struct sheet *s = p->sheet;
	double top = y;

	if (p->title != NULL) {
		canvas_put(c, x, y + 10, TITLE_SIZE_PT, FONT_BOLD, STYLE_INK,
		    ANCHOR_START, p->title);
		y += TITLE_PT;
	}
	canvas_line(c, x, y, x + p->width_pt, y, STYLE_RULE_PT, STYLE_INK);
	if (p->spanner != NULL) {
		double from = x + p->x[s->span_first];

		canvas_put(c, x + p->width_pt, y + 9, p->size_pt, FONT_REGULAR,
		    STYLE_GREY, ANCHOR_END, p->spanner);
		canvas_line(c, from, y + ROW_PT, x + p->width_pt, y + ROW_PT,
		    STYLE_HAIR_PT, STYLE_LINE);
		y += ROW_PT;
	}
	double bottom = top + p->head_pt;
	for (size_t i = 0; i < s->ncolumns; i++) {
		bool left = s->columns[i].align == SHEET_TEXT;

		for (size_t k = 0; k < p->heads[i].count; k++)
			canvas_put(c, x + p->x[i] + (left ? 0 : p->width[i]),
			    bottom - 4 - LEADING_PT * (double)(
			    p->heads[i].count - 1 - k), p->size_pt, FONT_BOLD,
			    STYLE_INK, left ? ANCHOR_START : ANCHOR_END,
			    p->heads[i].text[k]);
	}
	if (bottom > y)
		canvas_line(c, x, bottom, x + p->width_pt, bottom,
		    STYLE_HAIR_PT, STYLE_INK);
	return bottom;
}

static uint32_t
tone_colour(enum sheet_tone tone)
{
	switch (tone) {
	case SHEET_GOOD:
		return STYLE_GOOD;
	case SHEET_BAD:
		return STYLE_BAD;
	case SHEET_WEAK:
		return STYLE_GREY;
	default:
		return STYLE_INK;
	}
}

/* A number stands with its decimal mark under those above it. */
static void
draw_number(struct canvas *c, const struct sheet_plan *p, size_t column,
    double x, double y, const struct sheet_cell *cell)
{
	char front[128];
	size_t at = lang_decimal_at(p->lang, cell->text);
	double mark = x + p->x[column] + p->width[column] - p->after[column];

	if (at >= sizeof(front))
		at = sizeof(front) - 1;
	memcpy(front, cell->text, at);
	front[at] = '\0';
	enum canvas_font font = cell_font(&p->sheet->columns[column], cell);
	double left = mark - fonts_width(p->fonts, font, p->size_pt, front);
	canvas_put(c, left, y, p->size_pt, font, tone_colour(cell->tone),
	    ANCHOR_START, cell->text);
	if (cell->tone == SHEET_WEAK)
		canvas_put(c, left + fonts_width(p->fonts, font, p->size_pt,
		    cell->text) + 1, y, p->size_pt, FONT_REGULAR, STYLE_GREY,
		    ANCHOR_START, SHEET_MARK);
}

static void
draw_cell(struct canvas *c, const struct sheet_plan *p, size_t row,
    size_t column, double x, double y)
{
	const struct sheet *s = p->sheet;
	const struct sheet_cell *cell = &s->rows[row].cells[column];
	const struct lines *lines = &p->cells[row * s->ncolumns + column];
	bool left = s->columns[column].align == SHEET_TEXT;

	if (cell->text == NULL)
		return;
	if (cell->link != 0)
		canvas_link_page(c, x + p->x[column], y, p->width[column],
		    p->rows_pt[row], cell->link - 1);
	if (s->columns[column].align == SHEET_NUMBER && lines->count <= 1) {
		draw_number(c, p, column, x, y + 9, cell);
		return;
	}
	for (size_t k = 0; k < lines->count; k++)
		canvas_put(c, x + p->x[column] + (left ? 0 : p->width[column]),
		    y + 9 + LEADING_PT * (double)k, p->size_pt,
		    cell_font(&s->columns[column], cell),
		    tone_colour(cell->tone), left ? ANCHOR_START : ANCHOR_END,
		    lines->text[k]);
}

void
sheet_draw(struct canvas *c, const struct sheet_plan *p, double x, double y,
    size_t first, size_t nrows)
{
	const struct sheet *s = p->sheet;

	y = draw_heads(c, p, x, y);
	for (size_t r = first; r < first + nrows; r++) {
		if (p->groups[r] != NULL)
			canvas_put(c, x, y + 9, p->size_pt, FONT_BOLD,
			    STYLE_ACCENT, ANCHOR_START, p->groups[r]);
		else
			for (size_t i = 0; i < s->ncolumns; i++)
				draw_cell(c, p, r, i, x, y);
		y += p->rows_pt[r];
		bool last = r + 1 == first + nrows;
		canvas_line(c, x, y, x + p->width_pt, y,
		    last ? STYLE_RULE_PT : STYLE_HAIR_PT,
		    last ? STYLE_INK : STYLE_PALE);
	}
	if (first + nrows < s->nrows)
		return;
	for (size_t k = 0; k < p->note.count; k++)
		canvas_put(c, x, y + 6 + 6 + NOTE_LEADING_PT * (double)k,
		    STYLE_SMALL_PT, FONT_REGULAR, STYLE_GREY, ANCHOR_START,
		    p->note.text[k]);
}

static bool
has_groups(const struct sheet *s)
{
	for (size_t r = 0; r < s->nrows; r++)
		if (s->rows[r].group != NULL)
			return true;
	return false;
}

static const char *
cell_raw(struct arena *a, const struct sheet_cell *cell)
{
	return text_clean(a, cell->raw != NULL ? cell->raw : cell->text);
}

static int
write_tsv(struct arena *a, const struct sheet *s, const char *path)
{
	const char *group = s->group_raw;
	const char *groups = !has_groups(s) && group == NULL ? NULL :
	    s->groups_raw != NULL ? s->groups_raw : "group";
	const char *names = groups == NULL ? "" : groups;

	for (size_t i = 0; i < s->ncolumns; i++)
		names = arena_printf(a, "%s %s", names, s->columns[i].raw);
	struct table *t = table_new(a, names);
	for (size_t r = 0; r < s->nrows; r++) {
		if (s->rows[r].group != NULL) {
			group = s->rows[r].group_raw;
			continue;
		}
		size_t row = table_add_row(a, t);
		if (groups != NULL)
			table_set(a, t, row, groups, group == NULL ? NULL :
			    text_clean(a, group));
		for (size_t i = 0; i < s->ncolumns; i++)
			table_set(a, t, row, s->columns[i].raw,
			    cell_raw(a, &s->rows[r].cells[i]));
	}
	return table_save(t, path);
}

/* Text in a Markdown table: nothing in it may end the cell or start markup. */
static void
print_markdown(FILE *to, const char *text)
{
	for (const char *p = text == NULL ? "" : text; *p != '\0'; p++) {
		if (strchr("\\|`*_<>[]", *p) != NULL)
			fputc('\\', to);
		fputc(*p, to);
	}
}

static void
print_markdown_row(FILE *to, const struct sheet *s,
    const struct sheet_row *row)
{
	fputs("|", to);
	for (size_t i = 0; i < s->ncolumns; i++) {
		const struct sheet_cell *cell = row->cells == NULL ? NULL :
		    &row->cells[i];

		fputs(" ", to);
		if (cell == NULL && i == 0) {
			fputs("**", to);
			print_markdown(to, row->group);
			fputs("**", to);
		} else if (cell != NULL) {
			print_markdown(to, cell->text);
			if (cell->tone == SHEET_WEAK)
				fputs(SHEET_MARK, to);
		}
		fputs(" |", to);
	}
	fputs("\n", to);
}

void
sheet_print_markdown(FILE *to, const struct sheet *s)
{
	if (s->spanner != NULL) {
		print_markdown(to, s->spanner);
		fputs(":\n\n", to);
	}
	fputs("|", to);
	for (size_t i = 0; i < s->ncolumns; i++) {
		fputs(" ", to);
		print_markdown(to, s->columns[i].head);
		fputs(" |", to);
	}
	fputs("\n|", to);
	for (size_t i = 0; i < s->ncolumns; i++)
		fputs(s->columns[i].align == SHEET_TEXT ? " --- |" : " ---: |",
		    to);
	fputs("\n", to);
	for (size_t r = 0; r < s->nrows; r++)
		print_markdown_row(to, s, &s->rows[r]);
	if (s->note != NULL) {
		fputs("\n", to);
		print_markdown(to, s->note);
		fputs("\n", to);
	}
}

static int
write_markdown(const struct sheet *s, const char *path)
{
	struct file_replace *f = file_replace_begin(path);

	if (f == NULL)
		return -1;
	FILE *to = file_replace_stream(f);
	if (s->title != NULL) {
		fputs("### ", to);
		print_markdown(to, s->title);
		fputs("\n\n", to);
	}
	if (s->mark != NULL) {
		fputs("**", to);
		print_markdown(to, s->mark);
		fputs("**\n\n", to);
	}
	sheet_print_markdown(to, s);
	return file_replace_commit(f);
}

static void
print_html(FILE *to, const char *text)
{
	for (const char *p = text == NULL ? "" : text; *p != '\0'; p++) {
		switch (*p) {
		case '<':
			fputs("&lt;", to);
			break;
		case '>':
			fputs("&gt;", to);
			break;
		case '&':
			fputs("&amp;", to);
			break;
		default:
			fputc(*p, to);
		}
	}
}

static void
print_html_row(FILE *to, const struct sheet *s, const struct sheet_row *row)
{
	fputs("<tr>", to);
	if (row->cells == NULL) {
		fprintf(to, "<th colspan=\"%zu\" scope=\"rowgroup\">",
		    s->ncolumns);
		print_html(to, row->group);
		fputs("</th>", to);
	}
	for (size_t i = 0; row->cells != NULL && i < s->ncolumns; i++) {
		const struct sheet_cell *cell = &row->cells[i];
		bool head = s->columns[i].align == SHEET_HEAD;

		fprintf(to, head ? "<th scope=\"row\">" :
		    s->columns[i].align == SHEET_TEXT ? "<td>" :
		    "<td align=\"right\">");
		print_html(to, cell->text);
		fputs(cell->tone == SHEET_WEAK ? SHEET_MARK : "", to);
		fputs(head ? "</th>" : "</td>", to);
	}
	fputs("</tr>\n", to);
}

static int
write_html(const struct sheet *s, const char *path)
{
	struct file_replace *f = file_replace_begin(path);

	if (f == NULL)
		return -1;
	FILE *to = file_replace_stream(f);
	fputs("<table>\n", to);
	if (s->title != NULL || s->mark != NULL) {
		fputs("<caption>", to);
		print_html(to, s->title);
		if (s->mark != NULL) {
			fputs(" <strong>", to);
			print_html(to, s->mark);
			fputs("</strong>", to);
		}
		fputs("</caption>\n", to);
	}
	fputs("<thead>\n", to);
	if (s->spanner != NULL) {
		fprintf(to, "<tr><th colspan=\"%zu\"></th><th colspan=\"%zu\">",
		    s->span_first, s->ncolumns - s->span_first);
		print_html(to, s->spanner);
		fputs("</th></tr>\n", to);
	}
	fputs("<tr>", to);
	for (size_t i = 0; i < s->ncolumns; i++) {
		fputs("<th scope=\"col\">", to);
		print_html(to, s->columns[i].head);
		fputs("</th>", to);
	}
	fputs("</tr>\n</thead>\n<tbody>\n", to);
	for (size_t r = 0; r < s->nrows; r++)
		print_html_row(to, s, &s->rows[r]);
	fputs("</tbody>\n", to);
	if (s->note != NULL) {
		fprintf(to, "<tfoot>\n<tr><td colspan=\"%zu\">", s->ncolumns);
		print_html(to, s->note);
		fputs("</td></tr>\n</tfoot>\n", to);
	}
	fputs("</table>\n", to);
	return file_replace_commit(f);
}

int
sheet_write(const struct sheet *s, const char *dir, bool html)
{
	struct arena *a = arena_new();
	int status = write_tsv(a, s,
	    arena_printf(a, "%s/%s.tsv", dir, s->name));

	if (status == 0)
		status = write_markdown(s,
		    arena_printf(a, "%s/%s.md", dir, s->name));
	if (status == 0 && html)
		status = write_html(s,
		    arena_printf(a, "%s/%s.html", dir, s->name));
	arena_free(a);
	return status;
}
