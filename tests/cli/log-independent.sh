#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The reader written from docs/iolog-format.md alone agrees with ours on every
# log that is kept.
set -eu
if ! command -v python3 >/dev/null; then
	echo "no python3"
	exit 77
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
log=$B/bin/plateau-log

compare() {
	$log cat --offset "$1" >"$dir/ours"
	python3 tests/iolog_reader.py --offset "$1" >"$dir/theirs"
	cmp "$dir/ours" "$dir/theirs"
	test "$(wc -l <"$dir/ours")" -gt 1000
}

for kept in tests/logs/v*.iolog; do
	compare "$kept"
	# What today's encoder makes of it, both ways.
	$log repack "$kept" "$dir/new" >/dev/null
	compare "$dir/new"
	$log repack --small "$kept" "$dir/small" >/dev/null
	compare "$dir/small"
	# Its header from the copy.
	printf '!' | dd of="$dir/new" bs=1 seek=40 conv=notrunc 2>/dev/null
	$log cat --offset "$dir/new" >"$dir/ours" 2>/dev/null || true
	python3 tests/iolog_reader.py --offset "$dir/new" | cmp - "$dir/ours"
	rm "$dir/new" "$dir/small"
done
