#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What "make install" puts in a folder works there, with its own templates,
# also if the folder's name has a blank.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
out="$top/a folder"
# -o all: install what was built, whatever else is being edited.
make -s -o all install BUILD="$B" DESTDIR="$out" PREFIX=/usr
cd "$out"
usr/bin/plateau plans show demo | grep -q 'name="demo"'
usr/bin/plateau run --engine sim --plan demo --scale 1000 --quiet \
	--target sata-small -o run
usr/bin/plateau analyze --quiet run
usr/bin/plateau render --quiet run
for file in share/man/man1/plateau.1 share/plateau/schema/plan.rng \
	share/bash-completion/completions/plateau; do
	[ -s "usr/$file" ] || { echo "no $file"; exit 1; }
done
[ -s run/report/report.pdf ]
