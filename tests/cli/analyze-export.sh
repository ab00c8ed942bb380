#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# plateau table and plateau export give the numbers of the results, in forms
# that other programs read.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
run="$dir/run"
p="$B/bin/plateau-analyze"
"$B/tests/analyze_sample" write "$run"
"$p" analyze --quiet "$run"

"$p" table "$run" --test iops --as tsv >"$dir/iops.tsv"
"$p" table "$run" --test iops --as md >"$dir/iops.md"
"$p" table "$run" --test iops --as html --metric latency >"$dir/lat.html"
"$p" export "$run" --as json >"$dir/points.json"
"$p" export "$run" --as csv >"$dir/points.csv"
"$p" export "$run" --as csv --table windows >"$dir/windows.csv"
"$p" export "$run" --as hgrm --test iops --at "mix=65/35 block=4KiB" \
	>"$dir/all.hgrm"
"$p" export "$run" --as hgrm --test iops --at "mix=65/35 block=4k" \
	--op read >"$dir/read.hgrm"
"$p" export "$run" --as json --method rounds >"$dir/rounds.json"
"$p" table "$run" --test iops --as tsv --metric latency --method read-write \
	>"$dir/read-write.tsv"
"$p" table "$run" --test iops --metric latency --method read-write |
	grep -q "^As published: .* the reads and that of the writes"
python3 tests/second/analyze_export.py "$run" "$dir"

# Phases of the same factors are points of their own.
cat >"$dir/phases.xml" <<'END'
<plan xmlns="urn:plateau:plan:1" name="phases">
  <test id="two" duration="100ms" mix="0/100">
    <phase id="first" repeat="2"/>
    <phase id="second" repeat="1" depth="1"/>
  </test>
</plan>
END
"$B/bin/plateau-collect" run --engine sim --target sata-small --seed 1 \
	--plan "$dir/phases.xml" --quiet -o "$dir/phases"
"$p" analyze --quiet "$dir/phases"
[ "$("$p" table "$dir/phases" --test two --as tsv --metric iops |
	sed 's/:.*//' | tr '\n' ' ')" = "point	IOPS first second " ]
for phase in first second; do
	"$p" export "$dir/phases" --as hgrm --test two --at "phase=$phase" |
		sed -n 's/.*Total count *= *\([0-9]*\).*/\1/p'
	awk -F '\t' -v phase="$phase" 'NR == 1 {
			for (i = 1; i <= NF; i++)
				at[$i] = i
		}
		$at["phase"] == phase && $at["op"] == "all" {
			print $at["count"]
		}' "$dir/phases/results/points.tsv"
done | uniq | wc -l | grep -qx 2 || {
	echo "the distribution of a phase is not of its I/Os"
	exit 1
}

refused() {
	if "$@" >"$dir/out" 2>&1; then
		echo "$*: not refused"
		exit 1
	elif [ $? -ne 2 ]; then
		echo "$*: not status 2"
		exit 1
	fi
}
for metric in mb_s mib_s; do
	"$p" table "$run" --test iops --as tsv --metric $metric \
		>"$dir/$metric.tsv"
done
paste "$dir/mb_s.tsv" "$dir/mib_s.tsv" | awk -F '\t' 'NR > 1 {
		ratio = $2 / $6
		if (ratio < 1.047 || ratio > 1.05)
			exit 1
		n++
	} END { exit n != 2 }' || {
	echo "MiB/s are not 1 / 1.048576 of MB/s"
	exit 1
}

refused "$p" table "$run" --test none
refused "$p" table "$run" --test iops --as pdf
refused "$p" table "$run" --test iops --metric beauty
refused "$p" table "$run"
refused "$p" table "$dir/none" --test iops
refused "$p" export "$run"
refused "$p" export "$run" --as xml
refused "$p" export "$run" --as csv --table ../../x
refused "$p" table "$run" --test iops --method guess
refused "$p" export "$run" --as csv --method rounds
refused "$p" export "$run" --as hgrm
refused "$p" export "$run" --as hgrm --test iops
refused "$p" export "$dir/phases" --as hgrm --test two
refused "$p" export "$dir/phases" --as hgrm --test two --at phase=third
refused "$p" export "$run" --as hgrm --test iops --at "mix=7"
refused "$p" export "$run" --as hgrm --test iops --at "mix=65/35 mix=0/100"
refused "$p" export "$run" --as hgrm --test iops --at "phase=a phase=b"
refused "$p" export "$run" --as hgrm --test iops --at block=4KiB --op x
refused "$p" export "$run" --as json --table cells
refused "$p" export "$run" --as json --at block=4KiB
refused "$p" export "$run" --as csv --op read
refused "$p" export "$run" --as json --test none
refused "$p" export "$run" --as csv --test none
refused "$p" export "$run" --as hgrm --test iops --at "mix=0/100 block=4KiB" \
	--op read
grep -q "no I/O at this point of test 'iops' is a read" "$dir/out"

# One test of several, and a test of which every I/O failed.
python3 tests/second/analyze_failed.py "$dir/phases"
"$p" export "$dir/phases" --as csv --test two | cut -d, -f1 | sort -u |
	tr '\n' ' ' | grep -qx "test two "
"$p" export "$dir/phases" --as json --test two | grep -q '"jobname":"lost' && {
	echo "--as json --test two tells of another test"
	exit 1
}
"$p" export "$dir/phases" --as json >"$dir/all.json"
grep -q '"jobname":"lost 4096 100/0"' "$dir/all.json"
[ "$(grep -c '"total_err":78' "$dir/all.json")" = 2 ]
[ "$(grep -c '"jobname":"two .* phase=' "$dir/all.json")" = 2 ]
refused "$p" table "$dir/phases" --test lost
grep -q "no results of test 'lost': all 78 I/Os failed" "$dir/out"
refused "$p" export "$dir/phases" --as hgrm --test lost
grep -q "all 78 I/Os of this point failed" "$dir/out"
refused "$p" export "$run" --as hgrm --test iops --at "colour=red"
