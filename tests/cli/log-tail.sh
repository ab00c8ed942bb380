#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What stands behind a log's end is not read and not passed over in silence.
log=$B/bin/plateau-log
a=tests/logs/v1-age.iolog
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
size=$(stat -c %s "$a")

# behind FILE...: the bytes of these behind the end of a log.
behind() {
	cat "$a" "$@" >"$dir/log"
	all=$(stat -c %s "$dir/log")
	"$log" verify "$dir/log" >"$dir/out" 2>&1 && {
		echo "$*: taken as whole: $(cat "$dir/out")"
		exit 1
	}
	grep -q "bytes $size to $all behind the end" "$dir/out" || {
		echo "$*: $(cat "$dir/out")"
		exit 1
	}
	"$log" cat "$dir/log" 2>/dev/null >"$dir/got"
	"$log" cat "$a" | cmp - "$dir/got" || exit 1
}

printf x >"$dir/byte"
head -c 3000000 /dev/zero >"$dir/zeros"
behind "$dir/byte"
behind "$dir/zeros"
behind "$a"
behind tests/logs/v1-latency.iolog
exit 0
