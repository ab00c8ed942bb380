#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A long step ends when the records that stand for its rounds are steady; a
# later test takes the operating point that an earlier one found.
. tests/cli/run-scene.inc
truncate -s 4M "$scene/file"

cat >"$scene/records.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="records">
  <test id="t" record="100ms" duration="20s">
    <steady window="3" every="2" range="100%" slope="100%"><track/></steady>
  </test>
  <test id="never" record="100ms" duration="1s">
    <steady window="3" every="2" range="0.00001%" slope="0.00001%">
      <track/>
    </steady>
  </test>
</plan>
PLAN
expect 0 "" --plan "$scene/records.xml" --target "$scene/file" -o "$scene/r"
whole "$scene/r"
python3 - "$scene/r" <<'PYTHON' || exit 1
import sys, xml.etree.ElementTree as tree
ns = "{urn:plateau:run:1}"
found, never = tree.parse(sys.argv[1] + "/run.xml").iter(ns + "stage")
seconds = lambda s: (int(s.get("end_ns")) - int(s.get("begin_ns"))) / 1e9
rounds = int(found.get("steady_round"))
assert 3 <= rounds < 20, f"steady in round {rounds}"
# Two records a round, and half a second until the last I/Os are known.
assert abs(seconds(found) - rounds * 0.2 - 0.5) < 0.4, seconds(found)
assert found.get("status") == "done"
assert never.get("steady_round") == "0" and seconds(never) > 0.9
PYTHON

cat >"$scene/choose.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="choose">
  <test id="matrix" duration="60ms">
    <loop factor="threads" values="1 2"/>
    <loop factor="depth" values="1 8"/>
  </test>
  <test id="least" duration="20ms" block="8KiB">
    <choose test="matrix" pick="min"/>
  </test>
  <test id="most" duration="20ms">
    <choose test="matrix" pick="max" depth="8"/>
  </test>
  <test id="none" duration="20ms">
    <choose test="matrix" pick="max" within="1ns"/>
  </test>
</plan>
PLAN
expect 0 "" --plan "$scene/choose.xml" --target "$scene/file" -o "$scene/c"
python3 - "$scene/c" <<'PYTHON' || exit 1
import sys, xml.etree.ElementTree as tree
ns = "{urn:plateau:run:1}"
matrix, least, most, none = tree.parse(sys.argv[1] +
    "/run.xml").iter(ns + "stage")
step = next(least.iter(ns + "step"))
assert (step.get("threads"), step.get("depth"), step.get("block")) == \
    ("1", "1", "8KiB"), step.attrib
iops = {(s.get("threads"), s.get("depth")): int(s.get("issued")) /
        (int(s.get("end_ns")) - int(s.get("begin_ns")))
        for s in matrix.iter(ns + "step")}
step = next(most.iter(ns + "step"))
best = max(("1", "2"), key=lambda t: iops[t, "8"])
assert step.get("threads") == best, (iops, step.attrib)
assert none.get("status") == "skipped" and "no such point" in none.get("note")
PYTHON
