#!/bin/sh
# An article has everything that it names, in each language and form; what a run
# does not have is stated; building it again gives the same bytes.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/report-scene.inc

# picture WIDTH HEIGHT: a PNG file of grey stripes on standard output.
picture() {
	python3 - "$1" "$2" <<-'END'
	import struct, sys, zlib
	w, h = map(int, sys.argv[1:])
	rows = b"".join(b"\0" + bytes([y % 256] * 3 * w) for y in range(h))
	def chunk(kind, data):
	    body = kind + data
	    return struct.pack(">I", len(data)) + body + \
	        struct.pack(">I", zlib.crc32(body))
	sys.stdout.buffer.write(b"\x89PNG\r\n\x1a\n" +
	    chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, 2, 0, 0, 0)) +
	    chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
	END
}

has() {
	grep -qF -- "$2" "$work/out/a.$1" || fail "a.$1 lacks: $2"
}

lacks() {
	! grep -qF -- "$2" "$work/out/a.$1" || fail "a.$1 has: $2"
}

make_run run
cp -r "$work/run" "$work/other"
sed -i 's/uuid="5e17e71c/uuid="00000001/' "$work/other/run.xml"
sed -i 's/run_uuid="5e17e71c/run_uuid="00000001/' \
	"$work/other/results/results.xml"
sed -i 's/\(name="firmware" value="\)[^"]*/\1F2/' "$work/other/run.xml"
picture 3000 20 >"$work/wide.png"
cat >"$work/part.xml" <<END
<part xmlns="urn:plateau:article:1"><p xml:lang="en">The method.</p>
  <list numbered="yes"><item>one<list><item>below</item></list></item>
  </list>
  <pre>&lt;script&gt;
\`\`\`\`
&lt;b&gt;</pre></part>
END
cat >"$work/a.xml" <<END
<article xmlns="urn:plateau:article:1" languages="en ru" date="2026-11-30">
  <title xml:lang="en">English title</title>
  <title xml:lang="ru">Русский заголовок</title>
  <author>A. Writer</author>
  <run id="r" path="run"/><run id="o" path="other"/>
  <compare id="c" of="r o"/>
  <section id="s"><title>Section</title>
    <p>Both. <t xml:lang="en">Only English<note>A <em>footnote</em>.</note></t><t
      xml:lang="ru">Только русский</t> <a href="#s">here</a> <a
      href="https://example.org/">there</a></p>
    <p>1. no list, *no* _markup_ [no](link) &lt;b&gt;</p>
    <include src="part.xml"/>
    <pre>
\$ command	tab
  indented
    </pre>
    <picture src="wide.png"><caption>Wide</caption><alt>Stripes</alt></picture>
    <specification><row><cell>A</cell><cell>B</cell></row>
      <row><cell>x<note>cell note</note></cell><cell><fact run="r"
      name="device.firmware"/></cell></row></specification>
    <claims><claim run="r" test="iops" mix="100/0" block="4KiB"
      claimed="1000" conditions="QD 32">reads</claim><claim run="r" test="iops"
      metric="lat_mean" mix="100/0" block="4KiB"
      claimed="1">how soon</claim></claims>
    <devices/><bench/>
    <figure run="r" test="iops" name="iops-2d"/>
    <figure run="r" test="iops" kind="lines" x="block" series="mix"/>
    <table run="r" test="iops" name="iops"><caption>By block</caption></table>
    <figure run="r" test="iops" name="window-close"/>
    <figure compare="c" name="bars-iops"/>
    <table compare="c" name="differences"/>
    <figure run="r" test="latency" name="mean-3d"/>
    <figure compare="c" name="saturation"/>
    <p><value run="r" test="iops" mix="100/0" block="4KiB"/></p>
    <todo>the end</todo>
    <pros><item>good</item></pros><cons><item>bad</item></cons>
  </section>
  <addendum date="2026-12-01"><p>Later.</p></addendum>
</article>
END

build() {
	"$render" review build "$work/a.xml" -o "$work/$1" >"$work/said" \
		2>"$work/err" || {
		cat "$work/err"
		fail "no article"
	}
}

build out
for form in html pdf md; do
	for language in en ru; do
		[ -s "$work/out/a.$language.$form" ] ||
			fail "no a.$language.$form"
	done
done
grep -q "a.xml:32: the run .r. has no test .latency." "$work/err" ||
	fail "what is not there is not told: $(cat "$work/err")"
grep -q "a.xml:33: .*saturation.*there are: " "$work/err" ||
	fail "nor that a comparison has not"

# Languages.
has en.md "# English title"
has ru.md "# Русский заголовок"
has en.md "Only English"
lacks ru.md "Only English"
has ru.md "Только русский"
lacks en.md "Только русский"
has ru.html '<html lang="ru">'

# Markdown is text where it is text.
has en.md '1\. no list, \*no\* \_markup\_ \[no\](link) \<b\>'
has en.md "[^1]: A *footnote*."
has en.md "1.  one"
has en.md "    -   below"
has en.md "\`\`\`"
has en.md "\$ command       tab"
# Code behind a list is no part of it, and no text of it ends the code.
sed -n '/^`````$/,/^`````$/p' "$work/out/a.en.md" >"$work/pre"
[ "$(sed -n 2p "$work/pre")" = "<script>" ] || fail "code behind a list"
[ "$(wc -l <"$work/pre")" = 5 ] || fail "code with a fence in it"
has en.md "Of latencies less is better"
has en.md "![Stripes](figures-en/picture.png)"
has en.md "x²"
has en.md "Notes: [^2]"
has en.md "> **To do.** the end"
for name in $(sed -n 's/^!\[.*\](\(.*\))$/\1/p' "$work/out/a.en.md"); do
	[ -s "$work/out/$name" ] || fail "Markdown names $name"
	[ -s "$work/out/${name%.svg}.png" ] || [ -s "$work/out/$name" ] ||
		fail "no picture of $name"
done

# HTML has all in itself.
has en.html "src=\"data:image/png;base64,"
has en.html 'id="note-1"'
has en.html 'class="todo"'
has en.html "Not shown: the run “r” has no test “latency”"
has en.html "&lt;b&gt;"
has en.html '<section class="addendum">'
[ "$(grep -c 'https\{0,1\}://' "$work/out/a.en.html")" = \
	"$(grep -c 'example.org\|www.w3.org' "$work/out/a.en.html")" ] ||
	fail "HTML refers to the network"
xmllint --html --noout "$work/out/a.en.html" 2>"$work/html" || true
! grep -q "mismatch\|unexpected" "$work/html" || fail "$(cat "$work/html")"

# The pages.
qpdf --check "$work/out/a.en.pdf" >/dev/null || fail "PDF"
pdftotext -layout "$work/out/a.en.pdf" "$work/text"
for words in "English title" "Section" "The method." "indented" "Wide" \
	"Notes" "cell note" "Pros" "Added on 2026-12-01" "Not shown"; do
	grep -qF -- "$words" "$work/text" || fail "the PDF lacks: $words"
done
pages=$(pdfinfo "$work/out/a.en.pdf" | sed -n 's/^Pages: *//p')
[ "$(pdftotext "$work/out/a.en.pdf" - | grep -c 'DRAFT: ')" = "$pages" ] ||
	fail "a page of the draft does not say so"

# Two runs of one serial number that differ are two rows, with a remark.
has en.html "Runs of one serial number with another model"
[ "$(grep -c 'S-0000' "$work/out/tables-en/devices.tsv")" = 2 ] ||
	fail "two devices: $(cat "$work/out/tables-en/devices.tsv")"

# The same bytes again, also over what was there.
build again
diff -r "$work/out" "$work/again" >"$work/diff" || fail "$(cat "$work/diff")"
build out
diff -r "$work/out" "$work/again" >"$work/diff" || fail "$(cat "$work/diff")"
"$render" review build "$work/a.xml" -o "$work/none" --dry-run --lang ru \
	>"$work/said" 2>/dev/null || fail "dry run"
grep -q "^ru: .*1 to do, 2 not there" "$work/said" || fail "$(cat "$work/said")"
[ ! -e "$work/none" ] || fail "a dry run has written"

# Without gnuplot there are notes in place of charts, and no link to them.
PLATEAU_GNUPLOT=$work/nowhere/gnuplot "$render" review build "$work/a.xml" \
	-o "$work/bare" --lang en >/dev/null 2>"$work/err" ||
	fail "without gnuplot: $(cat "$work/err")"
grep -q '^> The figure is not drawn' "$work/bare/a.en.md" || fail "Markdown"
grep -q 'class="missing">The figure is not drawn' "$work/bare/a.en.html" ||
	fail "HTML without gnuplot"
pdftotext "$work/bare/a.en.pdf" - | grep -q 'The figure is not drawn' ||
	fail "PDF without gnuplot"
for name in $(sed -n 's/^!\[.*\](\(.*\))$/\1/p' "$work/bare/a.en.md"); do
	[ -s "$work/bare/$name" ] || fail "Markdown names $name"
done

# Wherever pages break, all paragraphs are there: of one line, of two, of many.
{
	printf '<article xmlns="urn:plateau:article:1" languages="en"><title>t</title>'
	for i in $(seq 1 260); do
		printf '<p>p%s' "$i"
		[ $((i % 7)) != 0 ] || printf ' word%.0s' $(seq 1 $((i * 2)))
		printf ' end%s</p>' "$i"
		[ $((i % 11)) != 0 ] || printf '<section><title>s%s</title></section>' "$i"
	done
	printf '</article>'
} >"$work/long.xml"
for paper in a4 letter; do
	"$render" review build "$work/long.xml" -o "$work/long" --as pdf \
		--paper "$paper" >/dev/null 2>"$work/err" ||
		fail "a long article: $(cat "$work/err")"
	pdftotext "$work/long/long.en.pdf" - | grep -o 'end[0-9]*' >"$work/ends"
	seq -f 'end%.0f' 1 260 | diff - "$work/ends" >"$work/diff" ||
		fail "paragraphs are lost: $(head "$work/diff")"
done

# A first draft can be built; it is not written over; published sources alone
# are enough.
"$render" review init "$work/run" "$work/other" --lang en,ja -o "$work/draft" \
	>/dev/null 2>&1 || fail "init"
"$render" review build "$work/draft/article.xml" -o "$work/built" --as html \
	>/dev/null 2>"$work/err" || fail "the draft: $(cat "$work/err")"
status=0
"$render" review init "$work/run" -o "$work/draft" >/dev/null 2>&1 || status=$?
[ "$status" = 2 ] || fail "a draft was written over"
"$render" review init samples/published/nytro-2020.xml -o "$work/printed" \
	>/dev/null || fail "init of print"
"$render" review build "$work/printed/article.xml" -o "$work/built" --as pdf \
	>/dev/null 2>"$work/err" || fail "print: $(cat "$work/err")"
