#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The example of the library compiles as it says and prints the percentile that
# sorting the latencies gives.
set -eu
[ "$B" = build ] || { echo "compiled once, without sanitizers"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cc -std=c11 -I. -o "$dir/percentile" docs/examples/percentile.c \
	"$B/lib/libiolog.a" "$B/lib/libbase.a" -lisal -pthread
for kept in tests/logs/v*.iolog; do
	"$B/bin/plateau-log" cat "$kept" | tail -n +2 | cut -f 6 | sort -n \
		>"$dir/sorted"
	count=$(wc -l <"$dir/sorted")
	for percent in 1 50 99; do
		rank=$(((count * percent + 99) / 100))
		want=$(($(sed -n "${rank}p" "$dir/sorted") / 1000))
		got=$("$dir/percentile" "$kept" $percent)
		[ "$got" = "$want us" ] || {
			echo "$kept: $percent %: $got, not $want us"
			exit 1
		}
	done
done
