/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_STATS_WIDE_H
#define PLATEAU_STATS_WIDE_H

/*
 * WIDE marks a function whose loops are worth wide registers, or the counting
 * of zeros and the free shifts that came with them: it is compiled for these
 * and for any x86-64, and the loader takes what the processor has.
 * Elsewhere, and with clang, it means nothing: the results are the same.
 */
#if defined(__x86_64__) && __GNUC__ >= 12 && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WIDE __attribute__((target_clones("arch=x86-64-v3", "default"),	\
    optimize("O3")))
#else
#define WIDE
#endif

#endif
