#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# SIGINT ends a run at once with status 130, a whole log and the step marked; a
# second one within a second is the same; a later one ends it even when the
# drive does not answer.
. tests/cli/run-scene.inc

# start ARGUMENT...: a run of an hour in the background, as $pid.
start() {
	"$run" run --quiet --plan "$scene/plan.xml" --set duration=1h "$@" \
		-o "$scene/run" >"$scene/out" 2>&1 &
	pid=$!
	tries=0
	until [ -s "$scene/run/raw/02-mixed.iolog" ]; do
		sleep 0.05
		tries=$((tries + 1))
		[ $tries -lt 200 ] || fail "no log: $(cat "$scene/out")"
	done
	sleep 0.3
}

# Signals in a row, as of timeout(1) or of a nervous finger.
start --target "$scene/file" --create 16MiB
for again in 1 2 3 4 5 6; do
	kill -s TERM $pid 2>/dev/null
	kill -s INT $pid 2>/dev/null
done
wait $pid
got=$?
[ $got = 130 ] || fail "in a row: status $got: $(cat "$scene/out")"
! grep -q "stopped at once" "$scene/out" || fail "in a row: torn"
whole "$scene/run"
rm -r "$scene/run" "$scene/file"

# A background process of a shell ignores SIGINT from the beginning: the
# program must take it all the same.
for signal in INT TERM; do
	start --target "$scene/file" --create 16MiB
	kill -s $signal $pid
	wait $pid
	got=$?
	[ $got = 130 ] || fail "$signal: status $got: $(cat "$scene/out")"
	whole "$scene/run"
	grep -q '<run .*status="interrupted"' "$scene/run/run.xml" ||
		fail "the run is not marked"
	grep -q '<step number="1" round="1" status="interrupted"' \
		"$scene/run/run.xml" || fail "the step is not marked"
	"$run" status "$scene/run" | grep -q "mixed .*interrupted" ||
		fail "plateau status"
	"$run" status "$scene/run" | grep -q -e \
		"--resume $scene/run --destroy $scene/file\$" ||
		fail "plateau status does not say how to go on"
	rm -r "$scene/run" "$scene/file"
done

# A file system that is frozen: writes to the device do not come back.
need_root
command -v fsfreeze >/dev/null || skip "no fsfreeze: second signal not tested"
loop_device 64MiB
mkfs.ext4 -q "$loop"
mount_on "$scene/below" "$loop"
truncate -s 16M "$scene/below/file"
outer=$(losetup -f --show --direct-io=on "$scene/below/file") || skip "no loop"
loops="$outer $loops"
start --target "$outer" --destroy "${outer#/dev/}:16777216" --set mix=0/100
fsfreeze -f "$scene/below"
kill -s INT $pid
sleep 0.3
kill -s INT $pid
sleep 1.2
kill -0 $pid 2>/dev/null || fail "ended with I/Os under way"
grep -q "stopping: waiting for up to 8 I/Os; a second signal aborts" "$scene/out" ||
	fail "does not say what it waits for: $(cat "$scene/out")"
kill -s INT $pid
sleep 0.2
grep -q "stopped at once" "$scene/out" || fail "the second signal is ignored"
fsfreeze -u "$scene/below"
wait $pid
got=$?
[ $got = 130 ] || fail "second signal: status $got: $(cat "$scene/out")"
"$log" verify "$scene/run/raw/01-fill.iolog" || fail "the first log is torn"
losetup -d "$outer"
