#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The analyzer's exit status and summary tell steady, not steady, interrupted,
# resumed, damaged, missing and wrongly used.
. tests/cli/analyze-scene.inc

sample
expect 0 "STEADY in rounds 4 to 6" $analyze "$dir/run"
expect 0 "within the" $analyze "$dir/run"
expect 3 "I/Os failed" $analyze --strict "$dir/run"
cp -r "$dir/run/results" "$dir/before"
expect 0 "run: FAIL iops errors: [0-9]* I/Os failed" \
	$analyze --quiet "$dir/run"
grep -v ": FAIL " "$dir/out" && { echo "--quiet is not"; failures=$((failures + 1)); }
diff -r "$dir/before" "$dir/run/results" || {
	echo "a second analysis differs"
	failures=$((failures + 1))
}
expect 0 "analysed" $analyze -o "$dir/elsewhere" "$dir/run"
diff -r "$dir/before" "$dir/elsewhere/results" || failures=$((failures + 1))

# Another rule than the plan's, which has a window of three.
expect 0 "STEADY in rounds 4 to 7" $analyze --rule reviews -o "$dir/other" \
	"$dir/run"
expect 0 "judged by the rule 'pts'" $analyze --rule pts -o "$dir/other" \
	"$dir/run"
expect 2 "expected pts or reviews" $analyze --rule own "$dir/run"

sample wild
expect 0 "NOT STEADY, the last window is 5 to 7" $analyze "$dir/run"
expect 0 "MORE THAN the" $analyze "$dir/run"
expect 3 "NOT STEADY" $analyze --strict "$dir/run"

sample cut
expect 0 "6 of 7 rounds complete" $analyze "$dir/run"
expect 0 "was interrupted in round 7" $analyze "$dir/run"
grep -q "	interrupted	" "$dir/run/results/cells.tsv" || {
	echo "the interrupted step is not marked"
	failures=$((failures + 1))
}

# The steady window of rounds 4 to 6 lies behind the gap; 2 to 4 would span it.
sample resumed
expect 0 "STEADY in rounds 4 to 6" $analyze "$dir/run"
awk -F '\t' '$2 == 2 && $6 != 1 || $2 == 4 && $6 != 0 { exit 1 }' \
	"$dir/run/results/windows.tsv" || {
	echo "windows that span the gap are not marked"
	failures=$((failures + 1))
}

# A step of round 5 without an I/O: rounds 6 and 7 count, no window has it.
sample empty
expect 0 "6 of 7 rounds complete" $analyze "$dir/run"
expect 0 "the last window is 2 to 4" $analyze "$dir/run"
expect 3 "FAIL iops empty: 1 step ran .* step 27 (.*) of round 5" \
	$analyze --strict "$dir/run"
[ "$(sed 1d "$dir/run/results/windows.tsv" | cut -f 2 | uniq | tr '\n' ' ')" = \
	"1 2 " ] || {
	echo "there are windows with an incomplete round"
	failures=$((failures + 1))
}
sed -i 's/window="3"/window="2"/' "$dir/run/plan.xml"
expect 0 "STEADY in rounds 6 to 7" $analyze "$dir/run"
sed -i 's/<steady/<!-- <steady/; s|</steady>|</steady> -->|' \
	"$dir/run/plan.xml"
expect 0 "6 of 7 rounds complete" $analyze "$dir/run"
awk -F '\t' 'NR > 1 && ($8 != 6 || $10 != 7) { exit 1 }' \
	"$dir/run/results/points.tsv" || {
	echo "without a rule not all complete rounds are pooled"
	failures=$((failures + 1))
}
rm "$dir/run/run.xml" "$dir/run/plan.xml"
expect 0 "6 of 7 rounds complete" $analyze "$dir/run"

# Cut off in the middle of a frame.
sample
size=$(wc -c <"$log")
truncate -s $((size * 2 / 3)) "$log"
expect 0 "CUT OFF" $analyze "$dir/run"
expect 0 "logged" $analyze "$dir/run"
expect 3 "FAIL iops counts" $analyze --strict "$dir/run"

# Killed: run.xml is of a moment before.  While the folder is locked it goes on.
sed -i '/<\(run\|stage\) /{
	s/status="done"/status="running"/
	s/issued="[0-9]*"/issued="5"/
}' "$dir/run/run.xml"
expect 0 "issued at least [0-9][0-9]*, logged unknown" $analyze "$dir/run"
expect 0 "warn iops counts: at least [0-9]* I/Os issued" $analyze "$dir/run"
expect 0 "  the run was cut off before its end" $analyze "$dir/run"
expect 0 "  the run is still going on" flock "$dir/run" $analyze "$dir/run"
expect 0 "test is still running" flock "$dir/run" $analyze "$dir/run"
expect 0 "" "$B/bin/plateau-log" repair "$log" "$dir/repaired"
mv "$dir/repaired" "$log"
expect 0 "iops: the log was repaired" $analyze "$dir/run"
expect 0 "issued at least [0-9][0-9]*, logged [0-9]" $analyze "$dir/run"

# Damaged in the middle: all but the frame that was hit is analyzed.
sample
head -c 4096 /dev/zero | dd of="$log" bs=1 seek=$((size / 2)) conv=notrunc \
	2>/dev/null
expect 0 "DAMAGED" $analyze "$dir/run"
expect 3 "FAIL iops counts" $analyze --strict "$dir/run"

# Other things in the place of a log.
printf 'not a log' >"$log"
expect 2 "cannot be read\|not a" $analyze "$dir/run"
: >"$log"
expect 2 "iolog: " $analyze "$dir/run"
rm "$log"
expect 2 "No such file" $analyze "$dir/run"

# Logs alone: a folder without documents, and a file.
sample
rm "$dir/run/run.xml" "$dir/run/plan.xml"
expect 0 "no run.xml" $analyze "$dir/run"
expect 0 "7 of 7 rounds complete" $analyze "$dir/run"
diff "$dir/before/cells.tsv" "$dir/run/results/cells.tsv" >"$dir/out"
awk -F '\t' 'NR == FNR { a[FNR] = $1 FS $3 FS $11 FS $15 FS $24 FS $27; next }
	a[FNR] != $1 FS $3 FS $11 FS $15 FS $24 FS $27 { exit 1 }' \
	"$dir/before/cells.tsv" "$dir/run/results/cells.tsv" || {
	echo "without documents the numbers differ"
	failures=$((failures + 1))
}
expect 2 "with -o" $analyze "$log"
expect 0 "issued" $analyze -o "$dir/alone" "$log"

# A log of another run.
sample
sed -i 's/12345678-9abc-4def/00000000-9abc-4def/' "$dir/run/run.xml"
expect 0 "not of this one" $analyze "$dir/run"
expect 3 "not of this one" $analyze --strict "$dir/run"

# Logs in one another's place.
cp -r samples/iops-small "$dir/mixed"
mv "$dir/mixed/raw/02-fill.iolog" "$dir/fill"
mv "$dir/mixed/raw/03-iops.iolog" "$dir/mixed/raw/02-fill.iolog"
mv "$dir/fill" "$dir/mixed/raw/03-iops.iolog"
expect 3 "FAIL iops identity: the log is of the stage 'fill'" \
	$analyze --strict "$dir/mixed"

# One round, ended by its time, and by the amount that it writes.
expect 0 "1 of 1 round complete; no steady state asked for" \
	$analyze -o "$dir/one" samples/wsat-small
expect 0 "settles at [0-9]* IOPS" $analyze -o "$dir/one" samples/wsat-small
cp -r samples/wsat-small "$dir/amount"
sed -i 's/ record="[^"]*"//
	s/duration="40s"/duration="4h" amount="400%" record="1s"/
	s|region="100%"\(.*\)/>|region="100%"\1>\
	<steady window="5" range="20%" slope="10%" every="31" sample="31">\
	<track metric="iops" op="write"/></steady></test>|' \
	"$dir/amount/plan.xml"
expect 3 "the test ended by the amount that it writes" \
	$analyze --strict "$dir/amount"

# One I/O, in no time.
sample single
expect 0 "issued 1, logged 1, analysed 1" $analyze "$dir/run"
expect 0 "^  *-  *-  *0 ns  *0 ns\*  *0 ns " $analyze "$dir/run"

# Wrong usage and input.
expect 2 "which run" $analyze
expect 2 "unrecognized" $analyze --nonsense "$dir/run"
expect 2 "No such file" $analyze "$dir/none"
mkdir "$dir/empty"
expect 2 "no raw log\|raw: No such" $analyze "$dir/empty"
expect 2 "takes one run" $analyze -o "$dir/x" "$dir/run" "$dir"
expect 0 "usage" $analyze --help
sample
printf '<run' >"$dir/run/run.xml"
expect 2 "run.xml" $analyze "$dir/run"

[ $failures -eq 0 ]
