#!/bin/sh
# Mistakes of an article and of its writer are told with file and line, status
# 2, and nothing is written.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/report-scene.inc

# article LINES: an article about the run r, whose blocks, from line 5, they are.
article() {
	cat >"$work/a.xml" <<END
<article xmlns="urn:plateau:article:1" languages="en ru">
  <title>t</title>
  <run id="r" path="run"/><published id="p" path="p.xml"/>
  <compare id="c" of="r p"/>
$1
</article>
END
}

# refuses PATTERN [ARGUMENT...]
refuses() {
	pattern=$1
	shift
	status=0
	"$render" review build "$work/a.xml" -o "$work/out" "$@" \
		>"$work/said" 2>"$work/err" || status=$?
	[ "$status" = 2 ] || {
		cat "$work/err"
		fail "$pattern: status $status"
	}
	grep -qF -- "$pattern" "$work/err" || {
		cat "$work/err"
		fail "expected: $pattern"
	}
	[ ! -e "$work/out" ] || fail "$pattern: something was written"
}

# mistake PATTERN LINES: a block that is refused, at a line.
mistake() {
	article "$2"
	refuses "a.xml:$1"
}

make_run run
cp samples/published/nytro-2020.xml "$work/p.xml"
printf 'no picture' >"$work/no.png"

mistake "5: unknown element <script> in <article>; it holds:" '<script/>'
mistake "5: unknown element <b> in <p>; it holds: text, t, em" '<p><b>x</b></p>'
mistake "6: a <section> begins with its <title>" '
<section><p>x</p></section>'
mistake "5: unknown attribute 'style' of <p>" '<p style="x">x</p>'
mistake '5: xml:lang="ja" is none of the article' '<p xml:lang="ja">x</p>'
mistake '5: href="javascript:x": expected https:' '<p><a href="javascript:x">x</a></p>'
mistake '5: href="#x": there is no <section> of this id' '<p><a href="#x">x</a></p>'
mistake "5: a footnote has none itself" '<p><note>x<note>y</note></note></p>'
mistake "5: this row has 1 cells, the first one 2" '<specification><row><cell/><cell/></row><row><cell/></row></specification>'
mistake '5: there is no <run id="x"> above' '<figure run="x" test="iops" name="time"/>'
mistake "5: 'p' is a published source: a run is expected" '<bench runs="p"/>'
mistake '5: there is no <compare id="x"> above' '<table compare="x" name="iops"/>'
mistake "5: <figure> needs the attribute 'test'" '<figure run="r" name="time"/>'
mistake "5: unknown kind 'pie' of <figure>" '<figure run="r" test="iops" kind="pie"/>'
mistake "5: when belongs in report templates" '<figure run="r" test="iops" kind="time" when="x"/>'
mistake "5: 'speed' is no metric" '<p><value run="r" test="iops" metric="speed"/></p>'
mistake '5: claimed="fast": a number above 0 is expected' '<claims><claim run="r" test="iops" claimed="fast">x</claim></claims>'
mistake '5: date="2026-13-01": expected a day' '<addendum date="2026-13-01"/>'
mistake '5: src="https://x/y.png": a file on this machine' '<picture src="https://x/y.png"/>'
mistake "5: the report template 'snia-pts' has no figure of the name 'x' for this test; there are:" '<figure run="r" test="iops" name="x"/>'
mistake "5: the picture cannot be shown" '<picture src="no.png"/>'
grep -q "no.png: neither PNG nor JPEG" "$work/err" || fail "the picture"
mistake "5: the picture cannot be shown" '<picture src="nothing.png"/>'
mistake "5: $work/nothing.xml cannot be included" '<include src="nothing.xml"/>'

# What is no file is not waited for.
mkfifo "$work/fifo"
mistake "5: the picture cannot be shown" '<picture src="fifo"/>'
mistake "5: $work/fifo cannot be included" '<include src="fifo"/>'
grep -q "fifo: not a regular file" "$work/err" || fail "a FIFO"
mistake "5: $work/run cannot be included" '<include src="run"/>'
grep -q "run: is a folder; a file is expected" "$work/err" || fail "a folder"
for arguments in "review build" "compare $work/run" "render $work/run --report"
do
	status=0
	# shellcheck disable=SC2086  # a list of words
	timeout 20 "$render" $arguments "$work/fifo" >"$work/said" \
		2>"$work/err" || status=$?
	[ "$status" = 2 ] || fail "$arguments of a FIFO: status $status"
	grep -q "fifo: not a regular file" "$work/err" ||
		fail "$arguments of a FIFO: $(cat "$work/err")"
done
mistake '5: unknown element <xi:include>: it is of another namespace' \
	'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" src="part.xml"/>'
mistake "5: unknown element <b>: it is of another namespace" \
	'<p><b xmlns="urn:x">x</b></p>'
mistake "5: <include> needs the attribute 'src'" '<include/>'
grep -q "included" "$work/err" && fail "included: $(cat "$work/err")"

# A part has its own lines.
printf '<part xmlns="urn:plateau:article:1">\n<p><b/></p>\n</part>\n' \
	>"$work/part.xml"
article '<include src="part.xml"/>'
refuses "part.xml:2: unknown element <b>"
grep -q "a.xml:5: what is included has mistakes" "$work/err" || fail "part"
printf '<part xmlns="urn:plateau:article:1">\n<include src="part.xml"/></part>\n' \
	>"$work/part.xml"
refuses "part.xml:2: a <part> includes no other"

# Entities are not read, whatever they are for.
printf '<!DOCTYPE article [<!ENTITY e SYSTEM "/etc/passwd">]>\n' >"$work/b.xml"
article '<p>&e;</p>'
cat "$work/a.xml" >>"$work/b.xml"
mv "$work/b.xml" "$work/a.xml"
refuses "is not allowed"

article '<todo>x</todo><figure run="r" test="nothing" name="time"/>'
refuses "not final in 'en': 1 to do, 1 not there" --final
grep -q 'a.xml:5: to do' "$work/err" || fail "where there is to do"
grep -q 'a.xml:5: the run .r. has no test .nothing.' "$work/err" ||
	fail "what is not there"
refuses "the article is not in 'ja'" --lang ja
refuses "expected a list of pdf, html, md" --as docx
refuses "expected a4 or letter" --paper a5

# Nothing is built where a run or an article is missing.
article '<p>x</p>'
sed -i 's/path="run"/path="nothing"/' "$work/a.xml"
refuses "a.xml:3: the run 'r' cannot be read"
for arguments in "" "build" "build a b" "init" "paint"; do
	status=0
	# shellcheck disable=SC2086  # a list of words
	"$render" review $arguments >"$work/said" 2>"$work/err" || status=$?
	[ "$status" = 2 ] || fail "review $arguments: status $status"
done
