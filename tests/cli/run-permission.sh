#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Without permission the run fails and says whom to be.
. tests/cli/run-scene.inc
need_root
command -v setpriv >/dev/null || skip "no setpriv"

chmod 755 "$scene"
truncate -s 16M "$scene/mine"
chmod 600 "$scene/mine"
cp "$run" "$scene/program"
nobody() {
	PLATEAU_TEMPLATES=$PWD/templates setpriv --reuid=65534 --regid=65534 \
		--clear-groups "$scene/program" run --quiet "$@" \
		>"$scene/out" 2>&1
	got=$?
	grep -q "run as a user" "$scene/out" ||
		fail "does not help: $(cat "$scene/out")"
	[ $got = 1 ] || fail "status $got"
}
nobody --plan "$scene/plan.xml" --target "$scene/mine" \
	--destroy "$scene/mine" -o "$scene/run"
nobody --plan "$scene/plan.xml" --target "$scene/new" --create 16MiB \
	-o "$scene/run"
loop_device 16MiB
nobody --plan "$scene/read.xml" --target "$loop" -o "$scene/run"
[ ! -e "$scene/run" ] || fail "left a run folder"
