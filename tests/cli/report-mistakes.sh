#!/bin/sh
# Mistakes of users and of templates are told with file and line, status 2.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/report-scene.inc

# refuses PATTERN ARGUMENT...
refuses() {
	pattern=$1
	shift
	status=0
	"$render" render "$@" >"$work/out" 2>"$work/err" || status=$?
	[ "$status" = 2 ] || fail "$*: status $status"
	grep -q -- "$pattern" "$work/err" || {
		cat "$work/err"
		fail "$*: expected: $pattern"
	}
}

# template LINES: a template whose page, from line 8, holds them.
template() {
	cat >"$work/t.xml" <<END
<report xmlns="urn:plateau:report:1" name="t" title="t">
  <header organisation="o" document="d" revision="r"/>
  <panels id="p">
    <panel title="p"><row label="l" value="{run.tool}"/></panel>
  </panels>
  <section test="*" heading="h" subtitle="s" panels="p">
    <page title="p">
$1
    </page>
  </section>
</report>
END
}

make_run run
refuses "exactly one run directory"
refuses "exactly one run directory" "$work/run" "$work/run"
refuses "expected a4 or letter" "$work/run" --paper a5
refuses "expected a list of pdf, svg, png" "$work/run" --as gif
refuses "36 to 1200" "$work/run" --dpi 9
refuses "there is no catalogue" "$work/run" --lang xx
refuses "run.xml" "$work/nothing"
refuses "reports/nothing.xml" "$work/run" --report nothing

template '<figure kind="pie"/>'
refuses "t.xml:8: unknown kind 'pie' of <figure>" "$work/run" \
	--report "$work/t.xml"
template '<table kind="matrix" rows="block"
	columns="colour"/>'
refuses "t.xml:.: columns=\"colour\" is no factor" "$work/run" \
	--report "$work/t.xml"
template '<figure kind="lines" x="block"/>'
refuses "t.xml:8: <figure> needs the attribute 'series'" "$work/run" \
	--report "$work/t.xml"
template '<figure kind="lines" x="block" series="mix" block="4kB"/>'
refuses "t.xml:8: block=\"4kB\"" "$work/run" --report "$work/t.xml"
template '<figure kind="lines" x="block" series="mix" metric="speed"/>'
refuses "t.xml:8: 'speed' is no metric" "$work/run" --report "$work/t.xml"
template '<table kind="steady" colour="red"/>'
refuses "t.xml:8: unknown attribute 'colour'" "$work/run" \
	--report "$work/t.xml"
template '<chart/>'
refuses "t.xml:8: unknown element <chart>" "$work/run" \
	--report "$work/t.xml"
template '<table kind="steady"'
refuses "t.xml:9: " "$work/run" --report "$work/t.xml"

# A picture in the header: a PNG, in the folder of the template.
logo() {
	sed "s|<header |&logo=\"$1\" |" "$work/t.xml" >"$work/logo.xml"
}
png() {
	python3 - "$1" "$2" "$3" <<'END'
import struct
import sys
import zlib


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + \
        struct.pack(">I", zlib.crc32(name + data))


width, height = int(sys.argv[2]), int(sys.argv[3])
rows = (b"\0" + b"\x20\x40\xa0\xff" * width) * height
with open(sys.argv[1], "wb") as f:
    f.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(
        ">IIBBBBB", width, height, 8, 6, 0, 0, 0)) +
        chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
END
}
template '<table kind="steady"/>'
logo nothing.png
refuses 'logo.xml:2: logo="nothing.png": there is no such file' "$work/run" \
	--report "$work/logo.xml"
logo ../x.png
refuses 'logo.xml:2: logo="../x.png": the name of a file' "$work/run" \
	--report "$work/logo.xml"
echo "no picture" >"$work/bad.png"
logo bad.png
refuses "bad.png: is no PNG" "$work/run" --report "$work/logo.xml"
png "$work/wide.png" 4001 1
logo wide.png
refuses "wide.png: 4001 x 1 pixels" "$work/run" --report "$work/logo.xml"
png "$work/good.png" 300 100
head -c 120 "$work/good.png" >"$work/torn.png"
logo torn.png
refuses "torn.png: " "$work/run" --report "$work/logo.xml"
logo good.png
report run --report "$work/logo.xml"
[ "$(pdfimages -list "$work/run/report/report.pdf" | grep -c image)" = 1 ] ||
	fail "no logo"

# Conditions: a value that is known, a pattern that it fits.
template '<text when="run.specification=SNIA *">Shown one.</text>
	<text when="run.specification=IEC *">Hidden two.</text>
	<text unless="device.nand">Shown three.</text>
	<text when="device.nand">Hidden four.</text>
	<table kind="steady"/>'
report run --report "$work/t.xml"
has run "Shown one."
has run "Shown three."
has_not run "Hidden"
sed -i '3s|.*|<panel id="a" title="x"/>&|' "$work/t.xml"
sed -i 's|<panel title="p">.*</panel>|<panel use="b"/>|' "$work/t.xml"
refuses "use=\"b\": there is no <panel> of this id" "$work/run" \
	--report "$work/t.xml"

# A template of one's own.
template '<text>Measured by {run.tool}.</text><table kind="steady"/>'
report run --report "$work/t.xml"
has run "Measured by plateau 0.1.0."

# No results, or those of another run.
cp -r "$work/run" "$work/other"
sed -i 's/run_uuid="5e17/run_uuid="0017/' "$work/other/results/results.xml"
refuses 'run again: plateau analyze /' "$work/other"
rm -r "$work/other/results" "$work/other/report"
refuses 'no results yet; first run: plateau analyze .*/other$' "$work/other"

# Logs that were analyzed alone.
cp -r "$work/run" "$work/alone"
rm "$work/alone/run.xml"
refuses 'no run.xml, and without it no report; .* by: plateau table .*/alone --test' \
	"$work/alone"
[ ! -e "$work/other/report" ] || fail "a report of nothing"

# What the program cannot find may be stated, what it found may not be changed.
make_run stated
refuses "the run has this fact" "$work/stated" --fact device.model=Better
refuses "expected device, host or condition" "$work/stated" --fact nand=TLC
refuses "expected device, host or condition" "$work/stated" --fact device.=x
refuses "expected device, host or condition" "$work/stated" --fact device.nand=
refuses "'a b' is no name" "$work/stated" --fact 'device.a b=x'
refuses "'.*' is no name" "$work/stated" --fact "host.<&>=x"
refuses "'.*' is no name" "$work/stated" \
	--fact "device.$(printf '%0200d' 0)=x"
report stated --fact condition.sponsor='Maker & sons <x>' \
	--fact device.nand=TLC --fact device.claim_read_iops=500000 \
	--as pdf,html
has stated "maker: 500 000 (97.4 %)"
has stated "Test sponsor Maker & sons <x>"
has stated "device.nand"
grep -q "Maker &amp; sons &lt;x&gt;" \
	"$work/stated/report/tables/run-conditions.html" || fail "HTML"
xmllint --noout "$work"/stated/report/tables/*.html || fail "HTML"
