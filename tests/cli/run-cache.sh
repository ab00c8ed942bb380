#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A write cache that the plan asks for and that cannot be set stops nothing: the
# reason is in run.xml and the results list a deviation.  The plans of the SNIA
# specification ask for it.
. tests/cli/run-scene.inc
loop_device 64MiB
sed 's/name="short"/& write-cache="off"/' "$scene/plan.xml" >"$scene/off.xml"
expect 0 "write cache to be off, which is left as it is" \
	--plan "$scene/off.xml" --target "$loop" --destroy "$token" \
	-o "$scene/run"
whole "$scene/run"
grep -q 'name="write_cache_asked" value="off"' "$scene/run/run.xml" &&
	grep -q 'name="write_cache_not_set" value="there is no program' \
	"$scene/run/run.xml" || fail "$(grep write_cache "$scene/run/run.xml")"
"${B:-build}/bin/plateau-analyze" analyze "$scene/run" >"$scene/out" 2>&1 ||
	fail "$(cat "$scene/out")"
grep -q 'key="write-cache-not-set"' "$scene/run/results/results.xml" ||
	fail "$(grep '<deviation' "$scene/run/results/results.xml")"

for plan in templates/plans/pts*.xml; do
	case $plan in
	*/pts-c*) state=on ;;
	*) state=off ;;
	esac
	grep -q "write-cache=\"$state\"" "$plan" || fail "$plan: not $state"
done
expect 0 "write cache to be off, which is left as it is" --plan pts-e-lat \
	--scale 100000 --target "$loop" --destroy "$token" -o "$scene/pts"
