#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What a simulated drive gave is marked as that in run.xml and in every log, no time in it is real, and what only real drives need is refused.
set -eu
B=${B:-build}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
collect="$B/bin/plateau-collect run --plan pts-e-iops --scale 5000 --quiet"

$collect --engine sim --target nvme --set 'mix=0/100 65/35 100/0' -o "$dir/run"
grep -q 'simulated="yes"' "$dir/run/run.xml"
grep -q 'simulated drive' "$dir/run/run.xml"
"$B/bin/plateau-log" info "$dir/run/raw/03-iops.iolog" >"$dir/info"
grep -q SIMULATED "$dir/info"
grep -q 'clock.*virtual' "$dir/info"

refused() {
	status=0
	$collect "$@" -o "$dir/no" >"$dir/out" 2>&1 || status=$?
	if [ "$status" != 2 ] || [ -e "$dir/no" ]; then
		echo "not refused ($status): $*"
		cat "$dir/out"
		exit 1
	fi
}
refused --engine sim --target no-such-drive
refused --engine sim --target "$dir/run/run.xml"
refused --engine sim --target nvme --create 1GiB
refused --engine sim --target nvme --destroy nvme
refused --target nvme
$collect --engine sim --target nvme --dry-run >"$dir/dry"
grep -q 'nothing was written' "$dir/dry"
