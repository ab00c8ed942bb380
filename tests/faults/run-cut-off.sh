#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# "plateau status" tells a run that goes on from one that was killed, and says
# what to do then; what it says works.
. tests/cli/run-scene.inc

"$run" run --quiet --plan "$scene/plan.xml" --target "$scene/file" \
	--create 4MiB --set duration=1h -o "$scene/run" 2>"$scene/said" &
pid=$!
await grep -qs '02-mixed' "$scene/run/run.xml"
sleep 0.6
"$run" status "$scene/run" >"$scene/out" || fail "status: $?"
grep -q '^running' "$scene/out" || fail "not running: $(cat "$scene/out")"
! grep -q -e --resume "$scene/out" || fail "advice while it runs"
kill -9 $pid
wait $pid
pid=
"$run" status "$scene/run" >"$scene/out" || fail "status: $?"
grep -q '^cut off' "$scene/out" || fail "the run: $(cat "$scene/out")"
grep -q 'mixed .*cut off' "$scene/out" || fail "its stage: $(cat "$scene/out")"
advice="plateau run --resume $scene/run --destroy '$scene/file'"
grep -q "$advice\$" "$scene/out" ||
	fail "no advice: $(cat "$scene/out")"
verify=$(sed -n 's/.*plateau log verify //p' "$scene/out")
"$log" verify "$verify" >"$scene/verify" 2>&1
[ $? -le 1 ] && grep -q . "$scene/verify" || fail "verify '$verify'"

# Asked again and again, it does not keep a run from starting.
edit_plan "$scene/run" 's/duration="[^"]*"/duration="20ms"/'
(while "$run" status "$scene/run"; do :; done) >"$scene/out" 2>&1 &
asking=$!
"$run" run --quiet --resume "$scene/run" --destroy "$scene/file" 2>"$scene/said"
got=$?
kill $asking
[ $got = 0 ] || fail "resume: $got: $(cat "$scene/said")"
"$run" status "$scene/run" | grep -q '^done' || fail "not done"
