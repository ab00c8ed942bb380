/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_RANK_H
#define PLATEAU_IOLOG_RANK_H

#include <stddef.h>
#include <stdint.h>

/*
 * iolog_rank() sorts 'n' keys: order_out[p] becomes the index of the p-th
 * smallest, equal ones in the order of their index.  n is
 * 65536 at most.  It spoils 'keys'; 'key_scratch' and 'high_scratch' have n
 * elements.  Linear in n.
 */
void iolog_rank(uint64_t *keys, uint32_t *order_out, size_t n,
    uint64_t *key_scratch, uint32_t *high_scratch);

#endif
