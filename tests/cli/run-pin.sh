#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --pin keeps each I/O thread on its processor, and all others off it where there
# is another one, and is in run.xml, also when the run is resumed; processors
# that there are not are refused.
. tests/cli/run-scene.inc
cpu=$(taskset -cp $$ | sed 's/.*[-, ]//') || skip "no taskset"

# threads [OPTION]: where each I/O thread of $pid may run; with -v, each other.
threads() {
	for task in /proc/$pid/task/*; do
		! grep -qs $1 '^io-' "$task/comm" ||
			sed -n 's/Cpus_allowed_list:[[:space:]]*//p' \
				"$task/status"
	done | tr '\n' ' '
}

# placed LIST: there come to be two, and they stay where they belong.
placed() {
	tries=0
	until [ "$(threads | wc -w)" = 2 ]; do
		sleep 0.05
		tries=$((tries + 1))
		[ $tries -lt 200 ] || fail "no threads: $(cat "$scene/out")"
	done
	sleep 0.5
	[ "$(threads)" = "$1" ] || fail "threads on $(threads), not $1"
	[ "$(nproc)" = 1 ] || threads -v | tr ' ' '\n' | grep -qx "$cpu" &&
		fail "another thread on $cpu: $(threads -v)"
	[ "$(threads -v | wc -w)" -ge 3 ] || fail "the log has no threads"
	kill -9 $pid
	wait $pid 2>/dev/null
	pid=
}

"$run" run --quiet --plan "$scene/plan.xml" --target "$scene/file" \
	--create 4MiB --set duration=1h --pin "$cpu" -o "$scene/run" \
	>"$scene/out" 2>&1 &
pid=$!
placed "$cpu $cpu "
grep -q "name=\"pinned_cpus\" value=\"$cpu\"" "$scene/run/run.xml" ||
	fail "not in run.xml"
[ "$(nproc)" = 1 ] || grep 'name="other_cpus"' "$scene/run/run.xml" |
	grep -qv "\"$cpu\"" || fail "the others are not in run.xml"
grep -q 'name="buffer_pages" value="\(huge\|ordinary\)' "$scene/run/run.xml" ||
	fail "what memory: $(grep pages "$scene/run/run.xml")"
"$run" run --quiet --resume "$scene/run" --destroy "$scene/file" \
	>"$scene/out" 2>&1 &
pid=$!
placed "$cpu $cpu "
rm "$scene/file"

new="--plan $scene/plan.xml --target $scene/file --create 4MiB"
for list in 0- -1 , 0, ,0 x 0x1 1-0 99999 ''; do
	refused "processors such as" $new --pin "$list"
done
refused "there is no processor 1023" $new --pin "$cpu,1023"
refused "no threads to pin" --plan "$scene/read.xml" --engine sim \
	--target nvme --pin "$cpu"
[ ! -e "$scene/file" ] || fail "made a file"
