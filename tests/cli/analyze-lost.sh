#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A step that the log does not have all I/Os of makes its round incomplete, is
# named and blames no host; too many records are refused, and older results stay.
. tests/cli/analyze-scene.inc

no() {
	if grep -q -- "$1" "$dir/out"; then
		fail "\"$1\" is told:"
		cat "$dir/out"
	fi
}

# The end of the last step is missing, and the first I/Os of a step.
sample
size=$(wc -c <"$log")
truncate -s $((size - 20000)) "$log"
expect 3 "iops: the log does not have all I/Os of step 42: its round" \
	$analyze --strict "$dir/run"
expect 0 "6 of 7 rounds complete" $analyze "$dir/run"
no "STEADY in rounds . to 7"

# A hole in one step.
sample
dd if=/dev/zero of="$log" bs=1000 seek=$((size * 4 / 10000)) count=3 \
	conv=notrunc 2>/dev/null
expect 0 "the log does not have all I/Os of step 22: its round" \
	$analyze "$dir/run"
expect 0 "6 of 7 rounds complete; STEADY in rounds 5 to 7" \
	$analyze "$dir/run"
expect 0 "warn iops little: .* least [0-9.]* % in step 5 " $analyze "$dir/run"
cp -r "$dir/run" "$dir/alone"
rm "$dir/alone/run.xml"
expect 0 "the log may not have all I/Os of the steps 21-23: their rounds" \
	$analyze "$dir/alone"
expect 0 "6 of 7 rounds complete; STEADY in rounds 5 to 7" \
	$analyze "$dir/alone"
expect 0 "" "$B/bin/plateau-log" repair "$log" "$dir/repaired"
mv "$dir/repaired" "$log"
expect 0 "the log does not have all I/Os of step 22: its round" \
	$analyze "$dir/run"

# All of a step's I/Os are missing: that is no step without I/Os.
sample empty
sed -i 's/\(number="27".*\) issued="0"/\1 issued="9"/
	s/\(number="27".*\)issued="[0-9]*"/\1issued="9"/' "$dir/run/run.xml"
expect 0 "the log does not have all I/Os of step 27" $analyze "$dir/run"
no "without a counted I/O"

# Without any complete round values are of what there is.
sed -i 's/issued="[1-9][0-9]*"/issued="99999999"/' "$dir/run/run.xml"
expect 0 "the steps 1-42: their rounds" $analyze "$dir/run"
expect 0 "values are of the steps that ended" $analyze "$dir/run"
awk -F '\t' 'NR == 2 && !($12 > 0) { exit 1 }' \
	"$dir/run/results/points.tsv" || {
	echo "no values at all"
	failures=$((failures + 1))
}

# As many records as a log may have, each with its own I/Os, and more.
sample
expect 0 "" $analyze "$dir/run"
cp -r "$dir/run/results" "$dir/before"
expect 2 "more than 131072 records: longer ones are needed" \
	$analyze --record 30us "$dir/run"
diff -r "$dir/before" "$dir/run/results" || failures=$((failures + 1))
expect 0 "" $analyze --record 100us "$dir/run"
awk -F '\t' 'NR > 1 && $4 > 0 && $5 == "all" { n++; if ($11 > 128) m++ }
	END { exit !(n > 40000 && n <= 131072 && m == 0) }' \
	"$dir/run/results/cells.tsv" || {
	echo "records are not what they were"
	failures=$((failures + 1))
}

[ $failures -eq 0 ]
