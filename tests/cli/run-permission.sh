#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Without permission the run fails and says whom to be; root is told what may
# stand in its way, and of a device in use that it is.
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

# To root, a mount with nodev refuses what a container does.
mount_on "$scene/nodev" -t tmpfs -o nodev tmpfs
mknod "$scene/nodev/disk" b 7 "${loop#/dev/loop}" || skip "no mknod"
expect 1 "refuses it to root too" --plan "$scene/read.xml" \
	--target "$scene/nodev/disk" -o "$scene/run"
mkfs.ext4 -q "$loop" && mount_on "$scene/mounted" "$loop"
refused "is mounted on $scene/mounted" --plan "$scene/plan.xml" \
	--target "$scene/nodev/disk" --destroy "$token"
[ ! -e "$scene/run" ] || fail "left a run folder"
