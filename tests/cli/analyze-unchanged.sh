#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A log that did not change is not counted again and has the same results to the
# byte; one changed bit of it, another record length, --force or the loss of the
# counts has it counted anew.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
run="$dir/run"
log="$run/raw/01-iops.iolog"

# again WHAT SKIPPED [OPTION...]: analyzes once more, and compares
again() {
	what=$1
	skipped=$2
	shift 2
	"$B/bin/plateau-analyze" analyze "$@" "$run" >"$dir/said" 2>/dev/null
	if [ "$(grep -c "not changed, not counted again" "$dir/said")" != \
		"$skipped" ]; then
		echo "$what: $skipped logs were to be skipped:"
		cat "$dir/said"
		exit 1
	fi
}
same() {
	diff -r "$dir/first" "$run/results" || { echo "$1"; exit 1; }
}

"$B/tests/analyze_sample" write "$run" tsc
again "the first time" 0
cp -r "$run/results" "$dir/first"
again "unchanged" 1
same "unchanged"
rm -r "$run/results"
again "without results" 1
same "without results"
again "forced" 0 --force
same "forced"
again "records" 0 --record 30ms
cp -r "$run/results" "$dir/records"
again "the same records" 1 --record 30ms
diff -r "$dir/records" "$run/results"
again "no records" 0
same "no records"
rm "$run/analyzed/01-iops.counts"
again "without counts" 0
same "without counts"
touch "$log"
again "touched" 1

# What run.xml says of steps is no part of the counts.
sed 's/title="Sample"/title="changed"/' "$run/run.xml" >"$dir/run.xml"
cp "$dir/run.xml" "$run/run.xml"
again "another title" 1

size=$(wc -c <"$log")
cp "$log" "$dir/whole"
for at in 100 $((size / 3)) $((size - 5)); do
	printf '\125' | dd of="$log" bs=1 seek="$at" conv=notrunc 2>/dev/null
	again "a byte changed at $at" 0
	cp "$dir/whole" "$log"
	again "whole again" 0
	same "whole again"
done
