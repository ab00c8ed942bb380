#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A run that never began leaves nothing behind, whatever ended it; a limit of
# files' sizes is as a full disk; standard output, which it does not use, may be
# closed.
. tests/cli/run-scene.inc

clean() {
	[ ! -e "$scene/run" ] || fail "$1: left $(ls -R "$scene/run")"
	[ ! -e "$scene/file" ] || fail "$1: left the target"
}

# tell TEXT: what it said has this.
tell() {
	grep -q "$1" "$scene/out" || fail "not '$1': $(cat "$scene/out")"
}

# A signal at any time: 130, or 143 before there is anything; and either a run
# that can go on, or nothing.
n=0
for wait in 0 0.005 0.01 0.02 0.03 0.04 0.05 0.07 0.1 0.15 0.2; do
	"$run" run --quiet --plan "$scene/plan.xml" --target "$scene/file" \
		--create 64MiB --set duration=1h -o "$scene/run" \
		>"$scene/out" 2>&1 &
	pid=$!
	sleep $wait
	kill -TERM $pid
	wait $pid 2>/dev/null
	got=$?
	pid=
	[ $got = 130 ] || [ $got = 143 ] || fail "$wait: status $got"
	if [ -e "$scene/run/run.xml" ]; then
		[ $got = 130 ] || fail "$wait: a run, and status $got"
		"$run" status "$scene/run" >"$scene/out" || fail "$wait: status"
		tell "To go on: "
		rm -r "$scene/run" "$scene/file"
	else
		clean "SIGTERM after $wait s"
		n=$((n + 1))
	fi
done
[ $n -gt 0 ] || fail "no signal came early enough"

# The limit is met by the target, by run.xml, and by the log.
limited() {
	(
		ulimit -f "$1"
		shift
		trap - XFSZ
		exec "$run" run --quiet --target "$scene/file" \
			-o "$scene/run" "$@"
	) >"$scene/out" 2>&1
	got=$?
	[ $got = 1 ] || fail "limit: status $got: $(cat "$scene/out")"
	tell "File too large"
}
limited 1024 --plan "$scene/plan.xml" --create 8MiB
clean "no target"
mkdir "$scene/run"
truncate -s 8M "$scene/file"
limited 1 --plan "$scene/read.xml"
[ -d "$scene/run" ] || fail "a folder that was there is gone"
[ -z "$(ls "$scene/run")" ] || fail "left $(ls "$scene/run")"
limited 64 --plan "$scene/read.xml" --set duration=1h
tell "make room for the log, then"
grep -q '<run .*status="failed"' "$scene/run/run.xml" || fail "not marked"
rm -r "$scene/run"

# Standard output is nothing to a run, and all to others.
"$run" run --quiet --plan "$scene/plan.xml" --target "$scene/file" \
	--destroy "$scene/file" -o "$scene/run" >&- 2>"$scene/out" ||
	fail "without standard output: $?: $(cat "$scene/out")"
whole "$scene/run"
"$run" plans >&- 2>"$scene/out" && fail "plans: nothing printed, and 0"
tell "standard output"
"$run" status "$scene/run" >&- 2>"$scene/out" && fail "status: likewise"
"$run" run --help >&- 2>"$scene/out" && fail "help: likewise"
exit 0
