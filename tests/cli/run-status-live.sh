#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Of a step of hours that an amount will end, the status tells how much was
# moved so far, and the end that follows from it.
. tests/cli/run-scene.inc

cat >"$scene/plan.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="live">
  <test id="wsat" mix="0/100" block="64KiB" rate="200/s" depth="8"
      duration="6h" amount="1GiB" record="1s"/>
</plan>
PLAN
"$run" run --quiet --plan "$scene/plan.xml" --target "$scene/file" \
	--create 16MiB -o "$scene/run" >"$scene/said" 2>&1 &
pid=$!
# Five seconds of 82 in all.
tries=0
until "$run" status "$scene/run" 2>/dev/null | tee "$scene/out" |
	grep -q 'wsat .*running  *[5-9][0-9]\.[0-9] MB so far'; do
	sleep 0.1
	tries=$((tries + 1))
	[ $tries -lt 300 ] || fail "$(cat "$scene/out" "$scene/said")"
done
grep -q '^left 1:[0-4][0-9]$' "$scene/out" || fail "$(cat "$scene/out")"
kill -s INT $pid
wait $pid
pid=
"$run" status "$scene/run" | grep -q 'wsat .*interrupted .* I/Os' ||
	fail "$("$run" status "$scene/run")"
