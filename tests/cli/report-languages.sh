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


english, bad = read(sys.argv[1]), 0
for path in sys.argv[2:]:
    other = read(path)
    for key, text in english.items():
        if key not in other:
            print("%s lacks %s" % (path, key))
            bad = 1
        elif key.startswith(("deviation.", "finding.", "found.")):
            # The English form also tells where the values stand.
            if not set(holes(other[key])) <= set(holes(text)):
                print("%s: %s has an unknown placeholder" % (path, key))
                bad = 1
        elif holes(text) != holes(other[key]):
            print("%s: %s has other placeholders" % (path, key))
            bad = 1
    for key in set(other) - set(english):
        print("English lacks %s" % key)
        bad = 1
sys.exit(bad)
END

# Each sentence of the analyzer has its form in the English catalogue.
python3 - templates/lang/en.xml analyze/*.c <<'END' || fail "sentences"
import re
import sys
import xml.etree.ElementTree as tree

NS = "{urn:plateau:lang:1}"
forms = {}
for t in tree.parse(sys.argv[1]).iter(NS + "text"):
    name = re.fullmatch(r"(finding|deviation|found)\.([a-z0-9-]+)(\.[0-9]+)?",
                        t.get("key"))
    if name:
        text = " ".join(t.text.split())
        forms.setdefault(name[1], set()).add(re.sub(r"{[^}]*}", "*", text))

# "%" PRIu64 " I/Os failed" and its like: literals and conversions.
CALL = re.compile(r"analysis_(check|deviation|finding)\((?:[a-z]->)?a,"
                  r"(.*?)\);", re.S)
LITERAL = re.compile(r'"((?:[^"\\\\]|\\\\.)*)"|PRIu(?:64|32)')
bad, count = 0, 0
for path in sys.argv[2:]:
    for call in CALL.finditer(open(path, encoding="utf-8").read()):
        kind = {"check": "finding", "finding": "found"}.get(call[1], call[1])
        text = "".join("u" if m[1] is None else m[1]
                       for m in LITERAL.finditer(call[2]))
        text = re.sub(r"%(z?u|\.?[0-9]*[dfgsu])", "*", text)
        text = text.replace("%%", "%").replace('\\\\"', '"')
        count += 1
        # What stands in a conditional is not put together here.
        if "?" not in call[2] and text != "*" and \
                not any(text.endswith(form) for form in forms[kind]):
            print("%s: no form for: %s" % (path, text))
            bad = 1
sys.exit(bad or count < 40)
END

# Every key that templates and the program name is there.
for key in $(grep -oh '"@[a-z0-9._-]*"\|>@[a-z0-9._-]*<' \
	templates/reports/*.xml | tr -d '"@<>' | sort -u); do
	grep -q "key=\"$key\"" templates/lang/en.xml || fail "no text for $key"
done
for key in $(grep -oh 'lang_\(text\|fill\)([^"]*"[a-z0-9._-]*[a-z0-9]"' \
	render/*.c | grep -v strcmp | sed 's/.*"\(.*\)"/\1/' | sort -u); do
	grep -q "key=\"$key\"" templates/lang/en.xml || fail "no text for $key"
done

make_run run
cp -r "$work/run" "$work/ru"
cp -r "$work/run" "$work/ja"
report ru --lang ru
[ ! -s "$work/err" ] || { cat "$work/err"; fail "warnings"; }
has ru "Испытание «IOPS» – страница отчёта"
has ru "Отступления от спецификации"
has ru "960,2 ГБ"
has ru "124 758"
has ru "График A.9"
has ru "Число потоков: 4, в спецификации 8"
report ja --lang ja
[ ! -s "$work/err" ] || { cat "$work/err"; fail "warnings"; }
has ja "レポートページ"
has ja "規格との相違"
has ja "図 A.9"
has ja "スレッド数は 4 です（規格では 8）"
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
