#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Every number of the analyzer is that of an independent computation in Python.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
for kind in plain tsc wild single; do
	"$B/tests/analyze_sample" write "$dir/$kind" $kind
	"$B/bin/plateau-analyze" analyze --quiet "$dir/$kind"
	ramp_ns=20000000
	[ $kind = single ] && ramp_ns=0
	python3 tests/second/analyze_exact.py "$B/bin/plateau-log" "$dir/$kind" \
		$ramp_ns
done
"$B/bin/plateau-analyze" analyze --quiet --record 30ms "$dir/tsc"
python3 tests/second/analyze_exact.py "$B/bin/plateau-log" "$dir/tsc" \
	20000000 30000000 120000000
