/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_LANG_H
#define PLATEAU_RENDER_LANG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * The catalogue of a language: every word that a report prints, by key, and
 * how the language writes numbers.  templates/lang/CODE.xml; adding a language
 * adds such a file and no C.
 */
struct lang;

/*
 * lang_load() reads the catalogue 'code' ("en", "ru", "ja", or a path that
 * ends in ".xml").  Keys that it lacks are taken from English, with one warning
 * that names how many.  NULL with the reason and line printed.
 */
struct lang *lang_load(struct arena *a, const char *code);

const char *lang_code(const struct lang *l);

/* lang_find() returns the text of 'key', or NULL. */
const char *lang_find(const struct lang *l, const char *key);

/* lang_english() is lang_find() in the English catalogue. */
const char *lang_english(const struct lang *l, const char *key);

/* lang_sentences() is one sentence behind another, of which either may be NULL
 * or "". */
const char *lang_sentences(struct arena *a, const struct lang *l,
    const char *first, const char *second);

/* lang_text() returns the text of 'key'; a key that no catalogue has is
 * returned itself, with a warning: a page shows what is wrong, and a test
 * finds it. */
const char *lang_text(const struct lang *l, const char *key);

/*
 * lang_fill() returns the text of 'key' with each {name} replaced by the value
 * that follows the name in the arguments: name, value, name, value, NULL.  A
 * NULL value stands as an en dash.
 */
const char *lang_fill(struct arena *a, const struct lang *l, const char *key,
    ...) __attribute__((sentinel));

/* The number of keys, and the key at 'index', in the order of the file (NULL:
 * it came from English); for tests that compare catalogues. */
size_t lang_count(const struct lang *l);
const char *lang_key(const struct lang *l, size_t index);

/* What stands for a value that is not known: an en dash. */
#define LANG_UNKNOWN "\u2013"

/*
 * Numbers as the language writes them: thousands in groups, its decimal mark,
 * a true minus sign.  Not finite, or 10^18 and
 * more, gives LANG_UNKNOWN.
 */
const char *lang_number(struct arena *a, const struct lang *l, double value,
    int decimals);
const char *lang_whole(struct arena *a, const struct lang *l, uint64_t value);

/* lang_figures() writes 'value' with at least 'figures' significant digits and
 * without decimals that say nothing: 3 gives 1 017, 98.5, 7.42, 0.0315. */
const char *lang_figures(struct arena *a, const struct lang *l, double value,
    int figures);

/* The number of bytes of 'text', a number, that stand before its decimal mark
 * (all of it if there is none): where columns align. */
size_t lang_decimal_at(const struct lang *l, const char *text);

/* "960.2 GB": decimal units, one digit behind the mark. */
const char *lang_capacity(struct arena *a, const struct lang *l,
    uint64_t bytes);

/* "37.5%", as plans write it, for people: "37.5 %"; other text as it is. */
const char *lang_percent(struct arena *a, const struct lang *l,
    const char *text);

/* "4 KiB", "512 B", "1 MiB" stays "1024 KiB": blocks are named in KiB, as the
 * PTS does; 512 is "0.5 KiB". */
const char *lang_block(struct arena *a, const struct lang *l, int64_t bytes);

/* The number alone of lang_block(): "0.5", "4", "1024". */
const char *lang_block_kib(struct arena *a, const struct lang *l,
    int64_t bytes);

/* "60 s", "20 min", "1.5 h", "250 ms". */
const char *lang_duration(struct arena *a, const struct lang *l, uint64_t ns);

/* "2026-11-30 09:58 UTC"; 0 gives LANG_UNKNOWN. */
const char *lang_time(struct arena *a, uint64_t realtime_ns);

#endif
