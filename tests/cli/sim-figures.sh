#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Figures over time shade and name the parts of a test, the heat map has its
# I/Os, and latency over IOPS is shaded up to a percentile.
set -eu
B=${B:-build}
if ! command -v gnuplot >/dev/null; then
	echo "no gnuplot"
	exit 77
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

fail() {
	echo "failed: $*"
	exit 1
}

# report PLAN: a simulated run and its report; figures are in $dir/run.
report() {
	rm -rf "$dir/run"
	"$B/bin/plateau-collect" run --engine sim --target sata-small --seed 1 \
	    --plan "$1" --quiet -o "$dir/run"
	"$B/bin/plateau-analyze" analyze --quiet "$dir/run"
	"$B/bin/plateau-render" render "$dir/run" >/dev/null
}

figures=$dir/run/report/figures

cat >"$dir/idle.xml" <<'END'
<plan xmlns="urn:plateau:plan:1" name="idle" title="Idle">
  <test id="hir" title="Host idle" threads="4" depth="32" pattern="random"
      mix="0/100" block="4KiB" region="100%" compressible="0%" duration="20ms">
    <phase id="state-1" title="State 1" repeat="20" pause="500ms"/>
    <phase id="baseline-1" title="Baseline 1" repeat="20" pause="0s"/>
    <phase id="state-2" title="State 2" repeat="20" pause="2s"/>
    <phase id="baseline-2" title="Baseline 2" repeat="20" pause="0s"/>
  </test>
</plan>
END
report "$dir/idle.xml"
[ "$(grep -c 'set object rectangle' "$figures/hir-states.gp")" = 2 ] ||
	fail "two states are shaded"
grep -q '>0.50\|>0\.50' "$figures/hir-states.svg" || fail "no 0.50 s"
grep -q '>2 s<\|>2.s<' "$figures/hir-states.svg" || fail "no 2 s"
# Column by column, all I/Os of the test.
awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) n[$i] = i; next }
    $n["test"] == "hir" && $n["op"] == "all" { sum += $n["count"] }
    END { printf "%d\n", sum }' "$dir/run/results/cells.tsv" >"$dir/all"
awk '!/^#/ { for (i = 1; i <= NF; i++) sum += $i }
    END { printf "%d\n", sum }' "$figures/hir-heat.dat" >"$dir/shown"
cmp "$dir/all" "$dir/shown" && [ "$(cat "$dir/all")" -gt 0 ] ||
	fail "I/Os are missing from the heat map"

cat >"$dir/cross.xml" <<'END'
<plan xmlns="urn:plateau:plan:1" name="cross" title="Cross">
  <test id="xsr" title="Cross" threads="1" depth="32" mix="0/100"
      region="100%" compressible="0%" record="50ms">
    <phase id="group-1" title="1" pattern="sequential" block="1024KiB"
        duration="1s"/>
    <phase id="group-2" title="2" pattern="random" block="8KiB"
        duration="1s"/>
    <phase id="group-3" title="3" pattern="sequential" block="1024KiB"
        duration="1s"/>
  </test>
</plan>
END
report "$dir/cross.xml"
[ "$(grep -c '>SEQ 1024.KiB<\|>SEQ 1024..KiB<' "$figures/xsr-groups.svg")" = 2 ] ||
	fail "groups 1 and 3 are not named"
grep -q '>RND 8' "$figures/xsr-groups.svg" || fail "group 2 is not named"

cat >"$dir/load.xml" <<'END'
<plan xmlns="urn:plateau:plan:1" name="load" title="Load">
  <test id="latency-iops" title="Latency over IOPS" rounds="1"
      pattern="random" duration="600ms" region="100%" compressible="0%">
    <loop factor="mix" values="0/100"/>
    <loop factor="block" values="8KiB 4KiB"/>
    <loop factor="depth" values="1 4 16"/>
  </test>
</plan>
END
report "$dir/load.xml"
[ "$(grep -c 'with filledcurves' "$figures/latency-iops-write.gp")" = 2 ] ||
	fail "a band for each block size"
[ "$(grep -c '>99.9.%<\|>99.9..%<' "$figures/latency-iops-write.svg")" = 2 ] ||
	fail "the edge of each band is named"
