#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A smartctl that hangs holds a run up once, which is told; the status says that
# the run has not begun; a second signal ends the program with the run.
. tests/cli/run-scene.inc
loop_device 16MiB
mkdir "$scene/bin"
cat >"$scene/bin/smartctl" <<TOOL
#!/bin/sh
echo \$\$ >>$scene/asked
exec sleep 1000
TOOL
chmod +x "$scene/bin/smartctl"

# begin NAME: as $pid.
begin() {
	PATH=$scene/bin:$PATH "$run" run --quiet --plan "$scene/read.xml" \
		--target "$loop" -o "$scene/$1" >"$scene/out" 2>&1 &
	pid=$!
	await [ -s "$scene/asked" ]
}
begin late
"$run" status "$scene/late" >"$scene/status" 2>&1 && fail "a status of nothing"
grep -q "has no run.xml.*not begun yet" "$scene/status" ||
	fail "$(cat "$scene/status")"
wait $pid || fail "status $?: $(cat "$scene/out")"
grep -q "waiting for smartctl, up to 10 s" "$scene/out" || fail "no word"
grep -q "smartctl did not end in 10 s" "$scene/out" || fail "no verdict"
[ "$(wc -l <"$scene/asked")" = 1 ] || fail "asked again"
whole "$scene/late"

rm "$scene/asked"
begin cut
tool=$(cat "$scene/asked")
kill -s INT $pid
sleep 1.2
kill -s INT $pid
wait $pid
got=$?
pid=
[ $got = 130 ] || fail "aborted with $got: $(cat "$scene/out")"
gone() {
	! kill -0 "$tool" 2>/dev/null
}
await gone
