#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Mixed sizes, zones, shared and own sequences, regions, amounts, pauses and
# phases do to the target what the plan says, as the log tells.
. tests/cli/run-scene.inc
head -c 16777216 /dev/urandom >"$scene/file"

# io NAME TEST: runs a plan of this test and writes its I/Os to NAME.tsv.
io() {
	echo "<plan xmlns='urn:plateau:plan:1' name='$1'>$2</plan>" \
		>"$scene/$1.xml"
	expect 0 "" --plan "$scene/$1.xml" --target "$scene/file" \
		--destroy "$scene/file" -o "$scene/$1"
	whole "$scene/$1"
	"$log" cat --offset "$(ls "$scene/$1"/raw/*.iolog | tail -n 1)" \
		>"$scene/$1.tsv"
}

# Enough I/Os for their shares, however slow the machine is.
many="amount='10000io' duration='1h'"
io sizes "<test id='t' block='4KiB/70:64KiB/30' $many/>"
io zones "<test id='t' pattern='zoned:50/5:30/15:20/80' $many/>"
io both "<test id='t' block='4KiB/50:16KiB/50' pattern='zoned:90/10:10/90'
	$many/>"
io own "<test id='t' pattern='sequential' threads='2' depth='4' block='64KiB'
	amount='256io' duration='1h'/>"
io shared "<test id='t' pattern='sequential-shared' threads='2' depth='4'
	block='64KiB' amount='16MiB' duration='10s'/>"
io region "<test id='t' region='1MiB' amount='1000io' duration='1h'/>"
io amount "<fill amount='150%' threads='2'/>
	<test id='t' mix='0/100' block='64KiB' amount='10MiB' duration='1h'/>"
io count "<fill amount='7io'/>
	<test id='t' mix='50/50' block='4KiB/50:64KiB/50' amount='1001io'
	threads='3' depth='8' rounds='2' duration='1h'/>"

python3 - "$scene" <<'PYTHON' || exit 1
import csv, sys, xml.etree.ElementTree as tree
scene, file_bytes, ns = sys.argv[1], 16 << 20, "{urn:plateau:run:1}"

def ios(name):
    with open(f"{scene}/{name}.tsv") as f:
        return [{k: int(v) if v.lstrip("-").isdigit() else v
                 for k, v in row.items()}
                for row in csv.DictReader(f, delimiter="\t")]

def stages(name):
    return list(tree.parse(f"{scene}/{name}/run.xml").iter(ns + "stage"))

def near(got, wanted, what):
    assert abs(got - wanted) < 0.04, f"{what}: {got:.3f}, not {wanted}"

def share(rows, test):
    return sum(1 for r in rows if test(r)) / len(rows)

rows = ios("sizes")
near(share(rows, lambda r: r["bytes"] == 65536), 0.3, "large blocks")
near(share(rows, lambda r: r["bytes"] == 4096), 0.7, "small blocks")
assert all(r["offset_bytes"] % r["bytes"] == 0 for r in rows), "alignment"
near(share(rows, lambda r: r["offset_bytes"] < file_bytes / 2), 0.5, "halves")

rows = ios("zones")
place = lambda r: r["offset_bytes"] / file_bytes
near(share(rows, lambda r: place(r) < 0.05), 0.5, "first zone")
near(share(rows, lambda r: 0.05 <= place(r) < 0.2), 0.3, "second zone")
near(share(rows, lambda r: place(r) >= 0.6), 0.1, "half of the third zone")

rows = ios("both")
near(share(rows, lambda r: place(r) < 0.1), 0.9, "zones of mixed sizes")
near(share([r for r in rows if place(r) < 0.1],
     lambda r: r["bytes"] == 4096), 0.5, "sizes in a zone")

rows = ios("own")
for stream in (0, 1):
    seen = sorted((r["submit_ns"], r["offset_bytes"]) for r in rows
                  if r["stream"] == stream)[:100]
    low = stream * file_bytes // 2
    assert {o for _, o in seen} == {low + i * 65536 for i in range(100)}, \
        f"own sequence of stream {stream}"

rows = ios("shared")
assert sorted(r["offset_bytes"] for r in rows) == \
    [i * 65536 for i in range(256)], "one pass by two threads"
assert {r["stream"] for r in rows} == {0, 1}

assert max(r["offset_bytes"] for r in ios("region")) < 1 << 20, "region"

fill, test = stages("amount")
assert fill.get("bytes_written") == str(24 << 20), fill.attrib
assert test.get("bytes_written") == str(10 << 20), test.attrib

fill, test = stages("count")
assert fill.get("bytes_written") == str(7 << 17), fill.attrib
assert test.get("issued") == "2002", test.attrib

PYTHON

# What takes time is late where others use the processors: of three tries one
# has to be in time.
on_time() {
	rm -rf "$scene/pauses" "$scene/phases"
	io pauses "<test id='t' duration='50ms' rounds='2'>
		<loop factor='pause' values='100ms 200ms'/></test>"
	io phases "<test id='t' duration='20ms' rounds='2'>
		<phase id='p' mix='0/100' repeat='2'/>
		<phase duration='60ms'><loop factor='block'
			values='4KiB 8KiB'/></phase>
		</test>"
	python3 - "$scene" <<'PYTHON'
import sys, xml.etree.ElementTree as tree
scene, ns = sys.argv[1], "{urn:plateau:run:1}"

def stage(name):
    return next(tree.parse(f"{scene}/{name}/run.xml").iter(ns + "stage"))

steps = list(stage("phases").iter(ns + "step"))
assert [s.get("mix") for s in steps] == ["0/100", "0/100", "100/0", "100/0"] * 2
assert [s.get("block") for s in steps][:4] == ["4KiB"] * 3 + ["8KiB"]
assert not list(stage("pauses").iter(ns + "gap")), "a pause is no gap"
begins = [int(s.get("begin_ns")) for s in stage("pauses").iter(ns + "step")]
apart = [(b - a) / 1e6 for a, b in zip(begins, begins[1:])]
lengths = [(int(s.get("end_ns")) - int(s.get("begin_ns"))) / 1e6
           for s in steps]
bad = [f"steps begin {apart} ms apart" for got, wanted in
       zip(apart, (150, 250, 150)) if abs(got - wanted) > 25]
if int(stage("pauses").get("end_ns")) - begins[0] > 650e6:
    bad.append("the last pause is waited for")
bad += [f"a step of {got} ms, not {wanted}" for got, wanted in
        zip(lengths, (20, 20, 60, 60) * 2)
        if not wanted - 10 < got < wanted + 200]
print(*bad, sep="\n")
sys.exit(3 if bad else 0)
PYTHON
}
for try in 1 2 3; do
	(on_time) >"$scene/late" 2>&1
	status=$?
	[ $status = 3 ] || break
done
[ $status = 0 ] || fail "$(cat "$scene/late")"

# A region that the target does not have, and a zone smaller than a block.
refuse() {
	echo "<plan xmlns='urn:plateau:plan:1' name='x'>$2</plan>" \
		>"$scene/x.xml"
	refused "$1" --plan "$scene/x.xml" --target "$scene/file"
}
refuse "too small: stage .t. needs 17.8 MB and there are 16.8 MB" "<test id='t' region='17MiB'/>"
refuse "too small" "<test id='t' block='1MiB' pattern='zoned:50/5:50/95'/>"
refuse "not whole sectors" "<test id='t' block='4KiB/50:1000/50'/>"
