#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A test of rounds that kill -9 ended goes on with the round that was
# interrupted: results have the rounds before from the first log and those
# behind from the second, the pause is recorded, no steady-state window spans
# it, and every I/O of both logs is counted once; a second time too.  A round
# that the log does not have whole is not kept.
. tests/cli/run-scene.inc

cat >"$scene/plan.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="rounds">
  <fill block="128KiB"/>
  <test id="mixed" rounds="12" threads="2" depth="16" duration="700ms"
      rate="5000/s">
    <loop factor="mix" values="100/0 50/50 0/100"/>
    <steady window="3" range="100%" slope="100%">
      <track metric="iops" mix="0/100"/>
    </steady>
  </test>
</plan>
PLAN
books=$scene/run/run.xml

# kill_behind STEP ARGUMENT...: kill -9 when that step is done and the next one
# has gone on for a while.
kill_behind() {
	step=$1
	shift
	"$run" run --quiet "$@" >"$scene/out" 2>&1 &
	pid=$!
	await grep -qs "<step number=\"$step\" " "$books"
	# The log is written twice a second.
	sleep 0.65
	kill -9 $pid
	wait $pid 2>/dev/null
	pid=
}

# Steady in the third round, were it not for the pause behind the second.
kill_behind 7 --plan "$scene/plan.xml" --target "$scene/file" \
	--create 16MiB -o "$scene/run"

# As much as is whole: of a log that lost the end of its second round, one.
cp -r "$scene/run" "$scene/torn"
bytes=$(wc -c <"$scene/torn/raw/02-mixed.iolog")
truncate -s $((bytes * 6 / 10)) "$scene/torn/raw/02-mixed.iolog"
timeout -s KILL 2 "$run" run --quiet --resume "$scene/torn" \
	--destroy "$scene/file" >"$scene/out" 2>&1
grep -q "goes on with round 2 of 'mixed'" "$scene/out" ||
	fail "torn: $(cat "$scene/out")"
grep -q '<part log="raw/02-mixed.iolog" last_step="3"' \
	"$scene/torn/run.xml" || fail "torn: $(grep '<part' \
	"$scene/torn/run.xml")"

first=$(md5sum <"$scene/run/raw/02-mixed.iolog")
kill_behind 10 --resume "$scene/run" --destroy "$scene/file"
grep -q "goes on with round 3 of 'mixed'" "$scene/out" ||
	fail "round 3: $(cat "$scene/out")"
"$run" status "$scene/run" | grep -q 'mixed .*cut off .*went on 1 time' ||
	fail "status: $("$run" status "$scene/run")"
expect 0 "goes on with round 4 of 'mixed'" --resume "$scene/run" \
	--destroy "$scene/file"
[ "$first" = "$(md5sum <"$scene/run/raw/02-mixed.iolog")" ] ||
	fail "the first log was touched"
"$run" status "$scene/run" | grep -q 'mixed .*done .*went on 2 times' ||
	fail "status: $("$run" status "$scene/run")"

"${B:-build}"/bin/plateau-analyze analyze --strict "$scene/run" >"$scene/said" \
	2>&1 || [ $? = 3 ] || fail "analyze: $(cat "$scene/said")"
python3 - "$scene/run" "$log" <<'PYTHON' || fail "$(cat "$scene/said")"
import collections, csv, subprocess, sys, xml.etree.ElementTree as tree
run, log = sys.argv[1:]
ns = "{urn:plateau:run:1}"
root = tree.parse(run + "/run.xml").getroot()
stage = [s for s in root.iter(ns + "stage") if s.get("id") == "mixed"][0]
parts = list(stage.iter(ns + "part"))
logs = [p.get("log") for p in parts] + [stage.get("log")]
assert logs == ["raw/02-mixed.iolog", "raw/02-mixed.part-2.iolog",
                "raw/02-mixed.part-3.iolog"], logs
assert [p.get("last_step") for p in parts] == ["6", "9"]

# Every I/O of each log is counted once: in a step, or as run again.
steps = {int(s.get("number")): s for s in stage.iter(ns + "step")}
counted, begin = {}, 1
for name, part in zip(logs, parts + [None]):
    out = subprocess.run([log, "cat", run + "/" + name], text=True,
                         capture_output=True).stdout
    held = collections.Counter(int(r["step"]) for r in csv.DictReader(
        out.splitlines(), delimiter="\t"))
    end = int(part.get("last_step")) if part is not None else max(held)
    own = {n: held[n] for n in range(begin, end + 1)}
    if part is not None:
        assert int(part.get("logged")) == sum(own.values())
        assert int(part.get("repeated")) == held.total() - sum(own.values())
        assert int(part.get("repeated")) > 0
    counted.update(own)
    begin = end + 1
assert counted == {n: int(s.get("issued")) for n, s in steps.items()}
total = sum(counted.values())
assert int(stage.get("issued")) == int(stage.get("logged")) == total
assert all(s.get("status") == "done" for s in steps.values())

# The pauses lie between the logs, and no window that counts spans one.
gaps = [g for g in stage.iter(ns + "gap") if g.get("why") == "resumed"]
assert [g.get("step") for g in gaps] == ["7", "10"]
for g in gaps:
    at = int(g.get("step"))
    assert int(steps[at - 1].get("end_ns")) <= int(g.get("begin_ns")) < \
        int(g.get("end_ns")) <= int(steps[at].get("begin_ns"))
assert stage.get("steady_round") == "6", stage.get("steady_round")
assert max(steps) == 18


def table(name):
    with open(run + "/results/" + name) as f:
        return [r for r in csv.DictReader(f, delimiter="\t")
                if r["test"] == "mixed"]


for r in table("windows.tsv"):
    first = int(r["window_first"])
    across = first < 3 or first < 4 and int(r["window_last"]) > 3
    assert int(r["spans_gap"]) == across, r
    assert int(r["reached"]) == (first == 4), r
cells = {int(r["step"]): int(r["count"]) for r in table("cells.tsv")
         if r["op"] == "all"}
assert cells == counted
assert sum(int(r["count"]) for r in table("seconds.tsv")
           if r["op"] == "all") == total
assert {r["window_first"] + r["window_last"] for r in table("points.tsv")} \
    == {"46"}

ns = "{urn:plateau:results:1}"
root = tree.parse(run + "/results/results.xml").getroot()
test = next(root.iter(ns + "test"))
assert {test.get(k) for k in ("issued", "logged", "analysed")} == {str(total)}
checks = {(c.get("name"), c.get("verdict")) for c in root.iter(ns + "check")
          if c.get("test") == "mixed"}
for wanted in (("counts", "pass"), ("log", "pass"), ("steady", "pass"),
               ("gaps", "warn"), ("repeated", "warn")):
    assert wanted in checks, (wanted, checks)
assert "resumed" in {d.get("key") for d in root.iter(ns + "deviation")}
PYTHON

# Percentiles over all logs are those of every I/O.
python3 - "$scene/run" "$log" <<'PYTHON' || fail "percentiles"
import csv, subprocess, sys
run, log = sys.argv[1:]
window = []
for name, first in (("", 99), (".part-2", 99), (".part-3", 10)):
    out = subprocess.run([log, "cat", f"{run}/raw/02-mixed{name}.iolog"],
                         text=True, capture_output=True).stdout
    window += [int(r["latency_ns"]) for r in csv.DictReader(
        out.splitlines(), delimiter="\t")
        if int(r["step"]) >= first and int(r["step"]) % 3 == 1]
window.sort()
with open(run + "/results/points.tsv") as f:
    row = next(r for r in csv.DictReader(f, delimiter="\t")
               if r["mix"] == "100/0" and r["op"] == "all")
assert int(row["count"]) == len(window), (row["count"], len(window))
for name, ppm in (("lat_p50_ns", 500000), ("lat_p99_ns", 990000)):
    rank = -(-len(window) * ppm // 1000000)
    assert int(row[name]) == window[rank - 1], (name, row[name])
PYTHON

# What was counted in all logs together is kept, until one of them changes.
cp -r "$scene/run/results" "$scene/first"
"${B:-build}"/bin/plateau-analyze analyze --merge --quiet "$scene/run" ||
	fail "the counts of several logs are not kept"
diff -r "$scene/first" "$scene/run/results" || fail "kept counts differ"
part=$scene/run/raw/02-mixed.iolog
cp "$part" "$scene/part"
printf xxxx | dd of="$part" bs=1 seek=20000 conv=notrunc 2>/dev/null
if "${B:-build}"/bin/plateau-analyze analyze --merge --quiet "$scene/run" \
	2>/dev/null; then
	fail "another first log is not told"
fi
cp "$scene/part" "$part"
