/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_RULES_H
#define PLATEAU_IOLOG_RULES_H

#include <stdbool.h>

#include "iolog/format.h"
#include "iolog/frame.h"
#include "iolog/generator.h"

/*
 * Offsets and directions that follow from the number of an I/O need not be
 * stored.  The rule is not told to the encoder but found: from the numbers and
 * offsets of a frame follow the bounds between which its parameters lie, and
 * whatever lies between them gives that frame's offsets again.
 */

#define RULE_ZONES UINT32_MAX		/* a column of its own tells it */

/* A part of the target, and its share of the I/Os. */
struct iolog_zone {
	uint64_t begin, length;		/* bytes */
	uint32_t percent;
};

struct iolog_offset_rule {
	uint32_t kind;			/* RULE_RANDOM, RULE_LINEAR,
					   RULE_ZONES; 0: none */
	uint64_t a, b;			/* of the first two */
	uint32_t nzones;		/* of the third; shares make 100 */
	struct iolog_zone zones[ZONES_MOST];
	unsigned skip;			/* frames not searched for zones */
};

/*
 * iolog_offset_rule_find() finds a rule that gives all n > 0 offsets of 'r',
 * trying the one in *rule_out first.  Returns false if there is none, and
 * rule_out is then only good for the next call.
 */
bool iolog_offset_rule_find(const struct iolog_rules *rules,
    const struct iolog_records *r, struct iolog_offset_rule *rule_out);

/* iolog_op_rule_find() finds a share of reads, in percent, that gives all
 * directions of 'r', which has both. */
bool iolog_op_rule_find(const struct iolog_rules *rules,
    const struct iolog_records *r, uint32_t *read_percent_out);

/* iolog_offset_rule_apply() gives the offsets of n I/Os from their numbers and
 * sizes.  In zones no size is 0. */
void iolog_offset_rule_apply(const struct iolog_offset_rule *rule,
    uint64_t stream_key, const uint64_t *submit, const uint32_t *bytes,
    uint64_t *offset_out, size_t n);

/* iolog_offset_guard() is the CRC32C of n offsets as little-endian u64. */
uint32_t iolog_offset_guard(const uint64_t *offsets, size_t n);

/* iolog_op_rule_apply() gives the directions of the n I/Os from number 'submit'
 * on, and may write seven bytes behind them; read_percent is 0 to 100.  The
 * other is the same in plain C for any machine, for tests to compare with. */
void iolog_op_rule_apply_portable(uint32_t read_percent, uint64_t stream_key,
    uint64_t submit, uint8_t *op_out, size_t n);
void iolog_op_rule_apply(uint32_t read_percent, uint64_t stream_key,
    uint64_t submit, uint8_t *op_out, size_t n);

#endif
