#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Results are the same to the byte on one thread and on many, of whole, cut off
# and damaged logs, with records and without.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
run="$dir/run"
log="$run/raw/01-iops.iolog"

on() {
	n=$1
	shift
	"$B/bin/plateau-analyze" analyze --threads $n --force "$@" \
		-o "$dir/on-$n" "$run" >"$dir/summary-$n" 2>/dev/null
	diff -r "$dir/on-1" "$dir/on-$n"
	cmp "$dir/summary-1" "$dir/summary-$n"
}
compare() {
	for n in 1 2 7 8; do
		on $n
	done
	for n in 1 2 8; do
		on $n --record 30ms
	done
}

"$B/tests/analyze_sample" write "$run" tsc
compare
cp "$log" "$dir/whole"
size=$(wc -c <"$log")
for share in 20 55 90; do
	truncate -s $((size * share / 100)) "$log"
	compare
	cp "$dir/whole" "$log"
	head -c 3000 /dev/urandom | dd of="$log" bs=1 conv=notrunc \
		seek=$((size * share / 100)) 2>/dev/null
	compare
	cp "$dir/whole" "$log"
done
