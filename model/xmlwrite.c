/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <libxml/xmlwriter.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/report.h"
#include "base/units.h"
#include "model/amount.h"
#include "model/xmltext.h"
#include "model/xmlwrite.h"

struct xmlwrite {
	xmlBuffer *buffer;
	xmlTextWriter *writer;
	bool failed;
};

/* The functions of the writer return a length, or -1. */
static void
check(struct xmlwrite *w, int result)
{
	w->failed = w->failed || result == -1;
}

static void
forget(struct xmlwrite *w)
{
	if (w->writer != NULL)
		xmlFreeTextWriter(w->writer);
	if (w->buffer != NULL)
		xmlBufferFree(w->buffer);
	free(w);
}

struct xmlwrite *
xmlwrite_open(const char *root, const char *ns)
{
	struct xmlwrite *w = calloc(1, sizeof(*w));

	if (w == NULL)
		goto fail;
	w->buffer = xmlBufferCreate();
	if (w->buffer != NULL)
		w->writer = xmlNewTextWriterMemory(w->buffer, 0);
	if (w->writer == NULL)
		goto fail;
	xmlTextWriterSetIndent(w->writer, 1);
	check(w, xmlTextWriterStartDocument(w->writer, NULL, "UTF-8", NULL));
	xmlwrite_begin(w, root);
	xmlwrite_attribute(w, "xmlns", ns);
	return w;

fail:
	warn_msg("<%s>: out of memory", root);
	if (w != NULL)
		forget(w);
	return NULL;
}

void
xmlwrite_begin(struct xmlwrite *w, const char *name)
{
	check(w, xmlTextWriterStartElement(w->writer, BAD_CAST name));
}

void
xmlwrite_end(struct xmlwrite *w)
{
	check(w, xmlTextWriterEndElement(w->writer));
}

void
xmlwrite_attribute(struct xmlwrite *w, const char *name, const char *text)
{
	struct arena *scratch = NULL;

	if (text == NULL || *text == '\0')
		return;
	if (!xmltext_is_clean(text)) {
		scratch = arena_new();
		text = xmltext_clean(scratch, text);
	}
	check(w, xmlTextWriterWriteAttribute(w->writer, BAD_CAST name,
	    BAD_CAST text));
	arena_free(scratch);
}

static void
write_name(struct xmlwrite *w, const char *name, const char *text)
{
	struct arena *scratch = NULL;

	if (text != NULL && *text != '\0' && !xmltext_is_name(text)) {
		scratch = arena_new();
		text = xmltext_clean_name(scratch, text);
	}
	xmlwrite_attribute(w, name, text);
	arena_free(scratch);
}

/* The text of the value of a field, in 'buffer' or where it stands; NULL if
 * the attribute is to be left out. */
static const char *
format_field(const struct xmlfield *field, const void *object, char *buffer,
    size_t size)
{
	const void *value = (const char *)object + field->offset;

	switch (field->type) {
	case FIELD_TEXT:
	case FIELD_NAME:
	case FIELD_WORD:
		return *(const char *const *)value;
	case FIELD_CHOICE:
		return field->words[*(const unsigned *)value];
	case FIELD_BOOL:
		return *(const bool *)value ? "yes" : "no";
	case FIELD_WHOLE32:
		if (field->sparse && *(const uint32_t *)value == 0)
			return NULL;
		snprintf(buffer, size, "%" PRIu32, *(const uint32_t *)value);
		return buffer;
	case FIELD_WHOLE:
		if (field->sparse && *(const uint64_t *)value == 0)
			return NULL;
		snprintf(buffer, size, "%" PRIu64, *(const uint64_t *)value);
		return buffer;
	case FIELD_REAL:
	case FIELD_SIGNED:
		if (!isfinite(*(const double *)value))
			return NULL;
		return units_format_double(buffer, size,
		    *(const double *)value);
	case FIELD_PERCENT:
		return units_format_percent(buffer, size,
		    *(const double *)value);
	case FIELD_DURATION:
		if (field->sparse && *(const uint64_t *)value == 0)
			return NULL;
		return units_format_duration(buffer, size,
		    *(const uint64_t *)value);
	case FIELD_AMOUNT:
		return amount_format(value, buffer, size);
	case FIELD_UTC:
		if (*(const uint64_t *)value == 0)
			return NULL;
		return units_format_utc_ns(buffer, size,
		    *(const uint64_t *)value);
	}
	return NULL;
}

void
xmlwrite_attributes(struct xmlwrite *w, const struct xmlfield *fields,
    const void *object)
{
	for (; fields->name != NULL; fields++) {
		char buffer[UNITS_TEXT];
		const char *text = format_field(fields, object, buffer,
		    sizeof(buffer));

		if (fields->type == FIELD_NAME)
			write_name(w, fields->name, text);
		else
			xmlwrite_attribute(w, fields->name, text);
	}
}

void
xmlwrite_factors(struct xmlwrite *w, uint32_t which,
    const struct factors *values)
{
	for (int f = 0; f < NFACTORS; f++) {
		char buffer[FACTOR_TEXT];

		if (which & 1u << f)
			xmlwrite_attribute(w, factor_name((enum factor)f),
			    factor_format((enum factor)f, values->value[f],
			    buffer, sizeof(buffer)));
	}
}

struct file_replace *
xmlwrite_prepare(struct xmlwrite *w, const char *path)
{
	struct file_replace *file = NULL;

	check(w, xmlTextWriterEndDocument(w->writer));
	xmlFreeTextWriter(w->writer);
	w->writer = NULL;
	if (w->failed)
		warn_msg("%s: out of memory", path);
	else
		file = file_replace_begin(path);
	if (file != NULL)
		fwrite(xmlBufferContent(w->buffer), 1,
		    (size_t)xmlBufferLength(w->buffer),
		    file_replace_stream(file));
	forget(w);
	return file;
}

int
xmlwrite_save(struct xmlwrite *w, const char *path)
{
	struct file_replace *file = xmlwrite_prepare(w, path);

	return file != NULL ? file_replace_commit(file) : -1;
}
