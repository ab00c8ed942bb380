/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints a percentile of all latencies in a raw log: percentile FILE 99.9
 * cc percentile.c $(pkg-config --cflags --libs plateau-iolog) */
#include <err.h>
#include <stdlib.h>
#include "iolog/iolog.h"

static uint64_t count, below, histogram[1 << 24];	/* of us, to 16 s */

int
main(int argc, char **argv)
{
	double percent = argc == 3 ? strtod(argv[2], NULL) : 0;
	enum iolog_status status;
	struct iolog_frame f;

	if (!(percent > 0 && percent <= 100))
		errx(2, "usage: percentile FILE PERCENT");
	struct iolog_reader *r = iolog_reader_open(argv[1], &status);
	if (r == NULL && status == IOLOG_ERRNO)
		err(2, "%s", argv[1]);
	while (r != NULL && (status = iolog_reader_next(r, &f)) == IOLOG_OK) {
		if (f.type == IOLOG_FRAME_LOSS)
			warnx("%s: some I/Os were lost", argv[1]);
		for (uint32_t i = 0; i < f.n; i++) {
			uint64_t us = iolog_ticks_to_ns(iolog_reader_header(r),
			    f.latency_ticks[i]) / 1000;
			histogram[us < 1 << 24 ? us : (1 << 24) - 1]++;
			count++;
		}
	}
	if (status != IOLOG_END)
		errx(1, "%s: %s", argv[1], iolog_status_text(status));
	if (count == 0)
		errx(1, "%s: no I/Os", argv[1]);
	uint32_t us = 0;
	while ((below += histogram[us]) < count * percent / 100)
		us++;
	return printf("%u us\n", us) < 0;
}
