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

# A hole in the one step of a test that is judged by its records: windows lie on
# either side of it, on any number of threads, and the records are named.
cat >"$dir/records.xml" <<'END'
<plan xmlns="urn:plateau:plan:1" name="records">
  <test id="wsat" duration="20s" record="1s" mix="0/100" threads="2" depth="16">
    <steady window="3" range="0.1%" slope="0.1%" every="2" sample="2">
      <track metric="iops" op="write"/>
    </steady>
  </test>
</plan>
END
"$B/bin/plateau-collect" run --engine sim --target sata-small --seed 1 \
	--plan "$dir/records.xml" --quiet -o "$dir/records" || exit 1
log="$dir/records/raw/01-wsat.iolog"
size=$(wc -c <"$log")
expect 0 "10 rounds of 2 records" $analyze "$dir/records"
cp "$log" "$dir/whole"
dd if=/dev/zero of="$log" bs=1000 seek=$((size / 2000)) count=2 \
	conv=notrunc 2>/dev/null
for threads in 2 1; do
	expect 0 "not have all I/Os of these records: [0-9-]*; no window" \
		$analyze --force --threads $threads "$dir/records"
	grep -q "  9 rounds of 2 records" "$dir/out" || {
		echo "not one round is missing:"
		cat "$dir/out"
		failures=$((failures + 1))
	}
done
hole=$(sed -n 's/.*these records: \([0-9]*\).*/\1/p' "$dir/out")
awk -F '\t' -v hole="$hole" 'NR > 1 {
		if ($2 * 2 - 1 <= hole && hole <= $3 * 2)
			over++
		if ($3 * 2 < hole) before++; else behind++
	} END { exit !(!over && before && behind) }' \
	"$dir/records/results/windows.tsv" || {
	echo "windows reach over record $hole, or there are none beside it:"
	cut -f 1-6 "$dir/records/results/windows.tsv"
	failures=$((failures + 1))
}
expect 0 "these records: $hole" $analyze "$dir/records"
cp "$dir/whole" "$log"
truncate -s $((size / 2)) "$log"
expect 0 "[3-6] rounds of 2 records" $analyze "$dir/records"

[ $failures -eq 0 ]
