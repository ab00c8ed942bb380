#!/bin/sh
# "gnuplot NAME.gp" by hand draws NAME-gnuplot.svg in the fonts of the page, and
# leaves the published figure as it is.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/report-scene.inc

command -v gnuplot >/dev/null || {
	echo "skipped: no gnuplot"
	exit 77
}
make_run run
report run
cd "$work/run/report/figures"
cat -- *.svg | cksum >"$work/before"
for script in *.gp; do
	name=${script%.gp}
	gnuplot "$script" || fail "gnuplot $script"
	xmllint --noout "$name-gnuplot.svg" || fail "$name: no XML"
	grep -q 'font-family="Noto Sans&#44;.* font-weight="bold"' \
		"$name-gnuplot.svg" || fail "$name: no bold title"
	! grep -q 'font-family="[^"]*:' "$name-gnuplot.svg" ||
		fail "$name: a font that is none"
done
rm -- *-gnuplot.svg
cat -- *.svg | cksum | cmp - "$work/before" ||
	fail "a published figure has changed"
