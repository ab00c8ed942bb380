/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_LABEL_H
#define PLATEAU_ANALYZE_LABEL_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/factor.h"
#include "model/plan.h"

/* label_factors() names the factors in the bit set 'which' (1u << enum
 * factor): "64KiB, R/W 65/35, depth 32".  Empty for none. */
const char *label_factors(struct arena *a, const struct factors *f,
    uint32_t which);

/* label_track() names a tracked variable: "IOPS, 4KiB, R/W 0/100". */
const char *label_track(struct arena *a, const struct plan_track *track);

/* label_number() writes a number for a sentence with three digits, or all
 * those before the point: "25112", "98.5", "0.0315"; "8" is whole; NAN is
 * "unknown". */
const char *label_number(struct arena *a, double value);

/* label_numbers() lists ascending numbers: "3, 5-9, 12"; of a long list the
 * begin. */
const char *label_numbers(struct arena *a, const uint32_t *numbers, size_t n);

#endif
