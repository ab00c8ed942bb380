/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints a percentile of all latencies in a raw log: percentile FILE 99.9
 * cc -I. percentile.c build/lib/lib{iolog,base}.a -lisal -pthread */
#include <stdio.h>
#include <stdlib.h>
#include "iolog/iolog.h"

static uint64_t count, below, histogram[1 << 24];	/* of us, to 16 s */

int
main(int argc, char **argv)
{
	enum iolog_status status = IOLOG_NOT_A_LOG;
	struct iolog_reader *r = argc == 3 ?
	    iolog_reader_open(argv[1], &status) : NULL;
	struct iolog_frame f;

	while (r != NULL && (status = iolog_reader_next(r, &f)) == IOLOG_OK)
		for (uint32_t i = 0; i < f.n; i++) {
			uint64_t us = iolog_ticks_to_ns(iolog_reader_header(r),
			    f.latency_ticks[i]) / 1000;
			histogram[us < 1 << 24 ? us : (1 << 24) - 1]++;
			count++;
		}
	if (status != IOLOG_END || count == 0)
		return fprintf(stderr, "%s\n", iolog_status_text(status));
	uint32_t us = 0;
	while ((below += histogram[us]) < count * strtod(argv[2], NULL) / 100)
		us++;
	return printf("%u us\n", us) < 0;
}
