#!/bin/sh
# Claims and prices stand beside what was measured in the same unit, drives are called as asked, and what does not fit is told.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/compare-scene.inc

# row TABLE START: a row of a table begins so.
row() {
	grep -qF -- "$2" "$out/tables/$1.tsv" || {
		cat "$out/tables/$1.tsv"
		fail "$1.tsv lacks: $2"
	}
}

drive one "Model One" S-1
drive two "Model Two" S-2
iops=$(awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
	$c["mix"] == "100/0" && $c["block_bytes"] == 4096 && $c["op"] == "all" {
		print $c["iops"]; exit }' "$work/one/results/points.tsv")

cat >"$work/claims.xml" <<'XML'
<published xmlns="urn:plateau:published:1" title="Data sheets" author="Makers" date="2026-05">
  <drive id="a" name="The first" model="Model One">
    <claim text="random read" conditions="QD 32 a port" pattern="random" block="4KiB" mix="100/0" iops="100000"/>
    <claim text="sequential read" pattern="sequential" mix="100/0" mb_s="500"/>
    <price amount="100" currency="USD" date="2026-05-01" source="Shop A"/>
  </drive>
  <drive id="b" name="The second" model="Model Two">
    <price amount="250.50" currency="USD" date="2026-05-02" source="Shop B" note="with tax"/>
    <price amount="200" currency="EUR" date="2026-05-03" source="Shop C"/>
  </drive>
  <drive id="c" name="The third" model="Model Three">
    <price amount="1" currency="JPY" date="2026-05-04" source="Shop D"/>
  </drive>
</published>
XML
compare claims "$work/one" "$work/two" --claims "$work/claims.xml"
says "2 drives compared"
says "The first, claimed in: Makers, 2026-05"
row claims "The first	random read (QD 32 a port)	100000	None Model One	$iops"
row claims "The first	sequential read	500				"
says "no such measurement"
row specification "random read (QD 32 a port), IOPS	100000/$iops"
says "Data sheets tells of The third: no such model is compared."
# Each currency for itself, the cheapest is 100 %, with date and source.
row prices "USD	None Model One	100	100	"
row prices "USD	None Model Two	250.5	250.5	"
row prices "EUR	None Model Two	200	100	"
grep -q "2026-05-03	Shop C$" "$out/tables/prices.tsv" || fail "no source"
says "with tax"
for c in USD EUR; do
	[ -s "$out/figures/bars-price-$c.svg" ] || fail "no bars of $c"
done
[ ! -e "$out/figures/bars-price-JPY.svg" ] || fail "bars of no drive"
awk -F'\t' -v iops="$iops" '$2 == "None Model One" { r = $3 * 100 / iops
	if (r < 0.99999 || r > 1.00001) exit 1; exit 0 }' \
	"$out/figures/bars-price-USD.dat" || fail "IOPS for a dollar"

# A run states the claims of its maker itself.
sed 's|name="model"|name="claim_read_iops" value="50000"/><fact &|' \
	"$work/one/run.xml" >"$work/run.xml"
cp -r "$work/one" "$work/states"
mv "$work/run.xml" "$work/states/run.xml"
compare states "$work/states" "$work/two"
row claims "None Model One	random read, 4 KiB	50000	None Model One	$iops"

# Names.
compare names "$work/one" "$work/two" samples/published/nytro-2020.xml \
	--label "$work/one/=Our drive" --label "None Model Two=Our drive" \
	--label nytro-1351="Nytro"
for name in "Our drive" "Our drive (2)" "Nytro"; do
	row drives "$name	"
done
says_not "None Model"
refused "no drive is called so" "$work/one" --label "Nobody=x"
refused "DRIVE=NAME is expected" "$work/one" --label "x"
cat >"$work/dollars.xml" <<'XML'
<published xmlns="urn:plateau:published:1" title="T" author="A">
  <drive id="a" name="A"><price amount="1" currency="dollars" date="2026" source="S"/></drive>
</published>
XML
refused "currency=\"dollars\"" "$work/one" --claims "$work/dollars.xml"
