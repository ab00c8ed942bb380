/* SPDX-License-Identifier: BSD-2-Clause */
/* How fast one core makes new data for writes. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "collect/data.h"

#define TOTAL_BYTES ((size_t)256 << 20)

int
main(void)
{
	static const size_t sizes[] = {4096, 131072, 1048576, 33554432};
	struct data_source s;

	data_seed(&s, 1);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		void *buffer = aligned_alloc(4096, sizes[i]);
		uint64_t best = UINT64_MAX;

		if (buffer == NULL)
			return 1;
		for (unsigned k = 0; k < 5; k++) {
			uint64_t begin = clock_ns(CLOCK_THREAD_CPUTIME_ID);

			for (size_t n = 0; n < TOTAL_BYTES; n += sizes[i])
				data_fill(&s, buffer, sizes[i], 0);

			uint64_t ns = clock_ns(CLOCK_THREAD_CPUTIME_ID) -
			    begin;

			best = ns < best ? ns : best;
		}
		printf("%9zu bytes a block: %.1f GB/s (15 wanted)\n", sizes[i],
		    (double)TOTAL_BYTES / (double)best);
		free(buffer);
	}
	return 0;
}
