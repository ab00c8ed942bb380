/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "model/amount.h"
#include "model/xmlread.h"
#include "model/xmltext.h"

/* One attribute on its way from text to value. */
struct reading {
	struct xmlread *x;
	const xmlNode *node;
	const char *name, *text;
	int line;
};

static void refuse(const struct reading *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void
refuse(const struct reading *r, const char *format, ...)
{
	char why[512];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof(why), format, args);
	va_end(args);
	xmlread_mistake(r->x, r->line, "<%s> %s=\"%.80s\": %s", r->node->name,
	    r->name, r->text, why);
}

static bool
find_word(const struct reading *r, const struct xmlfield *field,
    unsigned *place_out)
{
	const char *list = "";

	for (unsigned i = 0; field->words[i] != NULL; i++) {
		if (strcmp(field->words[i], r->text) == 0) {
			*place_out = i;
			return true;
		}
		list = arena_printf(xmlread_arena(r->x), "%s%s%s", list,
		    i == 0 ? "" : field->words[i + 1] == NULL ? " or " : ", ",
		    field->words[i]);
	}
	refuse(r, "%s is expected", list);
	return false;
}

static bool
read_whole(const struct reading *r, const struct xmlfield *field,
    uint64_t *value_out)
{
	uint64_t most = field->most == 0 ? UINT64_MAX : field->most;
	const char *why;

	if (field->most == 0 && field->type == FIELD_WHOLE32)
		most = UINT32_MAX;
	if (units_parse_whole(r->text, field->least, most, value_out,
	    &why) == 0)
		return true;
	refuse(r, "a whole number from %" PRIu64 " to %" PRIu64
	    " is expected", field->least, most);
	return false;
}

static bool
read_duration(const struct reading *r, const struct xmlfield *field,
    uint64_t *ns_out)
{
	char least[UNITS_TEXT], most[UNITS_TEXT];
	const char *why;

	if (units_parse_duration(r->text, ns_out, &why) == -1) {
		refuse(r, "%s", why);
		return false;
	}
	units_format_duration(least, sizeof(least), field->least);
	units_format_duration(most, sizeof(most), field->most);
	if (*ns_out < field->least && field->most == 0)
		refuse(r, "a time from %s is expected", least);
	else if (*ns_out < field->least ||
	    (field->most > 0 && *ns_out > field->most))
		refuse(r, "a time from %s to %s is expected", least, most);
	else
		return true;
	return false;
}

static bool
read_real(const struct reading *r, const struct xmlfield *field,
    double *value_out)
{
	const char *why;

	if (units_parse_double(r->text, value_out, &why) == -1) {
		refuse(r, "%s", why);
		return false;
	}
	if (field->type == FIELD_REAL && *value_out < 0) {
		refuse(r, "a number from 0 is expected");
		return false;
	}
	if (field->good != NULL && !field->good(*value_out)) {
		refuse(r, "%s is expected", field->expected);
		return false;
	}
	return true;
}

static bool
read_text(const struct reading *r, const struct xmlfield *field,
    const char **text_out)
{
	if (field->type == FIELD_NAME && !xmltext_is_name(r->text)) {
		refuse(r, "a name is expected: letters, digits, '-', '.' and "
		    "'_', at most %d", XMLTEXT_MAX_NAME);
		return false;
	}
	if (r->text[0] == '\0') {
		refuse(r, "a text is expected; leave the attribute out "
		    "instead");
		return false;
	}
	if (!xmltext_is_clean(r->text)) {
		refuse(r, "one line of text without control characters is "
		    "expected");
		return false;
	}
	*text_out = arena_strdup(xmlread_arena(r->x), r->text);
	return true;
}

static void
read_field(const struct reading *r, const struct xmlfield *field,
    void *object)
{
	void *value = (char *)object + field->offset;
	unsigned place;
	uint64_t whole;
	double real;
	const char *why, *text;

	switch (field->type) {
	case FIELD_TEXT:
	case FIELD_NAME:
		if (read_text(r, field, &text))
			*(const char **)value = text;
		break;
	case FIELD_WORD:
		if (find_word(r, field, &place))
			*(const char **)value = field->words[place];
		break;
	case FIELD_CHOICE:
		if (find_word(r, field, &place))
			*(unsigned *)value = place;
		break;
	case FIELD_BOOL:
		if (strcmp(r->text, "yes") == 0 || strcmp(r->text, "no") == 0)
			*(bool *)value = r->text[0] == 'y';
		else
			refuse(r, "yes or no is expected");
		break;
	case FIELD_WHOLE32:
		if (read_whole(r, field, &whole))
			*(uint32_t *)value = (uint32_t)whole;
		break;
	case FIELD_WHOLE:
		if (read_whole(r, field, &whole))
			*(uint64_t *)value = whole;
		break;
	case FIELD_REAL:
	case FIELD_SIGNED:
		if (read_real(r, field, &real))
			*(double *)value = real;
		break;
	case FIELD_PERCENT:
		if (units_parse_percent(r->text, &real, &why) == 0)
			*(double *)value = real;
		else
			refuse(r, "%s", why);
		break;
	case FIELD_DURATION:
		if (read_duration(r, field, &whole))
			*(uint64_t *)value = whole;
		break;
	case FIELD_AMOUNT:
		if (amount_parse(r->text, value, &why) == -1)
			refuse(r, "%s", why);
		break;
	case FIELD_UTC:
		if (units_parse_utc(r->text, &whole, &why) == 0)
			*(uint64_t *)value = whole;
		else
			refuse(r, "%s", why);
		break;
	}
}

static void
read_factor(const struct reading *r, enum factor f,
    const struct xmlfactors *factors)
{
	const char *why;

	if (factors->given_out != NULL)
		*factors->given_out |= 1u << f;
	if (factor_parse(f, r->text, &factors->values->value[f], &why) == -1) {
		refuse(r, "%s", why);
		factors->values->value[f] = XMLFACTOR_UNREADABLE;
	}
}

static const struct xmlfield *
find_field(const struct xmlfield *fields, const char *name)
{
	for (; fields->name != NULL; fields++)
		if (strcmp(fields->name, name) == 0)
			return fields;
	return NULL;
}

static void
refuse_name(struct xmlread *x, const xmlAttr *attribute,
    const struct xmlfield *fields, const struct xmlfactors *factors)
{
	const char *list = "";

	for (; fields->name != NULL; fields++)
		list = arena_printf(xmlread_arena(x), "%s%s%s", list,
		    *list == '\0' ? "" : ", ", fields->name);
	for (int f = 0; factors != NULL && f < NFACTORS; f++)
		if (factors->allowed & 1u << f)
			list = arena_printf(xmlread_arena(x), "%s%s%s", list,
			    *list == '\0' ? "" : ", ",
			    factor_name((enum factor)f));
	xmlread_mistake(x, (int)(intptr_t)attribute->_private,
	    "<%s> has no attribute %s; it may have %s",
	    attribute->parent->name, attribute->name,
	    *list == '\0' ? "none" : list);
}

/* The value of an attribute.  Without a DOCTYPE there are no entities, so it
 * is one text node or none. */
static const char *
value_of(const xmlAttr *attribute)
{
	if (attribute->children == NULL ||
	    attribute->children->content == NULL)
		return "";
	return (const char *)attribute->children->content;
}

static void
read_missing(struct xmlread *x, xmlNode *node, const struct xmlfield *fields,
    void *object)
{
	for (; fields->name != NULL; fields++) {
		struct reading r = {
			x, node, fields->name, fields->fallback,
			xmlread_line(node)
		};

		if (xmlHasNsProp(node, BAD_CAST fields->name, NULL) != NULL)
			continue;
		if (fields->required)
			xmlread_mistake(x, xmlread_line(node),
			    "<%s> lacks the attribute %s", node->name,
			    fields->name);
		else if (fields->fallback != NULL)
			read_field(&r, fields, object);
	}
}

void
xmlread_attributes(struct xmlread *x, xmlNode *node,
    const struct xmlfield *fields, void *object,
    const struct xmlfactors *factors)
{
	for (xmlAttr *a = node->properties;
	    a != NULL && !xmlread_is_hopeless(x); a = a->next) {
		const char *name = (const char *)a->name;
		const struct xmlfield *field = find_field(fields, name);
		enum factor f = factor_find(name);
		struct reading r = {
			x, node, name, value_of(a), (int)(intptr_t)a->_private
		};

		if (a->ns == NULL && field != NULL)
			read_field(&r, field, object);
		else if (a->ns == NULL && f != NFACTORS && factors != NULL &&
		    factors->allowed & 1u << f)
			read_factor(&r, f, factors);
		else
			refuse_name(x, a, fields, factors);
	}
	read_missing(x, node, fields, object);
}
