/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "analyze/findings.h"
#include "analyze/label.h"

/* A test of more points is a table, and no list. */
#define MOST_POINTS 12

/* Latencies that reviewers ask for. */
static const uint64_t share_bounds_ns[] = {1000000, 8000000, 10000000};

#define NBOUNDS (sizeof(share_bounds_ns) / sizeof(share_bounds_ns[0]))

/* Of the I/Os of a tally, those in bins that lie at or below a bound, and in
 * '*most_out' also those of the bin that it lies in. */
static uint64_t
count_within(const struct tally *t, uint64_t *count, uint64_t bound_ns,
    uint64_t *most_out)
{
	uint64_t within = 0;

	*most_out = t->latency.count;
	if (t->latency.largest <= bound_ns)
		return t->latency.count;
	memset(count, 0, HISTOGRAM_BINS * sizeof(count[0]));
	packed_unpack(&t->histogram, count);
	for (uint32_t bin = 0; bin < HISTOGRAM_BINS &&
	    histogram_high(bin) <= bound_ns; bin++)
		within += count[bin];
	*most_out = within + count[histogram_bin(bound_ns)];
	if (histogram_high(histogram_bin(bound_ns)) == bound_ns)
		*most_out = within;
	return within;
}

/* Rounded down, to as many decimals, four at the most, as are the same for the
 * least and the most that it can be: "at least" stays true, and 100 is all of
 * them. */
static const char *
share_text(struct arena *a, uint64_t within, uint64_t most, uint64_t count)
{
	uint64_t least_ppm = (uint64_t)((unsigned __int128)within * 1000000 /
	    count);
	uint64_t most_ppm = (uint64_t)((unsigned __int128)most * 1000000 /
	    count);
	uint64_t unit = 1;
	int decimals = 4;

	if (least_ppm == 1000000)
		return "100";
	for (; decimals > 0 && least_ppm / unit != most_ppm / unit; decimals--)
		unit *= 10;
	return arena_printf(a, "%.*f", decimals,
	    (double)(least_ppm / unit * unit) / 1e4);
}

/* Tells a share of 1 % and more.  Returns the I/Os within the bound. */
static uint64_t
tell_share(struct analysis *a, const struct test *t, const struct point *p,
    uint64_t *count, uint64_t bound_ns, uint64_t told)
{
	const struct tally *all = &p->op[OP_ALL];
	struct subject of = {
		t, p->phase, &p->factors, t->varying | FINDINGS_LOAD
	};
	uint64_t most, within = count_within(all, count, bound_ns, &most);

	if (within == told || within < all->latency.count / 100)
		return within;
	analysis_finding(a, "share-within", &of,
	    "%s: at least %s %% of the I/Os within %g ms",
	    label_factors(a->arena, &p->factors, of.fixed),
	    share_text(a->arena, within, most, all->latency.count),
	    (double)bound_ns / 1e6);
	analysis_value(a, "bound_ms", (double)bound_ns / 1e6);
	analysis_value(a, "within", (double)within);
	analysis_value(a, "count", (double)all->latency.count);
	return within;
}

void
findings_shares(struct analysis *a, const struct test *t)
{
	uint64_t *count;

	if (t->npoints > MOST_POINTS)
		return;
	count = arena_array(a->arena, HISTOGRAM_BINS, sizeof(count[0]));
	for (size_t p = 0; p < t->npoints; p++) {
		const struct point *point = &t->points[p];
		uint64_t told = 0;

		if (point->rounds == 0)
			continue;
		for (size_t i = 0; i < NBOUNDS; i++)
			told = tell_share(a, t, point, count,
			    share_bounds_ns[i], told);
	}
}
