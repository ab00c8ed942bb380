/* SPDX-License-Identifier: BSD-2-Clause */
#include "analyze/percentile.h"

const struct percentile percentiles[NPERCENTILES] = {
	{10000, "p1"}, {50000, "p5"},
	{100000, "p10"}, {200000, "p20"},
	{300000, "p30"}, {400000, "p40"},
	{500000, "p50"}, {600000, "p60"},
	{700000, "p70"}, {800000, "p80"},
	{900000, "p90"}, {950000, "p95"},
	{990000, "p99"}, {999000, "p999"},
	{999900, "p9999"}, {999990, "p99999"},
	{999999, "p999999"},
};

const struct percentile percentiles_second[NPERCENTILES_SECOND] = {
	{500000, "p50"}, {990000, "p99"}, {999000, "p999"}, {999900, "p9999"},
};
