/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_WEB_H
#define PLATEAU_RENDER_WEB_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "render/figures.h"

/* Pieces of a page of the web.  All text goes out through these. */

/* web_text() writes text, or the value of an attribute in double quotes, with
 * all that could be markup escaped; cleaned as by text_clean(). */
void web_text(FILE *to, const char *text);

/* web_string() writes text as a string of JSON that can stand in <script>. */
void web_string(FILE *to, const char *text);

/* web_base64() writes bytes, for "data:" addresses. */
void web_base64(FILE *to, const void *data, size_t length);

/* web_hash() writes what a Content-Security-Policy says of an inline script or
 * style: 'sha256-...', with the quotes. */
void web_hash(FILE *to, const char *text);

/*
 * web_points() writes, as JSON, where the points of a figure lie and what they
 * are, for templates/html/review.js, which has the form.  Of lines of thousands
 * of points the lowest and highest of each point's width.  Nothing is written
 * if the figure says all its numbers itself; returns whether something was.
 */
bool web_points(FILE *to, struct fonts *f, const struct figure *figure);

#endif
