/* SPDX-License-Identifier: BSD-2-Clause */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/run.h"
#include "model/xmltext.h"

static struct fact *
find(const struct facts *facts, const char *name)
{
	for (size_t i = 0; i < facts->count; i++)
		if (strcmp(facts->items[i].name, name) == 0)
			return &facts->items[i];
	return NULL;
}

const char *
facts_get(const struct facts *facts, const char *name)
{
	const struct fact *fact = find(facts, name);

	return fact == NULL ? NULL : fact->value;
}

void
facts_set(struct arena *a, struct facts *facts, const char *name,
    const char *value)
{
	assert(xmltext_is_name(name));
	if (value == NULL)
		return;
	/* Identity strings of drives are padded, often with line ends. */
	char *clean = xmltext_clean(a, value);
	clean += strspn(clean, " ");
	size_t length = strlen(clean);
	while (length > 0 && clean[length - 1] == ' ')
		clean[--length] = '\0';
	if (length == 0)
		return;

	struct fact *fact = find(facts, name);
	if (fact == NULL) {
		facts->items = arena_grow(a, facts->items, facts->count,
		    sizeof(facts->items[0]));
		fact = &facts->items[facts->count++];
		fact->name = arena_strdup(a, name);
	}
	fact->value = clean;
}

void
facts_setf(struct arena *a, struct facts *facts, const char *name,
    const char *format, ...)
{
	char value[4096];
	va_list args;

	va_start(args, format);
	vsnprintf(value, sizeof(value), format, args);
	va_end(args);
	facts_set(a, facts, name, value);
}
