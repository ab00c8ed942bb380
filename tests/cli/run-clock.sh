#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A run is stamped by the clock that was asked for, its log says which, at what rate and how often, and holds readings of the other clocks that agree with it.
set -eu
B=${B:-build}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/plan.xml" <<'END'
<plan xmlns="urn:plateau:plan:1" name="clock" title="Clock">
  <test id="clock" title="Clock" rounds="1" threads="1" depth="4"
      mix="100/0" block="4KiB" duration="1200ms"/>
</plan>
END
run() {
	name=$1
	shift
	"$B/bin/plateau-collect" run --plan "$dir/plan.xml" --quiet \
		--target "$dir/$name.file" --create 16MiB "$@" -o "$dir/$name"
	"$B/bin/plateau-log" info "$dir/$name/raw/01-clock.iolog" >"$dir/info"
	"$B/bin/plateau-analyze" analyze --quiet "$dir/$name" >/dev/null
	grep -q '<check name="clock" test="clock" verdict="pass"' \
		"$dir/$name/results/results.xml"
	grep -q '<check name="counts" test="clock" verdict="pass"' \
		"$dir/$name/results/results.xml"
	grep -q "^anchors *[1-9]" "$dir/info"
}
run raw --clock raw
grep -q "CLOCK_MONOTONIC_RAW, 1/1 ns a tick, stamp per batch" "$dir/info"
run each --clock raw --stamp event
grep -q "stamp per event" "$dir/info"
run auto
if grep -q "time stamp counter" "$dir/info"; then
	grep -q "time stamp counter, [0-9]*/[0-9]* ns a tick" "$dir/info"
	run tsc --clock tsc
	# A step lasts as long by this clock as it was asked to.
	"$B/bin/plateau-log" cat "$dir/tsc/raw/01-clock.iolog" | awk '
		NR == 2 { first = $4 }
		END { ns = $5 - first; exit ns < 1.19e9 || ns > 1.6e9 }' || {
		echo "1.2 s are not 1.2 s"
		exit 1
	}
else
	echo "the time stamp counter is not trusted here"
fi
for wrong in "--clock sundial" "--stamp never" \
    "--engine sim --clock raw" "--engine sim --stamp event"; do
	status=0
	# shellcheck disable=SC2086
	"$B/bin/plateau-collect" run --plan "$dir/plan.xml" --target nvme \
		$wrong -o "$dir/no" 2>"$dir/err" || status=$?
	[ "$status" = 2 ] || {
		echo "$wrong: status $status"
		exit 1
	}
	[ -s "$dir/err" ]
done
[ ! -e "$dir/no" ]
