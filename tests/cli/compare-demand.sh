#!/bin/sh
# Demand intensity, operating points and recovery of several drives stand side by side, each number as its run has it.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/compare-scene.inc

for drive in sata-small nvme; do
	for plan in pts-e-cbw pts-e-dirth pts-e-xsr; do
		sim $drive $plan 4000
	done
done
# shellcheck disable=SC2086  # a list of words
compare demand $list
for f in latency-iops-mixed-40 latency-iops-8192-65 iops-queue-mixed-40 \
	bars-points bars-points-mean bars-points-2 recovery recovery-fills; do
	[ -s "$out/figures/$f.svg" ] || fail "no figure $f"
done
xmllint --nonet --noout "$out"/figures/*.svg || fail "SVG"
[ ! -e "$out/tables/left-out.tsv" ] || fail "a test is left out"
# Two mixes at two block sizes, of each pair one, are no matrix.
[ ! -e "$out/figures/ratio-1-2.svg" ] || fail "a matrix of two numbers"

# value RUN TEST PHASE COLUMN: of all I/Os.
value() {
	awk -F'\t' -v t="$2" -v p="$3" -v want="$4" '
		NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		$c["test"] == t && $c["phase"] == p && $c["op"] == "all" {
			print $c[want]; exit }' "$work/$1/results/points.tsv"
}

# The demand phase alone: what prepares it has other numbers.
for drive in sata-small nvme; do
	for point in max mid min; do
		want=$(value $drive-pts-e-cbw cbw-$point histogram iops)
		awk -F'\t' -v d=$drive -v v="$want" \
			'$1 == d && $4 == v { found = 1 } END { exit !found }' \
			"$out/tables/points.tsv" || fail "$drive, $point: $want"
	done
	for n in 1 2 3; do
		want=$(value $drive-pts-e-xsr xsr group-$n mb_s)
		awk -F'\t' -v d=$drive -v n="$n. " -v v="$want" \
			'$1 == d && index($2, n) == 1 && $3 == v { found = 1 }
			END { exit !found }' "$out/tables/recovery.tsv" ||
			fail "$drive, group $n: $want"
	done
done
says "Latency over IOPS, mixed sizes, R/W 40/60"
says "SEQ 1024 KiB, writes → RND 8 KiB, writes → SEQ 1024 KiB, writes"
says "Max IOPS point"

# shellcheck disable=SC2086
languages $list

# Over time only where records are kept; the table remains.
rm "$work"/*/results/cells.tsv
# shellcheck disable=SC2086
compare bare $list
[ ! -e "$out/figures/recovery.svg" ] || fail "records out of nothing"
[ -s "$out/tables/recovery.tsv" ] || fail "no table of recovery"
grep -q 'One load behind another.*cells.tsv' "$out/tables/left-out.tsv" ||
	fail "missing records are not told"
