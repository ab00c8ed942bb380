#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# In a control group that allows 500 reads a second so many are measured, and
# their wait is in their latency; in one of 64 MiB of memory a run has enough.
# alone
. tests/cli/run-scene.inc
need_root

groups=
group() {
	dir=/sys/fs/cgroup/$1/plateau-test.$$
	mkdir "$dir" 2>/dev/null || return 1
	groups="$groups $dir"
}
end_groups() {
	for g in $groups; do
		rmdir "$g" 2>/dev/null
	done
}
trap 'end_scene; end_groups' EXIT
sed 's/duration="50ms"/duration="2s" depth="16"/' "$scene/read.xml" \
	>"$scene/two.xml"

# A sanitizer has a shadow of all memory.
most=64M
! grep -q __asan_init "$run" || most=1G
if group memory && echo $most >"$dir/memory.limit_in_bytes"; then
	(echo 0 >"$dir/cgroup.procs" && exec "$run" run --quiet --plan \
		"$scene/plan.xml" --target "$scene/file" --create 4MiB \
		--set duration=1s -o "$scene/memory") >"$scene/out" 2>&1 ||
		fail "$most: $(cat "$scene/out")"
	whole "$scene/memory"
	echo "memory: at most $(cat "$dir/memory.max_usage_in_bytes") bytes"
else
	echo "memory is not limited here"
fi

group blkio || skip "no control group for block devices"
loop_device 16MiB
dd if=/dev/urandom of="$loop_file" bs=1M count=16 conv=notrunc 2>/dev/null
numbers=$(printf '%d:%d' $(stat -c '0x%t 0x%T' "$loop"))
echo "$numbers 500" >"$dir/blkio.throttle.read_iops_device" ||
	skip "reads cannot be limited"
(echo 0 >"$dir/cgroup.procs" && exec "$run" run --quiet --plan \
	"$scene/two.xml" --target "$loop" -o "$scene/slow") \
	>"$scene/out" 2>&1 || fail "500 a second: $(cat "$scene/out")"
whole "$scene/slow"
"$log" cat "$scene/slow/raw/01-read.iolog" | awk -F '\t' '
	NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
	{ n++; sum += $c["latency_ns"] }
	END {
		print n / 2, "a second, mean", sum / n / 1e6, "ms"
		# 16 in flight at 500 a second: 32 ms each.
		exit !(n > 900 && n < 1300 && sum / n > 20e6 && sum / n < 40e6)
	}' || fail "not 500 a second, or not 32 ms"
