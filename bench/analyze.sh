#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The analyzer beside a plain pass over 16-byte structs and fio's own log
# parsers: make bench-analyze.  COUNT (40000000) I/Os are analyzed, PEER
# (200000) of them by fio's parsers.  Times move with what else the machine
# does; compare them within one run only.
set -eu
B=${1:-build}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
make --no-print-directory "$B/bench/analyze" >/dev/null
"$B/bench/analyze" make "$dir/log" "${COUNT:-40000000}"
"$B/bench/analyze" structs "$dir/log"
for n in 1 2; do
	"$B/bench/analyze" plain "$dir/log.structs"
	"$B/bench/analyze" passes "$dir/log"
done
echo "the same on two threads:"
"$B/bench/analyze" passes "$dir/log" 2
echo "the whole program, one thread and two:"
for n in 1 2; do
	python3 bench/analyze_time.py "$B/bin/plateau-analyze" analyze --quiet \
		--threads $n -o "$dir/out" "$dir/log"
done

# The format of fio that its parser reads: ms, value, direction, block size.
"$B/bin/plateau-log" cat "$dir/log" | awk -v n="${PEER:-200000}" -F '\t' '
	NR > 1 { printf "%d, %d, %d, %d\n", $5 / 1e6, $6, $3 == "write", $7 }
	NR > n { exit }' >"$dir/lat.log" 2>/dev/null
gzip -dc /usr/share/doc/fio/fiologparser.py.gz >"$dir/fiologparser.py" ||
	exit 0
echo "fio's fiologparser.py, the mean alone, ${PEER:-200000} I/Os:"
python3 bench/analyze_time.py python3 "$dir/fiologparser.py" -i 1000 -a \
	"$dir/lat.log"
