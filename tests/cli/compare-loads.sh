#!/bin/sh
# Loads over time, with pauses, and over pairs of threads and depth stand side by side; what differs and what is missing is told.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/compare-scene.inc

for drive in sata-small nvme; do
	sim $drive samples/plans/hir.xml 500
	sim $drive storagereview-matrix 20000
	sim $drive pts-e-wsat 20000
done
# A third drive has only some of it.
sim sas samples/plans/hir.xml 1000
# shellcheck disable=SC2086  # a list of words
compare loads $list
# One drive each, though its runs precondition.
says "3 drives compared"
for f in bars-pauses pauses matrix-8192-70 matrix-8192-70-spread saturation \
	saturation-spread saturation-fills saturation-2 iops-queue-8192-70; do
	[ -s "$out/figures/$f.svg" ] || fail "no figure $f"
done
xmllint --nonet --noout "$out"/figures/*.svg || fail "SVG"

# Pauses: every one of the drives, without pauses first, which is 100 %.
awk -F'\t' 'NR == 1 { next } $2 == 0 { n++; if ($4 != 100) exit 1 }
	END { exit n != 3 }' "$out/tables/pauses.tsv" || fail "no pause"
# The rate without pauses is that of all such stretches together.
want=$(awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
	$c["test"] == "hir" && $c["op"] == "all" && $c["pause_ns"] == 0 {
		n += $c["count"]; s += $c["seconds"] }
	END { printf "%.3f", n / s }' "$work/sata-small-hir/results/points.tsv")
got=$(awk -F'\t' '$1 == "sata-small" && $2 == 0 { printf "%.3f", $3 }' \
	"$out/tables/pauses.tsv")
[ "$want" = "$got" ] || fail "without pauses $got in place of $want"
# The same pause of drives with scales of their own: told as lengths.
says "shortened 500 times"
says "shortened 1 000 times"
# The drive that lacks a load is named.
grep -q "^sas	Random access	not measured" "$out/tables/left-out.tsv" ||
	fail "the missing test is not told"

# All 16 pairs of the matrix, each as in the points.
[ "$(grep -c '^[0-9]' "$out/figures/matrix-8192-70.dat")" -ge 64 ] ||
	fail "pairs are missing"
grep -q '16×16' "$out/figures/matrix-8192-70.svg" || fail "no 16×16"

# Over what was written: the axis ends where the drive ended.
fills=$(awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
	$c["test"] == "wsat" && $c["op"] == "write" && $c["record"] == 0 {
		b += $c["bytes"] } END { print b / 1e9 }' \
	"$work/nvme-pts-e-wsat/results/cells.tsv")
bytes=$(sed -n 's/.*name="capacity_bytes" value="\([0-9]*\)".*/\1/p' \
	"$work/nvme-pts-e-wsat/run.xml")
awk -v gb="$fills" -v bytes="$bytes" '/^[0-9]/ && $1 > most { most = $1 }
	END { want = gb * 1e9 / bytes
		exit !(most > want * 0.9) }' \
	"$out/figures/saturation-fills.dat" || fail "drive fills"

# shellcheck disable=SC2086  # a list of words
languages $list samples/published/seagate-1200-2-2017.xml
