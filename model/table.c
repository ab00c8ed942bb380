/* SPDX-License-Identifier: BSD-2-Clause */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/report.h"
#include "base/units.h"
#include "model/table.h"

/* More than the seconds and histograms of any run take, less than memory. */
#define TABLE_MAX_BYTES ((size_t)1 << 30)

/*
 * Cuts one line off '*text', which ends at 'end', without its line end.
 * Returns NULL behind the last one.
 */
static char *
cut_line(char **text, char *end)
{
	char *line = *text;

	if (line == end)
		return NULL;
	char *stop = memchr(line, '\n', (size_t)(end - line));
	if (stop == NULL)
		stop = end;
	*text = stop == end ? end : stop + 1;
	*stop = '\0';
	/* A spreadsheet may have saved it. */
	if (stop > line && stop[-1] == '\r')
		stop[-1] = '\0';
	return line;
}

static size_t
count_cells(const char *line)
{
	size_t count = 1;

	for (; *line != '\0'; line++)
		count += *line == '\t';
	return count;
}

/* Cuts 'line' at its tabs into cells[count]. */
static void
cut_cells(char *line, const char **cells, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char *tab = strchr(line, '\t');

		cells[i] = line;
		if (tab != NULL) {
			*tab = '\0';
			line = tab + 1;
		}
	}
}

static int
check_header(const struct table *t, const char *path)
{
	for (size_t i = 0; i < t->ncolumns; i++) {
		if (t->columns[i][0] == '\0') {
			warn_msg("%s:1: column %zu has no name", path, i + 1);
			return -1;
		}
		if (table_column(t, t->columns[i]) != (int)i) {
			warn_msg("%s:1: there are two columns called %s", path,
			    t->columns[i]);
			return -1;
		}
	}
	return 0;
}

static struct table *
parse(struct arena *a, const char *path, char *text, size_t length)
{
	struct table *t = arena_alloc(a, sizeof(*t));
	char *end = text + length;
	char *line = cut_line(&text, end);

	if (line == NULL || *line == '\0') {
		warn_msg("%s:1: a row of column names is expected", path);
		return NULL;
	}
	t->ncolumns = count_cells(line);
	t->columns = arena_array(a, t->ncolumns, sizeof(t->columns[0]));
	cut_cells(line, t->columns, t->ncolumns);
	if (check_header(t, path) == -1)
		return NULL;
	while ((line = cut_line(&text, end)) != NULL) {
		size_t ncells = count_cells(line);

		if (ncells != t->ncolumns) {
			warn_msg("%s:%zu: %zu cells, but there are %zu columns",
			    path, t->nrows + 2, ncells, t->ncolumns);
			return NULL;
		}
		size_t row = table_add_row(a, t);
		cut_cells(line, t->rows[row], ncells);
	}
	return t;
}

static char *
read_text(struct arena *a, const char *path, size_t *length_out)
{
	char *text = file_read(a, path, TABLE_MAX_BYTES, length_out);
	size_t line = 1;

	/* What a terminal may obey is no text. */
	for (size_t i = 0; text != NULL && i < *length_out; i++) {
		unsigned char byte = (unsigned char)text[i];

		line += byte == '\n';
		if ((byte >= ' ' && byte != 0x7f) || byte == '\t' ||
		    byte == '\n' || byte == '\r')
			continue;
		warn_msg("%s:%zu: not a table: a byte is 0x%02x", path, line,
		    byte);
		return NULL;
	}
	return text;
}

struct table *
table_load(struct arena *a, const char *path)
{
	size_t length;
	char *text = read_text(a, path, &length);

	return text == NULL ? NULL : parse(a, path, text, length);
}

/* Moves the header and the rows that begin with 'first' together.  Returns
 * their length; how many rows there were is in '*rows_out'. */
static size_t
keep_rows(char *text, size_t length, const char *first, size_t *rows_out)
{
	size_t name = strlen(first), kept = 0, next;

	*rows_out = 0;
	for (size_t at = 0; at < length; at = next) {
		const char *stop = memchr(text + at, '\n', length - at);

		next = stop == NULL ? length : (size_t)(stop - text) + 1;
		*rows_out += at > 0;
		if (at > 0 && (next - at <= name ||
		    memcmp(text + at, first, name) != 0 ||
		    text[at + name] != '\t'))
			continue;
		memmove(text + kept, text + at, next - at);
		kept += next - at;
	}
	return kept;
}

struct table *
table_load_part(struct arena *a, const char *path, const char *first,
    size_t *rows_out)
{
	struct arena *whole = arena_new();
	struct table *t = NULL;
	size_t length;
	char *text = read_text(whole, path, &length);

	if (text != NULL) {
		length = keep_rows(text, length, first, rows_out);
		t = parse(a, path, arena_strndup(a, text, length), length);
	}
	arena_free(whole);
	return t;
}

int
table_column(const struct table *t, const char *name)
{
	for (size_t i = 0; i < t->ncolumns; i++)
		if (strcmp(t->columns[i], name) == 0)
			return (int)i;
	return -1;
}

const char *
table_text(const struct table *t, size_t row, const char *column)
{
	int i = table_column(t, column);

	return i == -1 || row >= t->nrows ? "" : t->rows[row][i];
}

double
table_number(const struct table *t, size_t row, const char *column)
{
	const char *why;
	double value;

	if (units_parse_double(table_text(t, row, column), &value, &why) == -1)
		return NAN;
	return value;
}

uint64_t
table_whole(const struct table *t, size_t row, const char *column)
{
	const char *why;
	uint64_t value;

	if (units_parse_whole(table_text(t, row, column), 0, UINT64_MAX,
	    &value, &why) == -1)
		return 0;
	return value;
}

struct table *
table_new(struct arena *a, const char *columns)
{
	struct table *t = arena_alloc(a, sizeof(*t));

	for (columns += strspn(columns, " "); *columns != '\0';
	    columns += strspn(columns, " ")) {
		size_t length = strcspn(columns, " ");

		t->columns = arena_grow(a, t->columns, t->ncolumns,
		    sizeof(t->columns[0]));
		t->columns[t->ncolumns++] = arena_strndup(a, columns, length);
		columns += length;
	}
	return t;
}

size_t
table_add_row(struct arena *a, struct table *t)
{
	const char **cells = arena_array(a, t->ncolumns, sizeof(cells[0]));

	for (size_t i = 0; i < t->ncolumns; i++)
		cells[i] = "";
	t->rows = arena_grow(a, t->rows, t->nrows, sizeof(t->rows[0]));
	t->rows[t->nrows] = cells;
	return t->nrows++;
}

void
table_add_column(struct arena *a, struct table *t, const char *name)
{
	size_t n = t->ncolumns;
	const char **columns = arena_array(a, n + 1, sizeof(*columns));

	assert(table_column(t, name) == -1);
	memcpy(columns, t->columns, n * sizeof(*columns));
	columns[n] = name;
	t->columns = columns;
	t->ncolumns++;
	for (size_t i = 0; i < t->nrows; i++) {
		const char **cells = arena_array(a, n + 1, sizeof(*cells));

		memcpy(cells, t->rows[i], n * sizeof(*cells));
		cells[n] = "";
		t->rows[i] = cells;
	}
}

void
table_set(struct arena *a, struct table *t, size_t row, const char *column,
    const char *text)
{
	int i = table_column(t, column);
	char *cell = arena_strdup(a, text == NULL ? "" : text);

	assert(i != -1 && row < t->nrows);
	for (char *p = cell; *p != '\0'; p++)
		if (*p == '\t' || *p == '\n' || *p == '\r')
			*p = ' ';
	t->rows[row][i] = cell;
}

void
table_set_number(struct arena *a, struct table *t, size_t row,
    const char *column, double value)
{
	char text[UNITS_TEXT];

	table_set(a, t, row, column, !isfinite(value) ? "" :
	    units_format_double(text, sizeof(text), value));
}

static void
write_row(FILE *f, const char *const *cells, size_t ncells)
{
	for (size_t i = 0; i < ncells; i++)
		fprintf(f, "%s%c", cells[i], i + 1 < ncells ? '\t' : '\n');
}

int
table_save(const struct table *t, const char *path)
{
	struct file_replace *file = file_replace_begin(path);

	if (file == NULL)
		return -1;
	FILE *f = file_replace_stream(file);
	write_row(f, t->columns, t->ncolumns);
	for (size_t row = 0; row < t->nrows; row++)
		write_row(f, t->rows[row], t->ncolumns);
	return file_replace_commit(file);
}
