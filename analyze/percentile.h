/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_PERCENTILE_H
#define PLATEAU_ANALYZE_PERCENTILE_H

#include <stdint.h>

/* The percentiles that the tables hold, ascending. */
struct percentile {
	uint32_t ppm;
	const char *name;		/* "p999": the column is lat_p999_ns */
};

#define NPERCENTILES 17

extern const struct percentile percentiles[NPERCENTILES];

/* Those of a second, ascending. */
#define NPERCENTILES_SECOND 4

extern const struct percentile percentiles_second[NPERCENTILES_SECOND];

#endif
