#!/bin/sh
# A first draft holds all that the runs show and what was found, in every
# language, whatever the runs are called; and it can be built.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/report-scene.inc

has() {
	# Numbers and units are kept together by blanks of another kind.
	sed 's/\xc2\xa0/ /g' "$work/draft/article.xml" | grep -qF -- "$1" || fail "the draft lacks: $1"
}

cp -r samples/wsat-small "$work/it's a <run> & \"more\""
cp -r samples/iops-small "$work/iops"
mkdir "$work/below"
cp -r samples/iops-small "$work/below/iops"
sed -i 's/\(name="path" value="\)[^"]*/\1\&lt;script\&gt;]]\&gt;--\&quot;\&amp;/' \
	"$work/iops/run.xml"
sed -i 's/uuid="0072a74b/uuid="00000001/' "$work/below/iops/run.xml" \
	"$work/below/iops/results/results.xml"
for run in "$work/it's a <run> & \"more\"" "$work/iops" "$work/below/iops"; do
	"$B/bin/plateau-analyze" analyze --quiet "$run" >/dev/null
done

"$render" review init "$work/it's a <run> & \"more\"" "$work/iops" \
	"$work/below/iops/" samples/published/micron-5100-2017.xml \
	--lang en,ru,ja -o "$work/draft" >"$work/said" 2>"$work/err" || {
	cat "$work/err"
	fail "no draft"
}
[ "$(cat "$work/said")" = "$work/draft/article.xml" ] || fail "$(cat "$work/said")"
xmllint --noout --relaxng templates/schema/article.rng \
	"$work/draft/article.xml" 2>"$work/lint" || fail "$(cat "$work/lint")"

# Names are made, and differ; paths lead from the draft to the runs.
has '<run id="it_s_a__run_____more_" path="../it&#39;s a &lt;run&gt; &amp; &quot;more&quot;"/>'
has '<run id="iops" path="../iops"/>'
has '<run id="iops-2" path="../below/iops"/>'
has '<published id="micron-5100-2017" path="'
has '<title>&lt;script&gt;]]&gt;--&quot;&amp;: iops</title>'

# What there is to show, and what was found.
has 'name="iops-3d"/>'
has 'name="convergence"/>'
has '<figure compare="all" name="bars-iops"/>'
has '<p xml:lang="en">RND, 4 KiB, R/W 0/100: settles at'
has '<p xml:lang="ru">RND, 4 КиБ, R/W 0/100: выходит на'
has '<p xml:lang="ja">RND, 4 KiB, R/W 0/100：'
has '<todo xml:lang="ja">'

# It is a draft that can be built, and not a final article.
"$render" review build "$work/draft/article.xml" -o "$work/out" --as html,md \
	>/dev/null 2>"$work/err" || {
	cat "$work/err"
	fail "the draft cannot be built"
}
for language in en ru ja; do
	grep -q '<script>]]' "$work/out/article.$language.html" &&
		fail "markup in article.$language.html"
	grep -q '&lt;script&gt;' "$work/out/article.$language.html" ||
		fail "the model in article.$language.html"
done
! grep -q 'class="missing"' "$work/out/article.en.html" ||
	fail "the draft asks for what is not there"
status=0
"$render" review build "$work/draft/article.xml" -o "$work/out" --final \
	>/dev/null 2>&1 || status=$?
[ "$status" = 2 ] || fail "a draft as final: status $status"

status=0
"$render" review init "$work/nothing" -o "$work/none" >/dev/null 2>&1 ||
	status=$?
[ "$status" = 2 ] || fail "a run that is not there: status $status"
[ ! -e "$work/none" ] || fail "a draft of nothing left a folder"

# What is named twice is taken once, and what is to be written is no text.
"$render" review init "$work/iops" "$work/iops" -o "$work/once" >/dev/null \
	2>"$work/err" || fail "named twice"
grep -q "iops: named twice, taken once" "$work/err" || fail "$(cat "$work/err")"
[ "$(grep -c '<run ' "$work/once/article.xml")" = 1 ] || fail "taken twice"
sed '/<!--/,/-->/d' "$work/once/article.xml" | grep '<item>' &&
	fail "an item that nobody wrote"
sed -i 's|<todo>.*</todo>||' "$work/once/article.xml"
"$render" review build "$work/once/article.xml" --final --dry-run \
	>/dev/null || fail "what is left of the draft is not final"
