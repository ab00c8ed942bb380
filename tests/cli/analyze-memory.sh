#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# 256 MiB are enough for nearly as many records of reads and writes as a log may
# have, on one thread and on two.
set -eu
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
case $B in
*san*)
	echo "sanitizers take memory of their own"
	exit 77
	;;
esac
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$B/tests/analyze_sample" write "$dir/run" tsc
for n in 1 2; do
	python3 - "$B/bin/plateau-analyze" analyze --quiet --force \
		--threads $n --record 40us "$dir/run" <<'PYTHON'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
mib = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
assert mib <= 256, f"{mib:.0f} MiB"
PYTHON
	awk -F '\t' 'NR > 1 && $4 > 0 && $5 == "all" { n++ }
		END { exit !(n > 120000) }' "$dir/run/results/cells.tsv" || {
		echo "too few records to tell"
		exit 1
	}
done
