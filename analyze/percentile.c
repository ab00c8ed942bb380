/* SPDX-License-Identifier: BSD-2-Clause */
#include "analyze/percentile.h"

const struct percentile percentiles[NPERCENTILES] = {
	{10000, "p1", false}, {50000, "p5", false},
	{100000, "p10", false}, {200000, "p20", false},
	{300000, "p30", false}, {400000, "p40", false},
	{500000, "p50", true}, {600000, "p60", false},
	{700000, "p70", false}, {800000, "p80", false},
	{900000, "p90", true}, {950000, "p95", true},
	{990000, "p99", true}, {999000, "p999", true},
	{999900, "p9999", true}, {999990, "p99999", true},
	{999999, "p999999", false},
};
