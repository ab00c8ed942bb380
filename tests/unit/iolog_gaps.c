/* SPDX-License-Identifier: BSD-2-Clause */
/* A set of gaps has what was passed over and not taken since, as a table of all
 * numbers has it, and stays small whatever is asked of it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "iolog/gaps.h"

#define NUMBERS 4096u

static uint64_t random_state = 88172645463325252u;

static uint64_t
below(uint64_t n)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (random_state >> 20) % n;
}

static bool
table_has(const bool *missing, uint64_t begin, uint64_t end)
{
	for (uint64_t i = begin; i < end; i++)
		if (!missing[i])
			return false;
	return true;
}

static int
check_table(void)
{
	static bool missing[NUMBERS];
	struct iolog_gaps gaps = { .n = 0 };
	uint64_t next = 0;

	memset(missing, 0, sizeof(missing));
	for (int i = 0; i < 100000; i++) {
		uint64_t begin = below(NUMBERS - 8);
		uint64_t end = begin + 1 + below(4);

		if (next < NUMBERS - 8 && below(4) == 0) {
			uint64_t last = next + 1 + below(6);

			if (!iolog_gaps_add(&gaps, next, last))
				return -1;
			memset(missing + next, true, last - next);
			/* One number at least lies between two gaps. */
			next = last + 1;
		}
		bool has = table_has(missing, begin, end);
		if (iolog_gaps_has(&gaps, begin, end) != has ||
		    iolog_gaps_take(&gaps, begin, end) != has)
			return -1;
		if (has)
			memset(missing + begin, false, end - begin);
	}
	iolog_gaps_free(&gaps);
	return 0;
}

/* Beyond its size it refuses, keeps what it has, and takes up again. */
static int
check_full(void)
{
	struct iolog_gaps gaps = { .n = 0 };

	for (uint64_t i = 0; i < 2 * GAPS_MOST; i++)
		if (iolog_gaps_add(&gaps, 10 * i, 10 * i + 5) !=
		    (i < GAPS_MOST))
			return -1;
	/* Taken from the middle, it would make two of one. */
	if (iolog_gaps_take(&gaps, 12, 13) || !iolog_gaps_has(&gaps, 12, 13) ||
	    !iolog_gaps_take(&gaps, 20, 25) ||
	    !iolog_gaps_take(&gaps, 12, 13) ||
	    !iolog_gaps_has(&gaps, 10, 12) || !iolog_gaps_has(&gaps, 13, 15) ||
	    iolog_gaps_has(&gaps, 10, 15) || gaps.n != GAPS_MOST)
		return -1;
	iolog_gaps_free(&gaps);
	return 0;
}

int
main(void)
{
	if (check_table() == -1) {
		puts("it differs from a table");
		return 1;
	}
	if (check_full() == -1) {
		puts("when it is full");
		return 1;
	}
	return 0;
}
