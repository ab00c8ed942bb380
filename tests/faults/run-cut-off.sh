#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# "plateau status" tells a run that goes on from one that was killed, and says
# what to do then; what it says works, in a shell, whatever the names are.
. tests/cli/run-scene.inc

# What a shell would run if it were not quoted.
harm=';touch harm;'
made="$scene/it's \$(touch harm)$harm"
"$run" run --quiet --plan "$scene/plan.xml" --target "$scene/fi'le$harm" \
	--create 4MiB --set duration=1h -o "$made" 2>"$scene/said" &
pid=$!
await grep -qs '02-mixed' "$made/run.xml"
sleep 0.6
"$run" status "$made" >"$scene/out" || fail "status: $?"
grep -q '^running' "$scene/out" || fail "not running: $(cat "$scene/out")"
! grep -q -e --resume "$scene/out" || fail "advice while it runs"
kill -9 $pid
wait $pid
pid=
"$run" status "$made" >"$scene/out" || fail "status: $?"
grep -q '^cut off' "$scene/out" || fail "the run: $(cat "$scene/out")"
grep -q 'mixed .*cut off' "$scene/out" || fail "its stage: $(cat "$scene/out")"
advice=$(sed -n 's/.*plateau run --resume //p' "$scene/out")
verify=$(sed -n 's/.*plateau log verify //p' "$scene/out")
[ -n "$advice" ] || fail "no advice: $(cat "$scene/out")"
eval "\"$log\" verify $verify" >"$scene/verify" 2>&1
[ $? -le 1 ] && grep -q . "$scene/verify" || fail "verify $verify"

# Asked again and again, it does not keep a run from starting.
edit_plan "$made" 's/duration="[^"]*"/duration="20ms"/'
(while "$run" status "$made"; do :; done) >"$scene/out" 2>&1 &
asking=$!
eval "\"$run\" run --quiet --resume $advice" 2>"$scene/said"
got=$?
kill $asking
[ $got = 0 ] || fail "resume: $got: $(cat "$scene/said")"
"$run" status "$made" | grep -q '^done' || fail "not done"
[ ! -e harm ] || fail "a name was run"
