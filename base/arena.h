/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_BASE_ARENA_H
#define PLATEAU_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

/*
 * Memory that lives as long as one run or one report and is freed at once.
 * Not for threads to share.  Running out of memory prints a message and ends
 * the program with status 1: no caller has a better answer.
 */
struct arena;

/* arena_new() returns an empty arena; end it with arena_free(). */
struct arena *arena_new(void);

/* arena_free() frees the arena and all that came from it; NULL is harmless. */
void arena_free(struct arena *a);

/* arena_alloc() returns 'nbytes' zeroed bytes, aligned for any type. */
void *arena_alloc(struct arena *a, size_t nbytes);

/* arena_array() returns 'count' zeroed elements of 'element_bytes' each. */
void *arena_array(struct arena *a, size_t count, size_t element_bytes);

/*
 * arena_grow() makes room for one more element in 'array', which holds 'count'
 * elements: the array itself while there is room, else a copy twice as large.
 * Capacity is implied: powers of two from 8.  Start with NULL and 0.
 */
void *arena_grow(struct arena *a, void *array, size_t count,
    size_t element_bytes);

/* Copies of text in the arena; NULL gives NULL. */
char *arena_strdup(struct arena *a, const char *text);
char *arena_strndup(struct arena *a, const char *text, size_t length);
char *arena_printf(struct arena *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
