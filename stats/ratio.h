/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_STATS_RATIO_H
#define PLATEAU_STATS_RATIO_H

#include <stdint.h>

/*
 * ratio_round() returns numerator / denominator as the nearest double (ties to
 * even), whatever their size: rates and means do not depend on the order in
 * which a program multiplies.  NAN if the denominator is 0.
 */
double ratio_round(unsigned __int128 numerator, uint64_t denominator);

#endif
