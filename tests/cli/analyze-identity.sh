#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A plan that was edited, logs that stand twice, that nobody names or that are of
# another run or stage, and records that the plan does not judge are told, and in
# no verdict.
. tests/cli/analyze-scene.inc

# make NAME: a run of the plan that comes on stdin.
make() {
	cat >"$dir/$1.xml"
	"$B/bin/plateau-collect" run --engine sim --target sata-small --seed 1 \
		--plan "$dir/$1.xml" --quiet -o "$dir/$1" || exit 1
}

# again [NAME]: the run anew.
again() {
	rm -rf "$run"
	cp -r "$dir/${1:-two}" "$run"
}

make two <<'END'
<plan xmlns="urn:plateau:plan:1" name="two" specification="SNIA PTS-E 2.0.2">
  <test id="a" rounds="5" duration="20ms">
    <loop factor="depth" values="1 4"/>
    <steady window="3"><track metric="iops" depth="4"/></steady>
  </test>
  <test id="b" duration="20ms" mix="50/50"/>
</plan>
END
make long <<'END'
<plan xmlns="urn:plateau:plan:1" name="long">
  <test id="one" duration="8s" record="400ms" mix="0/100" depth="32">
    <steady window="5" every="2" sample="1">
      <track metric="iops"/>
    </steady>
  </test>
</plan>
END

# Other records are not those that the plan judges.
again long
$analyze "$run" >"$dir/expected"
cp -r "$run/results" "$dir/own"
expect 0 "one: steady state is judged by its records of 400ms: --record" \
	$analyze --record 100ms "$run"
diff -r "$dir/own" "$run/results" || fail "--record changed a verdict"
again
expect 0 "" $analyze --record 5ms "$run"
awk -F '\t' '$4 == 3 { n++ } END { exit n == 0 }' "$run/results/cells.tsv" ||
	fail "no records where none are judged"

# The plan is that of the run, as far as run.xml tells.
again
expect 0 "" $analyze --strict "$run"
grep -q "plan.xml" "$dir/out" && fail "a true plan is doubted"
sed -i 's/window="3"/window="2"/' "$run/plan.xml"
expect 3 "FAIL plan: plan.xml was changed since the run was made" \
	$analyze --strict "$run"
expect 0 "  plan.xml is not the plan that the run was made by" $analyze "$run"
expect 0 "FAILED, plan: plan.xml was changed" \
	"$B/bin/plateau-analyze" table --test a "$run"
sed -i 's/ plan_sha256="[0-9a-f]*"//' "$run/run.xml"
expect 0 "" $analyze --strict "$run"
grep -q "plan.xml" "$dir/out" && fail "an older run is doubted"
sed -i 's/PTS-E 2.0.2/PTS-E 1.1/' "$run/plan.xml"
expect 3 "FAIL plan: the specification is 'SNIA PTS-E 2.0.2' in run.xml and " \
	$analyze --strict "$run"
sed -i 's/name="two"/name="three"/' "$run/plan.xml"
expect 3 "FAIL plan: the plan is 'two' in run.xml and 'three' in plan.xml" \
	$analyze --strict "$run"
rm "$run/run.xml"
expect 3 "FAIL a identity: the log is of the plan 'two', the run is of 'three'" \
	$analyze --strict "$run"
sed -i 's/id="b"/id="c"/' "$run/plan.xml"
expect 3 "FAIL c identity: the log is of the stage 'b', not of this one" \
	$analyze --strict "$run"
again
sed -i 's/ plan_sha256="[0-9a-f]*"//; s/ id="b"/ id="c"/' "$run/run.xml"
expect 3 "FAIL plan: stage 2 of run.xml, 'c', is another in plan.xml" \
	$analyze --strict "$run"

# A log of another run, also without a summary.
again
cp "$dir/long/raw/01-one.iolog" "$run/raw/02-b.iolog"
expect 0 "FAIL b identity: the log is of run [-0-9a-f]*, not of this one" \
	$analyze --quiet "$run"
expect 3 "FAIL b identity: the log is of the plan 'long', the run is of 'two'" \
	$analyze --quiet --strict "$run"

# One log in two places, and more I/Os than were issued.
again
cp "$run/raw/01-a.iolog" "$run/raw/01-a.part-2.iolog"
sed -i '/id="a"/{s|a.iolog|a.part-2.iolog|
s|$|<part log="raw/01-a.iolog" last_step="4" logged="0" repeated="0"/>|}' \
	"$run/run.xml"
expect 3 "FAIL a identity: the same log stands there twice: .*01-a.iolog and" \
	$analyze --strict "$run"
expect 0 "more I/Os of 4 steps than were issued, the first is step 1 with" \
	$analyze "$run"
expect 0 "^  1 of 5 rounds complete" $analyze "$run"
expect 0 "a: the log has more I/Os of 4 steps than were issued: their rounds" \
	$analyze "$run"
again
sed -i '0,/<step number="1"/{/<step number="1"/s/ issued="/ issued="9/}' \
	"$run/run.xml"
expect 3 "FAIL a counts: by run.xml [0-9]* I/Os were issued, and [0-9]* in " \
	$analyze --strict "$run"
again
sed -i '0,/<step number="2"/s//<step number="1"/' "$run/run.xml"
line=$(grep -n '<step number="1"' "$run/run.xml" | sed -n '2s/:.*//p')
expect 2 "run.xml:$line: <step> number=\"1\" is there twice" $analyze "$run"

# Logs that run.xml does not name, and a run that is named twice.
again
cp "$run/raw/02-b.iolog" "$run/raw/03-c.iolog"
expect 0 "warn logs: run.xml does not name these logs.*: raw/03-c.iolog$" \
	$analyze "$run"
expect 0 "run/.: the same as .*run, analyzed once" $analyze "$run" "$run/."
[ "$(grep -c '^b: b' "$dir/out")" = 1 ] || fail "analyzed twice"

# Bytes behind the end belong to nothing.
again
cat "$dir/two/raw/01-a.iolog" >>"$run/raw/01-a.iolog"
for time in first again; do
	expect 0 "warn a log: [0-9]* bytes behind the end of the log do not" \
		$analyze --strict "$run"
	grep -q "DAMAGED\|FAIL" "$dir/out" && fail "$time: damaged"
done

# The results of another run stay.
again
expect 0 "" $analyze "$run"
cp -r "$run" "$dir/kept"
expect 2 "is the folder of another run" $analyze -o "$run" "$dir/long"
expect 2 "is the folder of another run" \
	$analyze -o "$run" "$dir/long/raw/01-one.iolog"
rm "$dir/long/run.xml"
expect 2 "is the folder of another run" $analyze -o "$run" "$dir/long"
diff -r "$dir/kept" "$run" || fail "another run was overwritten"
expect 0 "" $analyze -o "$run" "$dir/two"

# What could not be read at all is worse than what is not as asked.
again
: >"$run/raw/02-b.iolog"
expect 2 "FAIL b log: .* cannot be read" $analyze --strict "$run"
expect 2 "" $analyze --strict "$run" "$dir/two"
expect 2 "" $analyze --strict "$dir/two" "$run"

[ $failures -eq 0 ]
