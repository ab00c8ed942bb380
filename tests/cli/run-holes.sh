#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Reads of blocks that were never written are declared: in the holes of a file,
# in a new one, and after a purge, unless a fill has covered them.
. tests/cli/run-scene.inc

plan() {
	printf '<plan xmlns="urn:plateau:plan:1" name="p">%s</plan>' "$1" \
		>"$scene/p.xml"
}

# declares yes|no NAME ARGUMENT...
declares() {
	wanted=$1
	name=$2
	shift 2
	rm -rf "$scene/run"
	expect 0 "" --plan "$scene/p.xml" "$@" -o "$scene/run"
	got=no
	! grep -q 'name="reads_never_written" value="yes"' \
		"$scene/run/run.xml" || got=yes
	[ $got = $wanted ] || fail "$name: declared $got, not $wanted"
}

read='<test id="r" duration="20ms"/>'
half='<test id="h" duration="20ms" region="50%"/>'
fill='<fill block="64KiB"/>'
file=$scene/file
there="--target $file --destroy $file"

truncate -s 4M "$file"
plan "$read"
declares yes "all a hole" --target "$file"
head -c 4M /dev/urandom >"$file"
declares no "all written" --target "$file"
head -c 2M /dev/urandom >"$file"
truncate -s 4M "$file"
declares yes "half a hole" --target "$file"
plan "$half"
declares no "the hole is behind the region" --target "$file"
truncate -s 0 "$file"
truncate -s 4M "$file"
plan "$fill$read"
declares no "filled" $there
truncate -s 0 "$file"
truncate -s 4M "$file"
plan '<fill block="64KiB" region="50%"/>'"$read"
declares yes "half of it filled" $there
truncate -s 0 "$file"
truncate -s 4M "$file"
plan '<fill block="64KiB" passes="0.5"/>'"$half$fill$read"
declares no "filled as it goes" $there
rm "$file"
plan "$read"
declares yes "new" --target "$file" --create 4M
rm "$file"
plan "$fill$read"
declares no "new and filled" --target "$file" --create 4M
loop_device 16MiB
plan "$read"
declares no "a device" --target "$loop"
plan "<purge/>$read"
declares yes "purged" --target "$loop" --destroy "$token"
plan "<purge/>$fill$read"
declares no "purged and filled" --target "$loop" --destroy "$token"
