#!/bin/sh
# A PDF is sound, its text can be copied in three languages, and its figures
# can be drawn by hand from the files beside it.
# SPDX-License-Identifier: BSD-2-Clause
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
	echo "failed: $*"
	exit 1
}

command -v gnuplot >/dev/null || { echo "skipped: no gnuplot"; exit 77; }
"$B/tests/render_gallery" "$work"
qpdf --check "$work/page.pdf" >"$work/check" || fail "qpdf: $(cat "$work/check")"

# Poppler complains of maps and fonts that are malformed.
pdftotext -layout "$work/page.pdf" "$work/text" 2>"$work/err"
[ ! -s "$work/err" ] || fail "pdftotext: $(cat "$work/err")"
has() {
	grep -qF -- "$1" "$work/text" || fail "no \"$1\" in the PDF"
}
has "Latency of every I/O: 189 965 IOPS at ≤ 5 µs → 99.9 %"
has "Задержка каждой операции: 189 965 оп/с, не более 5 мкс"
has "すべての入出力の遅延：毎秒189 965回、最大5マイクロ秒"
has "Steady-state convergence"
has "1024 KiB"
has "Random IOPS by block size"

pdfinfo "$work/page.pdf" >"$work/info" 2>&1
grep -q '^Title: *Отчёт 試験$' "$work/info" || fail "title"
grep -q '^CreationDate: *Tue Nov 14 22:13:20 2023' "$work/info" || fail "date"
grep -q '^Pages: *3$' "$work/info" || fail "pages"
# Every font is embedded, as a subset of what it is, and has a Unicode map.
pdffonts "$work/page.pdf" | tail -n +3 | while read -r line; do
	echo "$line" | grep -q 'yes  *no  *yes\|yes  *yes  *yes' ||
		fail "font: $line"
done
[ "$(wc -c <"$work/page.pdf")" -lt 1000000 ] || fail "fonts are not subset"
# Links, labels and bookmarks are there.
qpdf --qdf --object-streams=disable "$work/page.pdf" "$work/plain.pdf"
for key in /PageLabels /Outlines /Annots '/URI (https://example.org/a%20b)' \
	'/Lang (en)'; do
	grep -aqF "$key" "$work/plain.pdf" || fail "no $key"
done

# By hand: the script and the numbers alone draw the figure.
mkdir "$work/hand"
for gp in "$work"/*.gp; do
	name=$(basename "$gp" .gp)
	cp "$gp" "$work/$name.dat" "$work/hand"
	(cd "$work/hand" && gnuplot "$name.gp") 2>"$work/err" ||
		fail "gnuplot $name.gp: $(cat "$work/err")"
	[ ! -s "$work/err" ] || fail "gnuplot $name.gp: $(cat "$work/err")"
	xmllint --nonet --noout "$work/hand/$name-gnuplot.svg" ||
		fail "$name-gnuplot.svg"
done
[ "$(find "$work/hand" -name '*.svg' | wc -l)" -ge 11 ] || fail "too few"
[ -z "$(find "$work" -name ran)" ] || fail "a name ran a command"

# Web figures: words, no scripts, nothing from elsewhere.
for svg in "$work"/*.svg; do
	case $svg in */page-*) continue ;; esac
	xmllint --nonet --noout "$svg" || fail "$svg"
	grep -q 'role="img"' "$svg" || fail "$svg has no role"
	grep -q '<title>' "$svg" || fail "$svg has no title"
	! grep -Eiq '<script|<style|href|onload|url\(' "$svg" ||
		fail "$svg refers to something"
done
