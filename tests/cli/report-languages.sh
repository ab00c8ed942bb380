#!/bin/sh
# Reports in Russian and Japanese have every word and the language's numbers.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/report-scene.inc

# Each catalogue has each key of the English one, and the same placeholders.
python3 - templates/lang/en.xml templates/lang/ru.xml templates/lang/ja.xml \
	<<'END' || fail "catalogues"
import re
import sys
import xml.etree.ElementTree as tree

NS = "{urn:plateau:lang:1}"


def read(path):
    return {t.get("key"): t.text for t in tree.parse(path).iter(NS + "text")}


def holes(text):
    return sorted(re.findall(r"\{[^}]*\}", text))


english, bad, extra = read(sys.argv[1]), 0, []
for path in sys.argv[2:]:
    other = read(path)
    for key, text in english.items():
        if key not in other:
            print("%s lacks %s" % (path, key))
            bad = 1
        elif holes(text) != holes(other[key]):
            print("%s: %s has other placeholders" % (path, key))
            bad = 1
    extra.append(set(other) - set(english))
for keys in extra:
    for key in keys ^ extra[0]:
        print("only one language has %s" % key)
        bad = 1
    for key in keys:
        if not key.startswith("deviation."):
            print("English lacks %s" % key)
            bad = 1
sys.exit(bad)
END

# Every key that templates and the program name is there.
for key in $(grep -oh '"@[a-z0-9._-]*"\|>@[a-z0-9._-]*<' \
	templates/reports/*.xml | tr -d '"@<>' | sort -u); do
	grep -q "key=\"$key\"" templates/lang/en.xml || fail "no text for $key"
done
for key in $(grep -oh 'lang_\(text\|fill\)([^"]*"[a-z0-9._-]*[a-z0-9]"' \
	render/*.c | sed 's/.*"\(.*\)"/\1/' | sort -u); do
	grep -q "key=\"$key\"" templates/lang/en.xml || fail "no text for $key"
done

make_run run
cp -r "$work/run" "$work/ru"
cp -r "$work/run" "$work/ja"
report ru --lang ru
[ ! -s "$work/err" ] || { cat "$work/err"; fail "warnings"; }
has ru "Испытание IOPS – страница отчёта"
has ru "Отступления от спецификации"
has ru "960,2 ГБ"
has ru "124 758"
has ru "График A.9"
has ru "Число потоков не то, что в спецификации (4 threads of depth 8"
report ja --lang ja
[ ! -s "$work/err" ] || { cat "$work/err"; fail "warnings"; }
has ja "レポートページ"
has ja "規格との相違"
has ja "図 A.9"
has ja "スレッド数が規格と異なります"
for lang in ru ja; do
	[ "$(pages $lang)" = 13 ] || fail "$lang: $(pages $lang) pages"
	qpdf --check "$work/$lang/report/report.pdf" >/dev/null || fail "qpdf"
	# Raw values do not speak a language.
	cmp tests/golden/report-iops-iops.tsv \
		"$work/$lang/report/tables/iops-iops.tsv" || fail "$lang TSV"
done

# A catalogue of one's own lacks texts: they stand in English, told once.
cat >"$work/xx.xml" <<'END'
<catalogue xmlns="urn:plateau:lang:1" lang="xx" decimal="," group=".">
  <text key="section.summary">Zusammenfassung</text>
</catalogue>
END
report run --lang "$work/xx.xml"
grep -q "texts are missing and stand in English" "$work/err" || fail "untold"
has run "Zusammenfassung"
has run "124.758"
has run "IOPS test – report page"
