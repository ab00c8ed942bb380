# SPDX-License-Identifier: BSD-2-Clause
"""Computes the tables of a run again, from `plateau-log cat` and the text of
docs/method.md, and compares every number with what plateau-analyze wrote.

usage: analyze_exact.py PLATEAU-LOG RUN RAMP_NS [RECORD_NS END_NS]
"""
import bisect
import csv
import math
import subprocess
import sys
import xml.etree.ElementTree as xml
from fractions import Fraction

PERCENTILES = {
    "p1": 10000, "p5": 50000, "p10": 100000, "p20": 200000, "p30": 300000,
    "p40": 400000, "p50": 500000, "p60": 600000, "p70": 700000, "p80": 800000,
    "p90": 900000, "p95": 950000, "p99": 990000, "p999": 999000,
    "p9999": 999900, "p99999": 999990, "p999999": 999999,
}
failures = 0


def expect(where, got, want):
    global failures
    if got == want:
        return
    failures += 1
    if failures < 20:
        print(where, "is", got, "expected", want)


def rank(n, ppm):
    return max(1, -(-n * ppm // 1000000))


def deviation(values):
    """Population standard deviation, from whole numbers."""
    n = len(values)
    spread = n * sum(v * v for v in values) - sum(values) ** 2
    # sqrt(spread) / n with 40 digits more than a double keeps.
    scaled = math.isqrt(spread << 256)
    return float(Fraction(scaled, n << 128))


def read_log(program, path, ramp_ns):
    steps = {}
    with subprocess.Popen([program, "cat", path], stdout=subprocess.PIPE,
                          text=True) as cat:
        for row in csv.DictReader(cat.stdout, delimiter="\t"):
            io = (row["op"], int(row["submit_ns"]), int(row["complete_ns"]),
                  int(row["latency_ns"]), int(row["bytes"]),
                  int(row["result"]))
            steps.setdefault(int(row["step"]), []).append(io)
    for ios in steps.values():
        # The sample's ramp: its time after the step's begin, which is when
        # its first I/O is submitted.
        begin = min(io[1] for io in ios)
        ios[:] = [io + (io[1] < begin + ramp_ns,) for io in ios]
    return steps


def pick(ios, op):
    chosen = [io for io in ios if op in ("all", io[0])]
    failed = sum(io[4] != io[5] for io in chosen)
    ramp = sum(io[4] == io[5] and io[6] for io in chosen)
    counted = [io for io in chosen if io[4] == io[5] and not io[6]]
    return counted, failed, ramp


def check_latency(where, row, counted):
    values = sorted(io[3] for io in counted)
    n = len(values)
    expect(where + " count", int(row["count"]), n)
    expect(where + " bytes", int(row["bytes"]), sum(io[4] for io in counted))
    supported = max(0, (n - 10) * 1000000 // n) if n else 0
    expect(where + " support", int(row["lat_supported_ppm"]), supported)
    if n == 0:
        for name in PERCENTILES:
            expect(where + name, row[f"lat_{name}_ns"], "")
        return
    expect(where + " mean", float(row["lat_mean_ns"]), sum(values) / n)
    expect(where + " sd", float(row["lat_sd_ns"]), deviation(values))
    expect(where + " min", int(row["lat_min_ns"]), values[0])
    expect(where + " max", int(row["lat_max_ns"]), values[-1])
    for name, ppm in PERCENTILES.items():
        expect(where + " " + name, int(row[f"lat_{name}_ns"]),
               values[rank(n, ppm) - 1])


def step_ns(ios):
    counted = pick(ios, "all")[0]
    if not counted:
        return 0
    return max(io[2] for io in counted) - min(io[1] for io in counted)


def check_cells(rows, steps):
    seen = set()
    for row in rows:
        step, op = int(row["step"]), row["op"]
        seen.add((step, op))
        counted, failed, ramp = pick(steps[step], op)
        where = f"step {step} {op}"
        ns = step_ns(steps[step])
        expect(where + " errors", int(row["errors"]), failed)
        expect(where + " ramp", int(row["ramp"]), ramp)
        check_latency(where, row, counted)
        if ns == 0:
            expect(where + " iops", row["iops"], "")
            continue
        expect(where + " seconds", float(row["seconds"]), ns / 10**9)
        expect(where + " iops", float(row["iops"]),
               len(counted) * 10**9 / ns)
        expect(where + " mb_s", float(row["mb_s"]),
               sum(io[4] for io in counted) * 1000 / ns)
    for step, ios in steps.items():
        for op in ["all"] + sorted({io[0] for io in ios}):
            expect(f"row of step {step} {op}", (step, op) in seen, True)


def begin_of(ios):
    return min(io[1] for io in ios)


def record_span(ios, record, record_ns, end_ns):
    begin = begin_of(ios)
    everything = pick(ios, "all")[0]
    first = max(begin + (record - 1) * record_ns,
                min(io[1] for io in everything))
    last = min(begin + record * record_ns,
               max(io[2] for io in everything if io[2] - begin < end_ns))
    return last - first


def check_records(rows, steps, record_ns, end_ns):
    """Records end with the step, end_ns behind its begin."""
    counts = {}
    for row in rows:
        step, op, record = int(row["step"]), row["op"], int(row["record"])
        ios = steps[step]
        begin = begin_of(ios)
        mine = [io for io in ios if io[2] - begin < end_ns and
                (io[2] - begin) // record_ns + 1 == record]
        counted, failed, ramp = pick(mine, op)
        where = f"step {step} record {record} {op}"
        expect(where + " errors", int(row["errors"]), failed)
        expect(where + " ramp", int(row["ramp"]), ramp)
        check_latency(where, row, counted)
        if pick(mine, "all")[0]:
            expect(where + " iops", float(row["iops"]),
                   len(counted) * 10**9 /
                   record_span(ios, record, record_ns, end_ns))
        if op == "all":
            counts[step] = counts.get(step, 0) + len(counted) + failed + ramp
    for step, count in counts.items():
        last = begin_of(steps[step]) + end_ns
        expect(f"records of step {step}", count,
               sum(io[2] < last for io in steps[step]))
    expect("steps with records", len(counts), len(steps))


def mean(values):
    total = 0.0
    for value in values:
        total += value
    return total / len(values)


def in_record(ios, record, grid):
    """The I/Os of a record of a step, or of all of it (0)."""
    record_ns, end_ns = grid
    begin = begin_of(ios)
    return [io for io in ios if record == 0 or
            (io[2] - begin < end_ns and
             (io[2] - begin) // record_ns + 1 == record)]


def window_records(run):
    """The records that stand for the rounds of the window, or []."""
    rule = xml.parse(run + "/plan.xml").getroot().find(
        ".//{urn:plateau:plan:1}steady")
    test = xml.parse(run + "/results/results.xml").getroot().find(
        "{urn:plateau:results:1}test")
    if rule is None or not rule.get("every") or \
            test.get("steady_reached") != "yes":
        return []
    return [(n - 1) * int(rule.get("every")) + int(rule.get("sample"))
            for n in range(int(test.get("window_first")),
                           int(test.get("window_last")) + 1)]


def check_points(points, cells, steps, records, grid):
    for row in points:
        first, last = int(row["window_first"]), int(row["window_last"])
        point = [c for c in cells if c["mix"] == row["mix"] and
                 c["block_bytes"] == row["block_bytes"] and
                 (int(c["record"]) in records if records else
                  c["record"] == "0" and first <= int(c["round"]) <= last)]
        parts = sorted({(int(c["step"]), int(c["record"])) for c in point})
        own = sorted((c for c in point if c["op"] == row["op"]),
                     key=lambda c: (int(c["step"]), int(c["record"])))
        where = f"point {row['mix']} {row['block_bytes']} {row['op']}"
        expect(where + " rounds", int(row["rounds"]), len(parts))
        if records:
            expect(where + " window", last - first + 1, len(records))
        pooled = [io for n, record in parts
                  for io in in_record(steps[n], record, grid)]
        expect(where + " errors", int(row["errors"]),
               pick(pooled, row["op"])[1])
        check_latency(where, row, pick(pooled, row["op"])[0])
        if not row["iops"]:
            continue
        expect(where + " iops", float(row["iops"]),
               mean([float(c["iops"]) for c in own]))
        expect(where + " mb_s", float(row["mb_s"]),
               mean([float(c["mb_s"]) for c in own]))
        expect(where + " mean of rounds", float(row["lat_mean_rounds_ns"]),
               mean([float(c["lat_mean_ns"]) for c in own]))
        expect(where + " p99 of rounds", float(row["lat_p99_rounds_ns"]),
               mean([float(c["lat_p99_ns"]) for c in own]))
        expect(where + " seconds", float(row["seconds"]),
               sum(record_span(steps[n], record, *grid) if record else
                   step_ns(steps[n]) for n, record in parts) / 10**9)


def check_seconds(rows, steps):
    everything = [io for ios in steps.values() for io in ios]
    origin = min(io[1] for io in everything)
    for row in rows:
        second, op = int(row["second"]), row["op"]
        mine = [io for io in everything if op in ("all", io[0]) and
                (io[2] - origin) // 10**9 == second]
        good = [io[3] for io in mine if io[4] == io[5]]
        where = f"second {second} {op}"
        expect(where + " count", int(row["count"]), len(good))
        expect(where + " errors", int(row["errors"]), len(mine) - len(good))
        if good:
            expect(where + " mean", float(row["lat_mean_ns"]),
                   sum(good) / len(good))
            expect(where + " max", int(row["lat_max_ns"]), max(good))
            good.sort()
            for name in ("p50", "p99", "p999", "p9999"):
                expect(where + " " + name, int(row[f"lat_{name}_ns"]),
                       good[rank(len(good), PERCENTILES[name]) - 1])
    total = sum(int(r["count"]) + int(r["errors"]) for r in rows
                if r["op"] == "all")
    expect("I/Os of all seconds", total, len(everything))


def check_slices(rows, steps):
    everything = [io for ios in steps.values() for io in ios]
    origin = min(io[1] for io in everything)
    total = 0
    slices = {}
    for row in rows:
        first, last = int(row["second_first"]), int(row["second_last"])
        key = row["op"], first, last
        if key not in slices:
            slices[key] = sorted(
                io[3] for io in everything if io[0] == row["op"] and
                io[4] == io[5] and
                first <= (io[2] - origin) // 10**9 <= last)
        values = slices[key]
        expect(f"slice {key} {row['low_ns']}", int(row["count"]),
               bisect.bisect_right(values, int(row["high_ns"])) -
               bisect.bisect_left(values, int(row["low_ns"])))
        total += int(row["count"])
    expect("I/Os of all slices", total,
           sum(io[4] == io[5] for io in everything))


def check_histograms(rows, steps, records, grid):
    sums = {}
    counted = {}
    for row in rows:
        key = int(row["step"]), int(row["record"]), row["op"]
        if key not in counted:
            ios = in_record(steps[key[0]], key[1], grid)
            counted[key] = [io[3] for io in pick(ios, key[2])[0]]
        values = counted[key]
        low, high = int(row["low_ns"]), int(row["high_ns"])
        expect(f"bin {low} of {key}", int(row["count"]),
               sum(low <= v <= high for v in values))
        sums[key] = sums.get(key, 0) + int(row["count"])
    for key, count in sums.items():
        expect(f"histogram of {key}", count, len(counted[key]))
    expect("records with histograms", sorted({key[1] for key in sums}),
           [0] + records)


def check_results(run, steps):
    space = "{urn:plateau:results:1}"
    test = xml.parse(run + "/results/results.xml").getroot().find(
        space + "test")
    total = sum(len(ios) for ios in steps.values())
    for name in ("issued", "logged", "analysed"):
        expect(name, int(test.get(name)), total)
    failed = sum(pick(ios, "all")[1] for ios in steps.values())
    expect("errors", int(test.get("errors", "0")), failed)


def load(run, name):
    with open(f"{run}/results/{name}.tsv", encoding="utf-8") as table:
        return list(csv.DictReader(table, delimiter="\t"))


def main():
    program, run, ramp_ns = sys.argv[1], sys.argv[2], int(sys.argv[3])
    steps = read_log(program, run + "/raw/01-iops.iolog", ramp_ns)
    everything = load(run, "cells")
    cells = [row for row in everything if row["record"] == "0"]
    check_cells(cells, steps)
    grid, records = (0, 0), window_records(run)
    if len(sys.argv) > 4:
        grid = int(sys.argv[4]), int(sys.argv[5])
        check_records([row for row in everything if row["record"] != "0"],
                      steps, *grid)
    check_points(load(run, "points"), everything, steps, records, grid)
    check_seconds(load(run, "seconds"), steps)
    check_slices(load(run, "slices"), steps)
    check_histograms([row for row in load(run, "histograms")
                      if int(row["step"]) <= 6], steps, records, grid)
    check_results(run, steps)
    if failures:
        print(failures, "numbers differ")
    sys.exit(failures != 0)


main()
