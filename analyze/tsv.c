/* SPDX-License-Identifier: BSD-2-Clause */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/tsv.h"
#include "base/file.h"
#include "base/report.h"
#include "base/units.h"

struct tsv {
	struct file_replace *file;
	FILE *out;
	size_t ncolumns, at;
	uint64_t nlines;		/* the header too */
};

struct tsv *
tsv_open(const char *dir, const char *name)
{
	struct tsv *t = calloc(1, sizeof(*t));
	char *path = NULL;

	if (t == NULL || asprintf(&path, "%s/%s.tsv", dir, name) == -1) {
		warn_errno("%s/%s.tsv", dir, name);
		free(t);
		return NULL;
	}
	t->file = file_replace_begin(path);
	free(path);
	if (t->file == NULL) {
		free(t);
		return NULL;
	}
	t->out = file_replace_stream(t->file);
	return t;
}

void
tsv_column(struct tsv *t, const char *format, ...)
{
	va_list arguments;

	if (t->ncolumns++ > 0)
		fputc('\t', t->out);
	va_start(arguments, format);
	vfprintf(t->out, format, arguments);
	va_end(arguments);
	t->at = t->ncolumns;
}

static void
begin_cell(struct tsv *t)
{
	assert(t->at < t->ncolumns);
	if (t->at++ > 0)
		fputc('\t', t->out);
}

void
tsv_text(struct tsv *t, const char *text)
{
	begin_cell(t);
	for (; text != NULL && *text != '\0'; text++) {
		/* Tabs and line ends would break the table. */
		fputc((unsigned char)*text < ' ' ? ' ' : *text, t->out);
	}
}

void
tsv_whole(struct tsv *t, uint64_t value)
{
	begin_cell(t);
	fprintf(t->out, "%" PRIu64, value);
}

void
tsv_number(struct tsv *t, double value)
{
	char text[UNITS_TEXT];

	begin_cell(t);
	if (isfinite(value))
		fputs(units_format_double(text, sizeof(text), value), t->out);
}

void
tsv_empty(struct tsv *t)
{
	begin_cell(t);
}

void
tsv_end_row(struct tsv *t)
{
	while (t->at < t->ncolumns)
		begin_cell(t);
	fputc('\n', t->out);
	t->at = 0;
	t->nlines++;
}

uint64_t
tsv_rows(const struct tsv *t)
{
	return t->nlines - 1;
}

int
tsv_flush(struct tsv *t)
{
	return file_replace_flush(t->file);
}

int
tsv_close(struct tsv *t)
{
	int result = file_replace_commit(t->file);

	free(t);
	return result;
}

void
tsv_abort(struct tsv *t)
{
	if (t == NULL)
		return;
	file_replace_abort(t->file);
	free(t);
}
