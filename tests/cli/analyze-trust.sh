#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What is no result of this run is not taken for one: old beside new tables, logs
# of several runs or of simulated drives, links out of the run, pipes, damaged
# tables; and nothing that is simulated is printed without its mark.
. tests/cli/analyze-scene.inc
table="$B/bin/plateau-analyze table --test iops"
export="$B/bin/plateau-analyze export --as"

# No room for one of the tables: the others stay as they were too.
sample
expect 0 "STEADY" $analyze "$run"
cp -r "$run/results" "$dir/before"
largest=$(find "$run/results" -name '*.tsv' -exec wc -c {} + | sort -n |
	tail -2 | head -1 | awk '{ print $1 }')
expect 1 "File too large" sh -c "trap '' XFSZ
	ulimit -f $((largest / 1024 - 8)); $analyze --rule reviews '$run'"
diff -r "$dir/before" "$run/results" || fail "results are mixed"

# What killed programs left goes; what lives stays.
sleep 0 &
gone=$!
wait $gone
: >"$run/results/cells.tsv.tmp$gone"
: >"$run/results/points.tsv.tmp$$"
: >"$run/results/my.tmp"
expect 0 "" $analyze --force "$run"
[ ! -e "$run/results/cells.tsv.tmp$gone" ] || fail "left over, and left"
[ -e "$run/results/points.tsv.tmp$$" ] || fail "taken from a living program"
[ -e "$run/results/my.tmp" ] || fail "someone's own file is removed"

# Results that are missing, another run's, or none.
expect 0 "SIMULATED: no drive was measured" $table "$run"
expect 0 "SIMULATED: no drive was measured" $table --as tsv "$run"
expect 0 "SIMULATED: no drive was measured" $export csv "$run"
expect 0 "SIMULATED: no drive was measured" $export hgrm --test iops \
	--at mix=65/35,block=4KiB "$run"
expect 0 '"simulated":true' $export json "$run"
sed -i 's/run_uuid="1/run_uuid="2/' "$run/results/results.xml"
for command in "$table" "$export json" "$export csv"; do
	expect 2 "belongs to the run 2" $command "$run"
done
printf '<results' >"$run/results/results.xml"
expect 2 "results.xml" $table "$run"
rm "$run/results/results.xml"
expect 2 "no results yet" $table "$run"
expect 2 "no results yet" $export csv "$run"

# Tables that were cut off at the end of a line.
cut_off() {
	expect 0 "" $analyze "$run"
	sed -i '$d' "$run/results/$1.tsv"
	shift
	expect 2 "is not as it was written: rows [0-9]* of [0-9]*" "$@" "$run"
}
cut_off points $table
cut_off points $export json
cut_off cells $export hgrm --test iops --at mix=65/35,block=4KiB
cut_off windows $export csv --table windows

# Cells that cannot be.
expect 0 "" $analyze "$run"
# put_cell TABLE COLUMN VALUE: in its fourth line, of what was before.
put_cell() {
	awk -F '\t' -v OFS='\t' -v name="$2" -v value="$3" 'NR == 1 {
		for (i = 1; i <= NF; i++) if ($i == name) at = i }
		NR == 4 { $at = value } { print }' "$dir/before/$1.tsv" \
		>"$run/results/$1.tsv"
}
for value in 1e400 hello nan -5; do
	for command in "$table" "$export csv" "$export json"; do
		put_cell points iops "$value"
		expect 2 "points.tsv:4: iops is '$value', which cannot be" \
			$command "$run"
	done
done
put_cell points count 1.5
expect 2 "points.tsv:4: count is '1.5', which cannot be" $table "$run"
put_cell points phase "$(printf '\033[31m')"
expect 2 "points.tsv:4: not a table: a byte is 0x1b" $export csv "$run"
cp "$dir/before/points.tsv" "$run/results/"
awk -F '\t' -v OFS='\t' 'NR > 1 { $NF = $NF + 1 } { print }' \
	"$dir/before/histograms.tsv" >"$run/results/histograms.tsv"
expect 2 "histograms.tsv has [0-9]* I/Os of this point, cells.tsv" \
	$export hgrm --test iops --at mix=65/35,block=4KiB "$run"

# Simulated or not is in the log too.
sample
sed -i 's/simulated="yes"/simulated="no"/' "$run/run.xml"
expect 3 "FAIL iops identity: the log is of a simulated drive" \
	$analyze --strict "$run"
expect 0 "FAILED, identity: the log is of a simulated drive" $table "$run"
expect 0 "SIMULATED: no drive was measured" $table "$run"
expect 0 '"check":"identity"' $export json "$run"
rm "$run/run.xml"
expect 0 "  SIMULATED: no drive was measured" $analyze "$run"
grep -q "not purged" "$dir/out" && fail "what became of a purge is not known"

# Logs of two runs, and no run.xml.
cp samples/iops-small/raw/03-iops.iolog "$run/raw/02-other.iolog"
expect 3 "FAIL iops identity: the log is of run [-0-9a-f]*, the first one is" \
	$analyze --strict "$run"
rm "$run/raw/02-other.iolog"

# No file in the place of a log.
mv "$run/raw/01-iops.iolog" "$dir/log"
mkfifo "$run/raw/01-iops.iolog"
expect 2 "not a regular file" $analyze "$run"
grep -q "FAIL.* cannot be read: not a regular file" "$dir/out" ||
	fail "another reason in the check"
expect 2 "not a regular file" $analyze -o "$dir/x" "$run/raw/01-iops.iolog"
expect 2 "not a regular file" $analyze -o "$dir/x" /dev/zero
rm "$run/raw/01-iops.iolog"
mkdir "$run/raw/01-iops.iolog"
expect 2 "FAIL.* cannot be read: Is a directory" $analyze "$run"
rmdir "$run/raw/01-iops.iolog"
: >"$run/raw/01-iops.iolog"
expect 2 "cannot be read: empty: cut off before" $analyze "$run"
mv "$dir/log" "$run/raw/01-iops.iolog"

# Two logs of one test, and no run.xml.
cp "$run/raw/01-iops.iolog" "$run/raw/02-again.iolog"
expect 0 "02-again.iolog is another log of iops" $analyze "$run"
rm "$run/raw/02-again.iolog"

# Several runs are told apart; a broken run.xml can be moved away.
cp -r "$run" "$dir/second"
expect 0 "^Run: $dir/second$" $analyze "$run" "$dir/second"
echo "<run" >"$run/run.xml"
expect 2 "run.xml cannot be used: mend it, or move it away" $analyze "$run"
rm "$run/run.xml"

# Links that lead out of the run.
for folder in results analyzed; do
	rm -rf "$run/results" "$run/analyzed"
	mkdir -p "$dir/mine"
	ln -s "$dir/mine" "$run/$folder"
	expect 2 "$folder is a symbolic link" $analyze "$run"
	[ -z "$(ls -A "$dir/mine")" ] || fail "written through a link"
	rm "$run/$folder"
done

# While it runs, its log has no end.
sample
log="$run/raw/01-iops.iolog"
truncate -s $(($(wc -c <"$log") * 2 / 3)) "$log"
sed -i '/<\(run\|stage\) /s/status="done"/status="running"/' "$run/run.xml"
expect 0 "warn iops log: the log is read up to byte [0-9]*: the run is still" \
	flock "$run" $analyze "$run"
grep -q "CUT OFF\|is lost" "$dir/out" && fail "what runs is told to be cut off"

expect 2 "a whole number from 1 to 8 is needed" $analyze --threads 9 "$run"

[ $failures -eq 0 ]
