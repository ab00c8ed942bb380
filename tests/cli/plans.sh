#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Every plan that comes with the program is valid, is called as its file is, has
# a section in docs/plans.md, fits a simulated drive in full length, and runs to
# its end on it, shortened; what it does then is a plan again.
set -eu
B=${B:-build}
collect=$B/bin/plateau-collect
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

fail() {
	echo "$@"
	exit 1
}

"$collect" plans --capacity 960GB >"$dir/list" || fail "a plan does not load"
for file in templates/plans/*.xml; do
	name=$(basename "$file" .xml)
	grep -q "^$name " "$dir/list" || fail "$name is not listed"
	grep -qx "## $name" docs/plans.md || fail "$name is not in docs/plans.md"
	"$collect" plans show "$name" | cmp - "$file"
	set --
	case $name in
	iometer-*|atto)
		set -- --set region=50% --set fill.region=50% ;;
	esac
	# In full length, as far as that can be seen without running it.
	"$collect" run --plan "$name" --engine sim --target sata-small \
		--dry-run "$@" >"$dir/dry" || fail "$name: dry run: status $?"
	"$collect" run --plan "$name" --engine sim --target sata-small \
		--scale 1000000 --quiet --seed 1 "$@" -o "$dir/run" ||
		fail "$name: status $?"
	if grep '<stage' "$dir/run/run.xml" | grep -v 'status="done"'; then
		fail "$name: not all of it was done"
	fi
	if command -v xmllint >/dev/null; then
		xmllint --noout --relaxng templates/schema/plan.rng "$file" \
			"$dir/run/plan.xml" 2>"$dir/lint" ||
			fail "$(cat "$dir/lint")"
	fi
	rm -r "$dir/run"
done
