#!/bin/sh
# Without gnuplot, and with one that fails, the report has tables, native figures
# and notes, and says so once.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/report-scene.inc

make_run run
PLATEAU_GNUPLOT=$work/nowhere/gnuplot
export PLATEAU_GNUPLOT
report run
grep -q "gnuplot" "$work/err" || fail "no warning"
[ "$(wc -l <"$work/err")" = 1 ] || { cat "$work/err"; fail "one warning"; }
has run "The figure is not drawn: gnuplot was not found"
has run "Plot A.9"
[ -s "$work/run/report/figures/iops-iops-3d.svg" ] || fail "native figure"
[ -s "$work/run/report/figures/iops-convergence.gp" ] || fail "no script"
[ ! -e "$work/run/report/figures/iops-convergence.svg" ] || fail "an SVG"
[ -s "$work/run/report/tables/iops-iops.tsv" ] || fail "no table"

for program in /bin/false /usr/bin/yes; do
	PLATEAU_GNUPLOT=$program
	report run
	[ "$(wc -l <"$work/err")" = 1 ] || {
		cat "$work/err"
		fail "one warning with $program"
	}
	has run "The figure is not drawn: gnuplot failed"
	[ ! -e "$work/run/report/figures/iops-convergence.svg" ] ||
		fail "an SVG of $program"
done
