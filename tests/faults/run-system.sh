#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A kernel that takes I/Os late, in part or not at all, a thread that does not
# start and a clock that goes backwards: what can go on does and every I/O is
# counted once; what cannot ends with the reason, and nothing is left behind.
. tests/cli/run-scene.inc

shim=$scene/shim.so
"${CC:-cc}" -shared -fPIC -D_GNU_SOURCE -o "$shim" tests/faults/shim.c -ldl \
	2>"$scene/said" || skip "no compiler: $(cat "$scene/said")"
case $(LD_PRELOAD=$shim "$run" --version 2>&1) in
plateau-collect*) ;;
*) skip "nothing can be loaded before a sanitizer" ;;
esac

# fault NAME STATUS TEXT ARGUMENT...: a run with that fault ends so and says so.
fault() {
	export FAULT="$1"
	shift
	LD_PRELOAD=$shim expect "$@" --target "$scene/file" --create 4MiB
	unset FAULT
}
plan=$scene/plan.xml
sed 's/on-error="stop"/on-error="go-on"/' "$plan" >"$scene/go-on.xml"

# No room, or room for one: as many I/Os as without.
for name in busy short; do
	fault $name 0 "" --plan "$plan" -o "$scene/$name"
	whole "$scene/$name"
	grep -q '<stage number="1".*issued="32"' "$scene/$name/run.xml" ||
		fail "$name: the fill: $(grep '<stage' "$scene/$name/run.xml")"
	! grep -q 'errors="[1-9]' "$scene/$name/run.xml" || fail "$name: errors"
	rm "$scene/file"
done

# Refused: a failed I/O like any other.
fault refused 1 "Input/output error" --plan "$plan" -o "$scene/refused"
whole "$scene/refused"
rm "$scene/file"
fault refused 0 "" --plan "$scene/go-on.xml" -o "$scene/counted"
whole "$scene/counted"
"$log" cat "$scene/counted/raw/02-mixed.iolog" | awk -F '\t' '
	NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
	$c["result"] == -5 { bad++ }
	END { print bad + 0 }' >"$scene/bad"
[ "$(cat "$scene/bad")" -gt 0 ] || fail "no failure in the log"
grep -q "id=\"mixed\".*errors=\"$(cat "$scene/bad")\"" \
	"$scene/counted/run.xml" || fail "$(cat "$scene/bad") in the log, but: \
$(grep 'id="mixed"' "$scene/counted/run.xml")"
rm "$scene/file"

# Before anything is begun: no run and no file stays.
fault setup 1 "raise /proc/sys/fs/aio-max-nr" --plan "$plan" -o "$scene/none"
[ ! -e "$scene/none" ] && [ ! -e "$scene/file" ] || fail "setup: left behind"
fault thread 1 "thread of stream 2: Resource temporarily unavailable" \
	--plan "$plan" --set threads=4 -o "$scene/none"
[ ! -e "$scene/none" ] && [ ! -e "$scene/file" ] || fail "thread: left behind"

# The clock.
fault backwards 1 "the clock went back by .*the run stops" --plan "$plan" \
	--set duration=2s --clock raw -o "$scene/back"
whole "$scene/back"
grep -q 'note="the clock went backwards"' "$scene/back/run.xml" || fail "note"
rm "$scene/file"
fault backwards 0 "" --plan "$scene/go-on.xml" --set duration=200ms \
	--clock raw -o "$scene/on"
whole "$scene/on"
[ "$(grep -c '<gap why="clock-backwards"' "$scene/on/run.xml")" -ge 1 ] ||
	fail "no gap"
"$log" cat "$scene/on/raw/02-mixed.iolog" | awk -F '\t' '
	NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
	$c["latency_ns"] > 5e9 || $c["complete_ns"] < last - 5e9 { exit 1 }
	{ last = $c["complete_ns"] }' || fail "latencies of centuries"
"${B:-build}"/bin/plateau-analyze analyze "$scene/on" 2>&1 |
	grep -q "FAIL mixed clock: the clock went backwards in" ||
	fail "the analyzer does not tell"
