#!/bin/sh
# A report has its pages, words, figures and tables, and is the same twice.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/report-scene.inc

make_run run
report run
[ ! -s "$work/err" ] || { cat "$work/err"; fail "warnings"; }
[ "$(pages run)" = 13 ] || fail "$(pages run) pages"
qpdf --check "$work/run/report/report.pdf" >/dev/null || fail "qpdf"

has run "Summary – report page"
has run "IOPS Steady State Convergence Plot – All Block Sizes"
has run "IOPS Steady State Measurement Window – RND 64 KiB, R/W 65/35"
has run "IOPS – All R/W Mixes and Block Sizes – 3D Columns"
has run "Plot A.9"
has run "Page 10 of 10"
has run "Allowed maximum slope excursion"
has run "PTS-E 2.0.2"
has run "2 649 278 478 2 649 278 478 2 649 278 478 0 0 0 agree"
has run "Threads is 4, the specification asks for 8"
has run "NVMe Format, user data erase (synthetic)"
has_not run "STEADY STATE NOT REACHED"
has_not run "SIMULATED"
has_not run "DEMONSTRATION"

# Tables: blocks ascending, writes at the left.
for name in iops-iops.tsv iops-iops.md iops-verification-1-pts20.tsv; do
	cmp "tests/golden/report-$name" "$work/run/report/tables/$name" ||
		fail "$name differs"
done

cd "$work/run/report"
for name in iops-convergence iops-window-1 iops-window-close-3 iops-iops-2d; do
	for suffix in svg gp dat; do
		[ -s "figures/$name.$suffix" ] || fail "no $name.$suffix"
	done
done
[ -s figures/iops-iops-3d.svg ] || fail "no native figure"
[ "$(find pages -name 'page-*.svg' | wc -l)" = 13 ] || fail "pages/"
[ -z "$(find . -name '.render*')" ] || fail "temporary files are left"
xmllint --nonet --noout pages/*.svg figures/*.svg || fail "SVG"
cd - >/dev/null

# Bookmarks (13 pages, 3 sections, the document's title) and, from the two cells
# of each line of the contents, links to its 12 pages.
qpdf --qdf --object-streams=disable "$work/run/report/report.pdf" "$work/plain"
[ "$(grep -ac '/Subtype /Link' "$work/plain")" = 24 ] || fail "links"
[ "$(grep -ac '/Title' "$work/plain")" = 17 ] || fail "bookmarks"
grep -aq '/PageLabels' "$work/plain" || fail "page labels"

cp -r "$work/run/report" "$work/first"
report run
diff -r "$work/first" "$work/run/report" || fail "a second run differs"
report run --as svg -o "$work/elsewhere"
[ ! -e "$work/elsewhere/report.pdf" ] || fail "a PDF that was not asked for"
diff -r "$work/first/pages" "$work/elsewhere/pages" || fail "pages differ"

# What an earlier report had goes; what is not ours stays.
echo mine >"$work/run/report/figures/mine.txt"
rm -r "$work/run/results"
python3 tests/synthetic/run.py "$work/run" --rounds 1
report run
[ ! -e "$work/run/report/figures/iops-window-1.svg" ] || fail "old figure"
[ -e "$work/run/report/figures/mine.txt" ] || fail "a stranger's file is gone"
