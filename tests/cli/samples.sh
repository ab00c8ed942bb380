#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The archived raw logs of samples/ are whole and analyze to the kept results, to the last digit; those of simulated drives are made again bit for bit.
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
