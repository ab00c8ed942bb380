#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The analyzer beside a plain pass over 16-byte structs and fio's own log
# parsers: make bench-analyze.  COUNT (40000000) I/Os are analyzed, PEER
# (200000) of them by fio's parser of single I/Os.  Times move with what else
# the machine does; compare them within one run only.  The last column is the
# processor time of an I/O in units of that of the plain pass.
set -eu
B=${1:-build}
count=${COUNT:-40000000}
peer=${PEER:-200000}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
make --no-print-directory "$B/bench/analyze" >/dev/null
"$B/bench/analyze" make "$dir/log" "$count"
"$B/bench/analyze" structs "$dir/log"
"$B/bench/analyze" fio "$dir/log" "$peer"

# timed LABEL IOS COMMAND...
timed() {
	python3 bench/analyze_time.py "$@"
}
peers() {
	for name in fiologparser fio-histo-log-pctiles; do
		gzip -dc "/usr/share/doc/fio/$name.py.gz" >"$dir/$name.py" ||
			return 0
	done
	timed "fiologparser.py, means alone" "$peer" \
		python3 "$dir/fiologparser.py" -i 1000 -a "$dir/log.lat"
	# It reads what fio has counted already, and no single I/O.
	timed "fio-histo-log-pctiles.py, to 1.6 %" "$count" \
		python3 "$dir/fio-histo-log-pctiles.py" --time-quantum 1 \
		--log-hist-msec 1000 "$dir/log.hist"
}
all() {
	for n in 1 2 3; do
		"$B/bench/analyze" plain "$dir/log.structs"
		"$B/bench/analyze" passes "$dir/log"
	done
	for n in 1 2 1 2 1 2; do
		timed "whole program, --threads $n" "$count" \
			"$B/bin/plateau-analyze" analyze --quiet --force \
			--threads "$n" -o "$dir/out" "$dir/log"
	done
	timed "unchanged log, found so" "$count" "$B/bin/plateau-analyze" \
		analyze --quiet -o "$dir/out" "$dir/log"
	peers
}
all | awk '
	{
		ns = $0
		sub(/.*CPU */, "", ns)
		if (/^16-byte structs/ && (plain == 0 || ns + 0 < plain))
			plain = ns + 0
		printf "%s  x %.2f\n", $0, (ns + 0) / plain
		fflush()
		wall = $0
		sub(/.* M\/s */, "", wall)
		if (/--threads [12] /) {
			n = /--threads 2/ ? 2 : 1
			if (best[n] == 0 || wall + 0 < best[n])
				best[n] = wall + 0
		}
	}
	END {
		printf "two threads: %.2f times as fast as one\n",
		    best[1] / best[2]
	}'
