/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_REVIEW_WRITE_H
#define PLATEAU_RENDER_REVIEW_WRITE_H

#include "render/review.h"

/* review_fit_figures() gives figures, before they are drawn, the heights with
 * which they fill pages of this paper. */
void review_fit_figures(const struct review *r,
    const struct page_paper *paper);

/* The forms that a review takes.  Its figures have been written into the folder
 * 'figures'; each returns 0, or -1 with the reason printed. */

/* review_write_html() writes one page of the web that needs no other file. */
int review_write_html(const struct review *r, const char *path,
    const char *figures);

/* review_write_markdown() writes a text that refers to figures and pictures in
 * the folder 'figures_name' beside it. */
int review_write_markdown(const struct review *r, const char *path,
    const char *figures_name);

/* review_write_pdf() writes pages. */
int review_write_pdf(const struct review *r, const char *path,
    const struct page_paper *paper);

#endif
