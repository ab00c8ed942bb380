/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_TESTS_EXPECT_H
#define PLATEAU_TESTS_EXPECT_H

/* What tests of documents share: failures are printed and counted. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static int failures;

static inline void
fail(const char *what, const char *text)
{
	printf("%s: %s\n", what, text == NULL ? "(none)" : text);
	failures++;
}

static inline void
expect(const char *what, const char *got, const char *wanted)
{
	if (got == NULL || wanted == NULL ? got != wanted :
	    strcmp(got, wanted) != 0) {
		fail(what, got);
		fail("expected", wanted);
	}
}

static inline void
expect_number(const char *what, double got, double wanted)
{
	if (got == wanted || (isnan(got) && isnan(wanted)))
		return;
	printf("%s: %.17g, expected %.17g\n", what, got, wanted);
	failures++;
}

#endif
