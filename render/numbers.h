/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_NUMBERS_H
#define PLATEAU_RENDER_NUMBERS_H

#include "render/block.h"
#include "render/scope.h"
#include "render/template.h"

/*
 * numbers_make() chooses the large numbers of a summary: those that the
 * template names and the run has; if it has none of them, up to b->fill of what
 * was measured.  A block of no numbers: there is nothing.
 */
struct block numbers_make(const struct scope *s,
    const struct template_block *b);

#endif
