#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Each verb of plateau log does what its --help says, refuses wrong usage with
# status 2, and tells a damaged log by status 1.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
log=$B/bin/plateau-log
kept=tests/logs/v1-age.iolog

fail() {
	echo "$*"
	exit 1
}
status_is() {
	want=$1
	shift
	got=0
	"$@" >"$dir/out" 2>"$dir/err" || got=$?
	[ "$got" = "$want" ] || fail "$*: status $got, not $want"
}

# Usage.
status_is 0 $log --help
status_is 2 $log
status_is 2 $log frobnicate "$kept"
grep -q frobnicate "$dir/err"
for verb in info cat verify repair repack; do
	status_is 0 $log $verb --help
	grep -q "plateau log $verb" "$dir/out"
	status_is 2 $log $verb
	status_is 2 $log $verb --frobnicate "$kept"
	grep -q "^plateau log $verb: .*frobnicate" "$dir/err"
done
status_is 2 $log cat --step x "$kept"
status_is 2 $log cat --step -1 "$kept"
status_is 2 $log cat --from - "$kept"

# Input that is none is 2 for every verb, and so is output that cannot be made.
head -c 2000 "$kept" >"$dir/short"
: >"$dir/empty"
for file in "$dir/missing" "$dir" Makefile "$dir/empty" "$dir/short"; do
	for verb in info cat verify; do
		status_is 2 $log $verb "$file"
	done
	for verb in repair repack; do
		status_is 2 $log $verb "$file" "$dir/new"
		[ ! -e "$dir/new" ] || fail "$verb: a log of $file"
	done
done
grep -q "short: the file ends inside its header" "$dir/err"
status_is 2 $log cat Makefile
grep -q "not a raw log" "$dir/err"
for verb in repair repack; do
	status_is 2 $log $verb "$kept" Makefile
	status_is 2 $log $verb "$kept" "$dir/missing/new"
	status_is 2 $log $verb "$kept" -
	# What fails halfway leaves nothing: here the file may not grow.
	status_is 1 sh -c "ulimit -f 8; $log $verb $kept $dir/new"
	grep -q "new): File too large" "$dir/err" || fail "$(cat "$dir/err")"
	[ ! -e "$dir/new" ] || fail "$verb left half a log"
	status_is 0 sh -c "$log $verb - $dir/new <$kept"
	status_is 0 $log verify "$dir/new"
	rm "$dir/new"
done

# Nor does what is interrupted.
mkfifo "$dir/slow"
$log repack - "$dir/new" <"$dir/slow" >/dev/null 2>&1 &
exec 3>"$dir/slow"
# It looks through the first MiB for headers before it begins.
{
	head -c 20000 "$kept"
	head -c 1100000 /dev/zero
} >&3
tries=0
until [ -e "$dir/new" ]; do
	tries=$((tries + 1))
	[ $tries -lt 100 ] || fail "repack: no file while it reads"
	sleep 0.1
done
kill -TERM $!
if wait $!; then fail "repack: not interrupted"; fi
exec 3>&-
[ ! -e "$dir/new" ] || fail "repack left half a log when interrupted"

# cat: the header, and selections that add up.
status_is 0 $log cat "$kept"
cp "$dir/out" "$dir/all"
tab=$(printf '\t')
[ "$(head -n 1 "$dir/all")" = "stream${tab}step${tab}op${tab}submit_ns${tab}complete_ns${tab}latency_ns${tab}bytes${tab}result" ] ||
	fail "cat: the header"
cat "$kept" | $log cat - | cmp - "$dir/all"
for step in 1 2; do
	for stream in 0 1 2; do
		$log cat --step $step --stream $stream "$kept" | tail -n +2
	done
done | sort >"$dir/parts"
tail -n +2 "$dir/all" | sort | cmp - "$dir/parts"
status_is 0 $log cat --step 3 "$kept"
wc -l <"$dir/out" | grep -qx 1
grep -q "no I/O is selected" "$dir/err"
{
	$log cat --to 1000000 "$kept"
	$log cat --from 1000000 --to 3000000000 "$kept" | tail -n +2
	$log cat --from 3000000000 "$kept" | tail -n +2
} | sort >"$dir/parts"
sort "$dir/all" | cmp - "$dir/parts"
$log cat --offset "$kept" | cut -f 1-8 | cmp - "$dir/all"
$log cat --offset --flags "$kept" >"$dir/flags"
$log cat --offset "$kept" >"$dir/offset"
cut -f 1-9 "$dir/flags" | cmp - "$dir/offset"
[ "$(cut -f 10 "$dir/flags" | sort -u | tr '\n' ' ')" = \
	"- flags lost ramp " ] || fail "cat --flags"
rows=$(tail -n +2 "$dir/all" | wc -l)
[ "$($log cat --raw "$kept" | wc -c)" = $((rows * 48)) ] || fail "cat --raw"
[ "$($log cat --raw "$kept" | od -A n -t d8 -N 16 | tr -s ' ')" = \
	" $(sed -n 2p "$dir/all" | awk '{ print $4, $6 }')" ] ||
	fail "cat --raw: the first struct"
[ "$($log cat --raw "$kept" | od -A n -t d8 -j 16 -N 8 | tr -d ' ')" = \
	"$(sed -n 2p "$dir/offset" | cut -f 9)" ] || fail "cat --raw: offsets"
status_is 0 $log cat --from -5 "$kept"
cmp "$dir/out" "$dir/all" || fail "cat --from -5"
status_is 0 $log cat --to -5 "$kept"
[ "$(wc -l <"$dir/out")" = 1 ] || fail "cat --to -5"
status_is 1 sh -c "$log cat $kept >/dev/full"

# verify, and a whole log repaired or repacked is the same I/Os.
status_is 0 $log verify "$kept"
status_is 0 $log info "$kept"
grep -q "^I/Os *$rows completed" "$dir/out"
status_is 0 $log repack "$kept" "$dir/new"
status_is 2 $log repack "$kept" "$dir/new"
status_is 0 $log verify --quiet "$dir/new"
$log cat --offset "$dir/new" >"$dir/a"
$log cat --offset "$kept" | cmp - "$dir/a"
status_is 0 $log repair "$kept" "$dir/copy"
status_is 0 $log verify "$dir/copy"
$log cat --offset "$dir/copy" | cmp - "$dir/a"
status_is 0 $log repair "$dir/copy" "$dir/same"
cmp "$dir/copy" "$dir/same"

# A hole and a torn end: named, and what is whole is kept.
size=$(wc -c <"$kept")
head -c $((size - 1000)) "$kept" >"$dir/torn"
printf 'damage' | dd of="$dir/torn" bs=1 seek=$((size / 2)) conv=notrunc \
	2>/dev/null
status_is 1 $log verify "$dir/torn"
grep -q "are damaged" "$dir/err"
grep -q "I/Os [0-9]* to [0-9]* are missing" "$dir/err"
grep -q "no end frame" "$dir/err"
status_is 1 $log repack "$dir/torn" "$dir/no"
[ ! -e "$dir/no" ] || fail "repack left half a log"
status_is 0 $log repair "$dir/torn" "$dir/repaired"
$log cat "$dir/torn" 2>/dev/null >"$dir/a" || true
status_is 0 $log cat "$dir/repaired"
cmp "$dir/out" "$dir/a"
status_is 1 $log verify "$dir/repaired"
grep -q "are missing" "$dir/err"
grep -q "repaired: [0-9]* bytes lost at byte" "$dir/err"
grep -q "repaired: it had been cut at byte" "$dir/err"
if grep -q "damaged" "$dir/err"; then fail "repaired and yet damaged"; fi
status_is 0 $log info "$dir/repaired"
[ "$(grep -c "^repaired .* bytes lost at byte" "$dir/out")" = 2 ] ||
	fail "info: what was lost"
# The marks stay.
status_is 0 $log repair "$dir/repaired" "$dir/again"
cmp "$dir/repaired" "$dir/again"

# A log that was only cut has no gap in its numbers, yet is not whole.
end=$(($(wc -c <"$dir/copy") - 192))
head -c $end "$dir/copy" >"$dir/cut"
status_is 0 $log repair "$dir/cut" "$dir/uncut"
status_is 1 $log verify "$dir/uncut"
grep -q "cut at byte $end$" "$dir/err"

# A bit of the file header: everything is still there, and repair mends it.
cp "$dir/copy" "$dir/bit"
printf '!' | dd of="$dir/bit" bs=1 seek=40 conv=notrunc 2>/dev/null
status_is 1 $log verify "$dir/bit"
grep -q "header is damaged; a copy" "$dir/err"
status_is 1 $log cat --offset "$dir/bit"
$log cat --offset "$dir/copy" | cmp - "$dir/out"
status_is 1 sh -c "$log cat - <$dir/bit"
status_is 0 $log repair "$dir/bit" "$dir/mended"
cmp "$dir/copy" "$dir/mended"

# info: totals first, many steps only if asked for.
$log info "$dir/copy" | grep -n "^step\|^I/Os" | cut -d : -f 2 |
	cut -c 1-4 | tr '\n' ' ' | grep -qx "I/Os step step "
many=samples/iops-small/raw/03-iops.iolog
if $log info "$many" | grep -q "^step "; then fail "info: every step"; fi
$log info "$many" | grep -qx "steps  *616 (--steps prints them)"
[ "$($log info --steps "$many" | grep -c "^step ")" = 616 ] ||
	fail "info --steps"
status_is 1 sh -c "cat $many | $log info --steps -"

# What cannot be printed is a failure.
for verb in info verify cat; do
	status_is 1 sh -c "$log $verb tests/logs/v1-age.iolog >/dev/full"
done
