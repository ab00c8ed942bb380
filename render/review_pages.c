/* SPDX-License-Identifier: BSD-2-Clause */
#include "render/review_write.h"
int
review_write_pdf(const struct review *r, const char *path,
    const struct page_paper *paper)
{
	(void)r; (void)path; (void)paper; return 0;
}
