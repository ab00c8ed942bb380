#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Every number of the analyzer is that of an independent computation in Python.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
for kind in plain tsc wild single; do
	"$B/tests/analyze_sample" write "$dir/$kind" $kind
	"$B/bin/plateau-analyze" analyze --quiet "$dir/$kind"
	ramp_ns=20000000
	[ $kind = single ] && ramp_ns=0
	python3 tests/second/analyze_exact.py "$B/bin/plateau-log" "$dir/$kind" \
		$ramp_ns
done
"$B/bin/plateau-analyze" analyze --quiet --record 30ms "$dir/tsc"
python3 tests/second/analyze_exact.py "$B/bin/plateau-log" "$dir/tsc" \
	20000000 30000000 120000000

# A test of one step that is judged over its records: the point is of those
# that stand for the rounds of the window; if none is steady, of the step.
judge() {
	name=$1
	range=$2
	cat >"$dir/$name.xml" <<EOF
<plan xmlns="urn:plateau:plan:1" name="saturation" title="Saturation">
  <test id="iops" mix="35/65" threads="2" depth="16" duration="360ms"
    record="30ms">
    <steady window="3" every="4" sample="4" range="$range" slope="10%">
      <track metric="iops"/>
    </steady>
  </test>
</plan>
EOF
	"$B/bin/plateau" run --quiet --engine sim --target sata-small --seed 1 \
		--plan "$dir/$name.xml" -o "$dir/$name"
	for n in 2 1; do
		"$B/bin/plateau-analyze" analyze --threads $n --force \
			"$dir/$name" >"$dir/summary-$n"
		rm -rf "$dir/results-$n" "$dir/counts-$n"
		cp -r "$dir/$name/results" "$dir/results-$n"
		cp -r "$dir/$name/analyzed" "$dir/counts-$n"
	done
	python3 tests/second/analyze_exact.py "$B/bin/plateau-log" \
		"$dir/$name" 0 30000000 360000000
	diff -r "$dir/results-1" "$dir/results-2"
	diff -r "$dir/counts-1" "$dir/counts-2"

	# What was kept gives the same, and so does another's part.
	rm -r "$dir/$name/results"
	"$B/bin/plateau-analyze" analyze "$dir/$name" >"$dir/said"
	grep -q "not counted again" "$dir/said"
	diff -r "$dir/results-1" "$dir/$name/results"
	rm -r "$dir/$name/results" "$dir/$name/analyzed"
	"$B/bin/plateau-analyze" analyze --quiet --part 1/1 "$dir/$name"
	"$B/bin/plateau-analyze" analyze --quiet --merge "$dir/$name"
	diff -r "$dir/results-1" "$dir/$name/results"

	# The distribution that others are given is that of the point.
	"$B/bin/plateau" export --as hgrm --test iops "$dir/$name" \
		>"$dir/hgrm" 2>"$dir/said"
	awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		$c["op"] == "all" { print $c["count"] }' \
		"$dir/$name/results/points.tsv" >"$dir/count"
	grep -q "Total count *= *$(cat "$dir/count")\]" "$dir/hgrm"
}
judge steady 20%
judge restless 0%
