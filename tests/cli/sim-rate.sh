#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# At a fixed rate, a drive that stands still for 40 ms now and then is seen to: all that was due meanwhile waits.  One I/O at a time hides it from all but the highest percentiles.  The rate is met, paced and at random.
set -eu
B=${B:-build}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cat >"$dir/plan.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="rates">
  <purge method="auto"/>
  <test id="full" rounds="1" depth="32" duration="40s" mix="0/100"/>
  <test id="closed" rounds="1" depth="1" duration="4s" mix="0/100"/>
  <test id="paced" rounds="1" threads="2" depth="4096" rate="8000/s" duration="4s" mix="0/100"/>
  <test id="poisson" rounds="1" threads="2" depth="4096" rate="8000/s" arrival="poisson" duration="4s" mix="0/100"/>
</plan>
PLAN
sed -e 's/capacity="16GiB"/capacity="1GiB"/' -e 's/block-pages="16"/block-pages="16"/' \
    templates/drives/stalls-40ms.xml >"$dir/stalls.xml"
"$B/bin/plateau-collect" run --engine sim --target "$dir/stalls.xml" --seed 1 \
    --plan "$dir/plan.xml" --quiet -o "$dir/run"
"$B/bin/plateau-analyze" analyze --quiet "$dir/run"

# of TEST COLUMN: a cell of points.tsv
of() {
	awk -F '\t' -v test="$1" -v column="$2" '
	    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	    $at["test"] == test && $at["op"] == "write" { print $at[column] }' \
	    "$dir/run/results/points.tsv"
}
expect() {
	echo "$*"
	awk "BEGIN { exit !($1) }" || { echo "no"; exit 1; }
}
for test in closed paced poisson; do
	echo "$test: $(of $test iops) IOPS, mean $(of $test lat_mean_ns)," \
	    "p90 $(of $test lat_p90_ns), p99 $(of $test lat_p99_ns)"
done
expect "$(of closed lat_p99_ns) < 100000"
expect "$(of paced lat_p90_ns) > 10e6"
expect "$(of poisson lat_p90_ns) > 10e6"
expect "$(of paced iops) > 7900 && $(of paced iops) < 8100"
expect "$(of poisson iops) > 7800 && $(of poisson iops) < 8200"
