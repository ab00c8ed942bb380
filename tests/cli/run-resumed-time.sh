#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A run that was killed and went on later: the tables and the check of the
# pauses have the time that lies between, as run.xml has it.
. tests/cli/run-scene.inc

analyze=${B:-build}/bin/plateau-analyze
cat >"$scene/long.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="long">
  <test id="t" rounds="4" duration="500ms" block="4KiB" mix="0/100"/>
</plan>
PLAN
"$run" run --quiet --plan "$scene/long.xml" --target "$scene/t" --create 8MiB \
	-o "$scene/run" 2>"$scene/err" &
pid=$!
await grep -qs '<step number="2"' "$scene/run/run.xml"
kill -9 $pid
wait $pid 2>/dev/null
pid=
sleep 2.3
expect 0 "" --resume "$scene/run" --destroy "$scene/t"
"$analyze" analyze --quiet "$scene/run" >"$scene/out" 2>&1 ||
	fail "analyze: $(cat "$scene/out")"
python3 - "$scene/run" <<'PYTHON' || fail "another time"
import csv, re, sys, xml.etree.ElementTree as tree
run = sys.argv[1]
ns = "{urn:plateau:run:1}"
steps = {int(s.get("number")): s for s in tree.parse(run + "/run.xml")
    .getroot().iter(ns + "step")}
at = {n: (int(s.get("begin_ns")), int(s.get("end_ns")))
    for n, s in steps.items()}
# Which round is the last of the first log depends on what it holds.
n = max(range(2, 5), key=lambda n: at[n][0] - at[n - 1][1])
pause = (at[n][0] - at[n - 1][1]) / 1e9
assert pause > 2, at
checks = [e for e in tree.parse(run + "/results/results.xml").getroot().iter()
    if e.tag.endswith("check") and e.get("name", e.get("id")) == "gaps"]
text = " ".join((e.get("text") or "") + (e.text or "") for e in checks)
found = re.search(r"longest pause between steps: ([0-9.]+) s, behind step "
    f"{n - 1}$", text)
assert found and abs(float(found[1]) - pause) < 0.02, (pause, text)
assert "resumed 1 time" in text and "1 times" not in text, text
seconds = {}
for row in csv.DictReader(open(run + "/results/seconds.tsv"),
        delimiter="\t"):
    if row["op"] == "write" and row["step"]:
        seconds.setdefault(int(row["step"]), int(row["second"]))
since = (at[n][0] - at[1][0]) / 1e9
assert seconds[n] in (int(since - 0.02), int(since + 0.02)), (seconds, at)
PYTHON
