#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Of two runs on one file or device at once the second is refused, and changes
# nothing; when the first has ended the target is free.
. tests/cli/run-scene.inc

# first ARGUMENT...: a run of an hour in the background, as $pid.
first() {
	"$run" run --quiet "$@" --set duration=1h -o "$scene/first" \
		>"$scene/said" 2>&1 &
	pid=$!
	await test -s "$scene/first/run.xml"
}

end_first() {
	kill $pid
	wait $pid
	[ $? = 130 ] || fail "the first run: $(cat "$scene/said")"
	pid=
	rm -r "$scene/first"
}

first --plan "$scene/plan.xml" --target "$scene/file" --create 4MiB
refused "in use" --plan "$scene/plan.xml" --target "$scene/file" \
	--destroy "$scene/file"
refused "in use" --plan "$scene/read.xml" --target "$scene/file"
end_first
[ -e "$scene/file" ] || fail "the file is gone"
expect 0 "" --plan "$scene/plan.xml" --target "$scene/file" \
	--destroy "$scene/file" -o "$scene/second"

# Runs that only read open a device beside others.
loop_device 16MiB
first --plan "$scene/read.xml" --target "$loop"
refused "in use" --plan "$scene/read.xml" --target "$loop"
end_first
