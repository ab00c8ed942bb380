#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Four parts of an archive, counted by GNU parallel and merged, give the results
# of one pass to the byte; parts that are missing, of another log, record length
# or program, or damaged are refused by name.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
command -v parallel >/dev/null || { echo "no GNU parallel"; exit 77; }
analyze="$B/bin/plateau-analyze analyze --quiet"

mkdir "$dir/archive"
for kind in plain wild single; do
	"$B/tests/analyze_sample" write "$dir/archive/$kind" $kind
done
for raw in samples/*/raw; do
	[ -d "$raw" ] && cp -r "$(dirname "$raw")" "$dir/archive"
done
rm -rf "$dir"/archive/*/results
cp -r "$dir/archive" "$dir/once"
$analyze "$dir"/once/*

cd "$dir/archive"
case $B in /*) ;; *) B=$OLDPWD/$B ;; esac
analyze="$B/bin/plateau-analyze analyze --quiet"
refused() {
	name=$1
	words=$2
	shift 2
	if "$@" 2>"$dir/said"; then
		echo "$name: not refused"
		exit 1
	fi
	if ! grep -q "$words" "$dir/said"; then
		echo "$name: refused without telling '$words':"
		cat "$dir/said"
		exit 1
	fi
	if [ -e plain/results/cells.tsv ]; then
		echo "$name: results were written"
		exit 1
	fi
}

# Each log is counted by one part, and by one only.
$analyze --part 2/4 ./*
counted=$(find . -name '*.counts' | wc -l)
logs=$(find . -name '*.iolog' | wc -l)
if [ "$counted" = 0 ] || [ "$counted" = "$logs" ]; then
	echo "part 2 of 4 counted $counted of $logs logs"
	exit 1
fi
refused "a missing part" "no part has counted it.* with one N" $analyze --merge ./*
find . -name '*.counts' -delete

nice parallel --will-cite -j2 "$B/bin/plateau-analyze" analyze \
	--part '{}/4' ./* ::: 4 2 3 1 >"$dir/said"
if [ "$(grep -c ': counted$' "$dir/said")" != "$logs" ]; then
	echo "the parts did not count each of $logs logs once:"
	cat "$dir/said"
	exit 1
fi

counts=plain/analyzed/01-iops.counts
log=plain/raw/01-iops.iolog
cp "$counts" "$dir/counts"
cp "$log" "$dir/log"
cp wild/analyzed/01-iops.counts "$counts"
refused "another run's counts" "is of another log" $analyze --merge plain
cp "$dir/counts" "$counts"
refused "another record length" "is of another log, program or --record" \
	$analyze --merge --record 10ms plain
head -c 2000 "$dir/counts" >"$counts"
refused "half a file" "is of another log" $analyze --merge plain
cp "$dir/counts" "$counts"
printf x | dd of="$counts" bs=1 seek=3000 conv=notrunc 2>/dev/null
refused "a changed file of counts" "is of another log" $analyze --merge plain
cp "$dir/counts" "$counts"
printf xxxx | dd of="$log" bs=1 seek=9000 conv=notrunc 2>/dev/null
refused "a changed log" "is of another log" $analyze --merge plain
cp "$dir/log" "$log"
refused "nothing to merge with" "neither --part nor --force" \
	$analyze --merge --part 1/2 plain
for part in 0/4 5/4 2 x/2 1/0 1/ /; do
	refused "part $part" "K from 1 to N" $analyze --part $part plain
done

# A part that is run again has nothing left to do.
"$B/bin/plateau-analyze" analyze --part 1/1 ./* >"$dir/said"
if grep -q ': counted$' "$dir/said"; then
	echo "logs were counted again:"
	cat "$dir/said"
	exit 1
fi
$analyze --merge ./*
cd ..
for run in once/*; do
	diff -r "$run" "archive/$(basename "$run")"
done
