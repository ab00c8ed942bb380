/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_REPORT_FRAME_H
#define PLATEAU_RENDER_REPORT_FRAME_H

#include "render/logo.h"
#include "render/page.h"
#include "render/scope.h"

/* report_header() is the first header whose condition holds; the last one, if
 * none does. */
const struct template_header *report_header(const struct scope *s,
    const struct template *t);

/* report_frame() is what stands around each page of a section: the rows at the
 * top, banners, panels, the flag of a test that did not get steady.  A logo
 * without pixels is none. */
struct page_frame report_frame(const struct scope *s,
    const struct template *t, const struct template_section *section,
    const struct logo *logo);

#endif
