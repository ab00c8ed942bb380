#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# From plan to table, a simulated drive shows what real ones do: random writes begin at the link's rate and fall off a cliff, more spare flash ends higher, and idle time brings speed back, the more the longer it is.
set -eu
B=${B:-build}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cat >"$dir/plan.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="cliff">
  <purge method="auto"/>
  <test id="wsat" rounds="1" threads="8" depth="16" duration="60s" block="4KiB" mix="0/100"/>
  <idle duration="5s"/>
  <test id="after5" rounds="1" threads="8" depth="16" duration="1s" block="4KiB" mix="0/100"/>
  <test id="between" rounds="1" threads="8" depth="16" duration="10s" block="4KiB" mix="0/100"/>
  <idle duration="50s"/>
  <test id="after50" rounds="1" threads="8" depth="16" duration="1s" block="4KiB" mix="0/100"/>
</plan>
PLAN
sed 's/over-provisioning="20%"/over-provisioning="28%"/' \
    templates/drives/sata-small.xml >"$dir/spare.xml"
for drive in sata-small "$dir/spare.xml"; do
	run=$dir/$(basename "$drive" .xml)
	"$B/bin/plateau-collect" run --engine sim --target "$drive" --seed 1 \
	    --plan "$dir/plan.xml" --quiet -o "$run"
	"$B/bin/plateau-analyze" analyze --quiet "$run"
done

# second TEST FIRST LAST: mean IOPS of these seconds of a test
second() {
	awk -F '\t' -v test="$2" -v first="$3" -v last="$4" '
	    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	    $at["test"] == test && $at["op"] == "write" &&
	    $at["second"] >= first && $at["second"] <= last {
		sum += $at["count"]; n++ }
	    END { printf "%d\n", sum / n }' "$dir/$1/results/seconds.tsv"
}
expect() {
	echo "$*"
	awk "BEGIN { exit !($1) }" || { echo "no"; exit 1; }
}
empty=$(second sata-small wsat 0 2)
steady=$(second sata-small wsat 50 59)
spare=$(second spare wsat 50 59)
after5=$(second sata-small after5 0 0)
after50=$(second sata-small after50 0 0)
expect "$empty > 68000 && $empty < 69000"
expect "$steady > 22000 && $steady < 24000"
expect "$spare > 1.25 * $steady"
expect "$after5 > 1.1 * $steady"
expect "$after50 > 1.5 * $after5"
# The drive counted its copies: the rate falls as they grow.
grep -q 'id="wsat".* note="write amplification 2\.[0-9]*: ' \
    "$dir/sata-small/run.xml"
