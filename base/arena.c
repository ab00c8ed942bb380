/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/report.h"

/* Large enough that most reports take a few chunks, small enough to waste. */
#define CHUNK_BYTES ((size_t)64 * 1024)

struct chunk {
	struct chunk *next;
	size_t used, size;
	alignas(max_align_t) unsigned char data[];
};

struct arena {
	struct chunk *chunks;
};

static void *
must_alloc(size_t nbytes)
{
	void *p = calloc(1, nbytes);

	if (p == NULL) {
		warn_errno("allocating %zu bytes", nbytes);
		exit(1);
	}
	return p;
}

struct arena *
arena_new(void)
{
	return must_alloc(sizeof(struct arena));
}

void
arena_free(struct arena *a)
{
	if (a == NULL)
		return;
	for (struct chunk *c = a->chunks, *next; c != NULL; c = next) {
		next = c->next;
		free(c);
	}
	free(a);
}

void *
arena_alloc(struct arena *a, size_t nbytes)
{
	const size_t align = alignof(max_align_t);
	struct chunk *c = a->chunks;

	if (nbytes > SIZE_MAX / 2) {
		warn_msg("allocating %zu bytes: too large", nbytes);
		exit(1);
	}
	nbytes = (nbytes + align - 1) & ~(align - 1);
	if (c == NULL || c->size - c->used < nbytes) {
		size_t size = nbytes > CHUNK_BYTES ? nbytes : CHUNK_BYTES;

		c = must_alloc(sizeof(*c) + size);
		c->size = size;
		c->next = a->chunks;
		a->chunks = c;
	}
	void *p = c->data + c->used;
	c->used += nbytes;
	return p;
}

void *
arena_array(struct arena *a, size_t count, size_t element_bytes)
{
	size_t nbytes;

	if (__builtin_mul_overflow(count, element_bytes, &nbytes))
		nbytes = SIZE_MAX;
	return arena_alloc(a, nbytes);
}

void *
arena_grow(struct arena *a, void *array, size_t count, size_t element_bytes)
{
	if (count == 0)
		return arena_array(a, 8, element_bytes);
	if (count < 8 || (count & (count - 1)) != 0)
		return array;
	void *larger = arena_array(a, count * 2, element_bytes);
	memcpy(larger, array, count * element_bytes);
	return larger;
}

char *
arena_strndup(struct arena *a, const char *text, size_t length)
{
	if (text == NULL)
		return NULL;
	char *copy = arena_alloc(a, length + 1);
	memcpy(copy, text, length);
	return copy;
}

char *
arena_strdup(struct arena *a, const char *text)
{
	return text == NULL ? NULL : arena_strndup(a, text, strlen(text));
}

char *
arena_printf(struct arena *a, const char *format, ...)
{
	va_list args, again;

	va_start(args, format);
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	char *text = arena_alloc(a, (size_t)(length < 0 ? 0 : length) + 1);
	if (length > 0)
		vsnprintf(text, (size_t)length + 1, format, again);
	va_end(again);
	return text;
}
