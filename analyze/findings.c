/* SPDX-License-Identifier: BSD-2-Clause */
#include "analyze/findings.h"
#include "analyze/label.h"

const char *
findings_load(struct analysis *a, const struct factors *f)
{
	return label_factors(a->arena, f, FINDINGS_LOAD);
}

struct findings_rate
findings_rate(const struct factors *f)
{
	bool sequential = f->value[FACTOR_PATTERN] == PATTERN_SEQUENTIAL ||
	    f->value[FACTOR_PATTERN] == PATTERN_SHARED;

	return (struct findings_rate){
		.unit = sequential ? "MB/s" : "IOPS", .is_mb_s = sequential,
	};
}

void
findings_test(struct analysis *a, const struct test *t)
{
	if (!t->measures)
		return;
	findings_steady(a, t);
	findings_series(a, t);
	findings_phases(a, t);
	findings_points(a, t);
	findings_shares(a, t);
}
