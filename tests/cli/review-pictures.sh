#!/bin/sh
# A photograph in the inks of print has its colours, and one that is damaged is
# not final.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/report-scene.inc

# 8 x 8 pixels of red, as CMYK with Adobe's mark.
base64 -d >"$work/cmyk.jpg" <<'END'
/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC
4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJTUjI+WmFaUGBKUVJP/9sAQwEODg4TERMm
FRUmTzUtNU9PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0
9PT09PT09P/8AAFAgACAAIBAEiAAIRAQMRAQQiAP/EABYAAQEBAAAAAAAAAAAAAAAA
AAAFB//EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAFB/
/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAOBAEAAhEDEQQAAD8AqAH0+acA/9k=
END
article() {
	printf '%s\n' '<article xmlns="urn:plateau:article:1" languages="en">' \
		"<title>t</title><picture src=\"$1\"/></article>" \
		>"$work/a.xml"
}
build() {
	"$render" review build "$work/a.xml" --as pdf -o "$work/out" "$@" \
		>"$work/said" 2>"$work/err"
}

article cmyk.jpg
build --final || fail "CMYK: $(cat "$work/err")"
pdfimages "$work/out/a.en.pdf" "$work/image"
pixel=$(tail -c 3 "$work/image-000.ppm" | od -An -tu1 | tr -s ' ')
# shellcheck disable=SC2086  # three numbers
set -- $pixel
[ "$1" -gt 230 ] && [ "$2" -lt 60 ] && [ "$3" -lt 30 ] || fail "red is:$pixel"

# The end of its data is not there.
head -c -2 "$work/cmyk.jpg" >"$work/torn.jpg"
article torn.jpg
build || fail "a damaged picture: $(cat "$work/err")"
grep -q "torn.jpg: damaged" "$work/err" || fail "no word of damage"
if build --final; then
	fail "a damaged picture is final"
fi
grep -q "not final in 'en': a damaged picture" "$work/err" ||
	fail "$(cat "$work/err")"
