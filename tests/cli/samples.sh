#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The archived raw logs of samples/ are whole and analyze to the kept results, to the last digit; those of simulated drives are made again bit for bit; every recipe is accepted.
set -eu
B=${B:-build}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

for raw in samples/*/raw; do
	if [ ! -d "$raw" ]; then
		echo "no archived logs in samples/"
		exit 77
	fi
	run=$(dirname "$raw")
	name=$(basename "$run")
	"$B/bin/plateau-log" verify "$raw"/*.iolog
	"$B/bin/plateau-analyze" analyze --quiet "$run" -o "$dir/$name"
	diff -r "$dir/$name/results" "$run/results"
	[ ! -e "$run/drive.xml" ] || simulated="${simulated:-} $name"
done
# shellcheck disable=SC2086  # a list of words
samples/run "$B" $simulated

exec 3<samples/list
while read -r name raw target plan options <&3; do
	case $name in
	'#'*) continue ;;
	esac
	case $raw in
	hash | cells | whole) ;;
	*)
		echo "samples/list: $name is none of hash, cells, whole: $raw"
		exit 1
		;;
	esac
	# shellcheck disable=SC2086  # options is a list of words
	"$B/bin/plateau-collect" run --engine sim --target "$target" \
		--plan "$plan" $options --dry-run -o "$dir/dry" \
		>"$dir/said" 2>&1 || {
		echo "samples/list: $name is refused:"
		cat "$dir/said"
		exit 1
	}
done
for kept in samples/*/run.xml; do
	name=$(basename "$(dirname "$kept")")
	if [ -f "samples/$name/drive.xml" ] &&
		! grep -q "^$name " samples/list; then
		echo "samples/$name: kept, but samples/list has no recipe of it"
		exit 1
	fi
done
if samples/run "$B" no-such-sample 2>"$dir/said" || [ $? != 2 ]; then
	echo "samples/run: a name that is not in the list is not refused"
	exit 1
fi
