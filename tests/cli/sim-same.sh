#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Two simulated runs of the same plan, profile and seed give the same logs, byte for byte, with several streams too; another seed gives others.
set -eu
B=${B:-build}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
run() {
	"$B/bin/plateau-collect" run --engine sim --target sata-read-intensive \
	    --plan pts-e-iops --scale 2000 --set threads=3 \
	    --set 'mix=0/100 65/35 100/0' --quiet --seed "$1" -o "$dir/$2"
}
run 7 a
run 7 b
run 8 c
for log in 02-fill 03-iops; do
	cmp "$dir/a/raw/$log.iolog" "$dir/b/raw/$log.iolog"
	"$B/bin/plateau-log" verify "$dir/a/raw/$log.iolog"
done
if cmp -s "$dir/a/raw/03-iops.iolog" "$dir/c/raw/03-iops.iolog"; then
	echo "another seed, the same log"
	exit 1
fi
cmp "$dir/a/drive.xml" templates/drives/sata-read-intensive.xml
