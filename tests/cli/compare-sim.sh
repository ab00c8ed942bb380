#!/bin/sh
# Runs of simulated drives are compared in every figure, each run of a drive where it belongs.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/compare-scene.inc

for drive in sata-small nvme; do
	sim $drive truesystem-tp 1000
	sim $drive truesystem-lat-sata 4000
	sim $drive truesystem-wsat-1200 20000
done
sim sata-small truesystem-iops-c20 6000
# shellcheck disable=SC2086  # a list of words
compare sims $list
says "3 drives compared"
says "SIMULATED: these numbers come from a model"
says "sata-small, 20 % compressible"
for f in bars-iops bars-throughput iops-block-0 iops-mix-4096 \
	latency-iops-4096-0 iops-queue-4096-100 ratio-queue-mix-1-2 \
	ratio-queue-block-1-2 saturation; do
	[ -s "$out/figures/$f.svg" ] || [ -s "$out/figures/$f-2.svg" ] ||
		fail "no figure $f"
done
grep -l SIMULATED "$out"/figures/*.svg | wc -l >"$work/marked"
[ "$(cat "$work/marked")" = "$(find "$out/figures" -name '*.svg' | wc -l)" ] ||
	fail "a figure is not marked"
for t in latency throughput saturation left-out; do
	[ -s "$out/tables/$t.tsv" ] || fail "no table $t"
done
# MiB/s are MB/s in another unit.
awk -F'\t' '$1 == "mb_s" { mb[$2] = $3 }
	$1 == "mib_s" && mb[$2] > 0 { n++; r = mb[$2] / $3 / 1.048576
		if (r < 0.99999 || r > 1.00001) exit 1 }
	END { exit n == 0 }' "$out/tables/throughput.tsv" || fail "units"
