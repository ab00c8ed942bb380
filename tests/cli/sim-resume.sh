#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A simulated run that was killed begins again, says why, keeps its old logs,
# and ends with the logs and tables that it would have had without.
. tests/cli/run-scene.inc

# simulate FOLDER: by this process, not by a child of it.
simulate() {
	exec "$run" run --engine sim --target sata-read-intensive \
		--plan pts-e-iops --scale 100 --set rounds=6 \
		--set 'mix=0/100 65/35 100/0' --quiet --seed 7 -o "$scene/$1"
}

(simulate whole) || fail "simulate: $?"
simulate killed &
pid=$!
await grep -qs 'round="2"' "$scene/killed/run.xml"
kill -9 $pid
wait $pid 2>/dev/null
pid=
"$run" status "$scene/killed" | grep -q -e "--resume" || fail "no advice"
expect 0 "a simulated drive holds ends with its process: the run begins again" \
	--resume "$scene/killed"
for name in 02-fill 03-iops; do
	cmp "$scene/whole/raw/$name.iolog" "$scene/killed/raw/$name.iolog" ||
		fail "$name: another log"
	[ -e "$scene/killed/raw/$name.iolog.old-1" ] || fail "$name: old log"
done
! grep -q resumed "$scene/killed/run.xml" || fail "called resumed"
for of in whole killed; do
	"${B:-build}"/bin/plateau-analyze analyze --quiet "$scene/$of" ||
		fail "analyze: $?"
done
# Processor time alone is that of this host.
for table in points windows seconds histograms; do
	cmp "$scene/whole/results/$table.tsv" \
		"$scene/killed/results/$table.tsv" || fail "$table.tsv"
done
