#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Makes a run directory whose numbers are invented, for tests of the pages.

    run.py DIR [--rounds N] [--window N] [--blocks LIST] [--mixes LIST]
               [--unsteady] [--zeros] [--count N] [--bare] [--hostile]
               [--simulated] [--status STATUS] [--test ID] [--records N]
               [--histograms] [--monster]

Every such run says in its model name and title that it is synthetic test data.
The numbers follow from a fixed formula, so that two calls give the same files.
"""
import argparse
import math
import os
import random
import xml.sax.saxutils

MONSTER = "word " * 12000
HOSTILE = "A\"b'c`id`$(id)]]>&<x>@#%{run.tool}\\ \U0001f600 " + "M" * 170


def attributes(pairs):
    return "".join(
        " %s=%s" % (name, xml.sax.saxutils.quoteattr(str(value)))
        for name, value in pairs if value is not None)


def element(name, pairs, inner=None, indent=2):
    pad = " " * indent
    if inner is None:
        return "%s<%s%s/>\n" % (pad, name, attributes(pairs))
    return "%s<%s%s>\n%s%s</%s>\n" % (pad, name, attributes(pairs), inner,
                                      pad, name)


def size_text(size):
    return "%dKiB" % (size // 1024) if size % 1024 == 0 else str(size)


def fit(ys, first):
    xs = [first + i for i in range(len(ys))]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    sxx = sum((x - mx) ** 2 for x in xs)
    sxy = sum((x - mx) * (y - my) for x, y in zip(xs, ys))
    syy = sum((y - my) ** 2 for y in ys)
    slope = sxy / sxx
    r = sxy / math.sqrt(sxx * syy) if syy > 0 else float("nan")
    return slope, my - slope * mx, r


class Run:
    def __init__(self, o):
        self.o = o
        self.blocks = [int(b) for b in o.blocks.split(",")]
        self.mixes = [int(m) for m in o.mixes.split(",")]
        self.random = random.Random(2026)
        self.cells = {}
        for r in range(1, o.rounds + 1):
            for m in self.mixes:
                for b in self.blocks:
                    self.cells[r, m, b] = self.iops(r, m, b)
        self.window = (max(1, o.rounds - o.window + 1), o.rounds) \
            if o.rounds >= 2 and o.rounds >= o.window else None

    def iops(self, r, mix, block):
        """A drive of 500 000 reads/s or 2 GB/s; writes a quarter of it."""
        if self.o.zeros and mix == 0:
            return 0
        base = min(500e3, 2.0e9 / block) * (0.25 + 0.75 * (mix / 100) ** 1.5)
        settle = 1 + 1.2 * math.exp(-1.4 * (r - 1)) * (1 - mix / 100)
        if self.o.unsteady:
            settle += 0.3 * (r % 2)
        return round(base * settle * (1 + self.random.uniform(-.01, .01)), 3)

    def tracks(self):
        wanted = [(0, 4096), (65, 65536), (100, 1048576)]
        return [(m, b) for m, b in wanted
                if m in self.mixes and b in self.blocks]


def cell(run, r, step, op, mix, block, iops):
    oio = 32
    seconds = 60
    lat = oio / iops * 1e9 if iops > 0 else 0
    count = run.o.count if run.o.count else int(iops * seconds)
    shape = {"lat_mean_ns": 1, "lat_sd_ns": .6, "lat_min_ns": .2,
             "lat_p50_ns": .8, "lat_p90_ns": 1.7, "lat_p95_ns": 2.1,
             "lat_p99_ns": 3.6, "lat_p999_ns": 8.2, "lat_p9999_ns": 21,
             "lat_p99999_ns": 47, "lat_max_ns": 80}
    row = {"test": run.o.test, "round": r, "step": step, "record": 1,
           "op": op, "mix": "%d/%d" % (mix, 100 - mix), "block_bytes": block,
           "threads": 4, "depth": 8, "pattern": "random", "count": count,
           "errors": 0, "bytes": count * block, "seconds": "60.0",
           "iops": iops, "mb_s": round(iops * block / 1e6, 6)}
    for name, factor in shape.items():
        row[name] = round(lat * factor, 1) if name == "lat_mean_ns" or \
            name == "lat_sd_ns" else int(lat * factor)
    row["region_percent"] = "100.0"
    row["compressible_percent"] = 0
    row["rate_per_s"] = 0
    row["arrival"] = "paced"
    return row


def write_table(path, rows, columns):
    with open(path, "w", encoding="utf-8") as f:
        f.write("\t".join(columns) + "\n")
        for row in rows:
            f.write("\t".join(str(row[c]) for c in columns) + "\n")


def write_histograms(run, d, cells):
    """Ten classes of latency a step, the third the fullest, one empty."""
    rows = []
    for c in cells:
        low = max(1, int(c["lat_mean_ns"] / 3))
        for i, share in enumerate((.05, .2, .4, .2, .1, 0, .04, .007, .002,
                                   .001)):
            high = int(low * 1.7)
            if int(c["count"] * share) > 0:
                rows.append({
                    "test": c["test"], "round": c["round"], "step": c["step"],
                    "record": 0, "op": "write" if i % 2 else "read",
                    "low_ns": low, "high_ns": high,
                    "count": int(c["count"] * share)})
            low = high + 1
    write_table(d + "/results/histograms.tsv", rows, list(rows[0]))


def record_cells(run):
    """One step of 4 KiB writes in records of a minute: fast, then a cliff."""
    rows = []
    for i in range(1, run.o.records + 1):
        fresh = 1 / (1 + math.exp((i - run.o.records / 5) / 4))
        x = round(90e3 + 210e3 * fresh + run.random.uniform(-4e3, 4e3), 3)
        for op in ("write", "all"):
            row = cell(run, 1, 1, op, 0, 4096, x)
            row["record"] = i
            rows.append(row)
    return rows


def write_tables(run, d):
    cells, points = [], []
    if run.o.records:
        cells = record_cells(run)
    step = 0
    for r in range(1, run.o.rounds + 1 if not run.o.records else 0):
        for m in run.mixes:
            for b in run.blocks:
                step += 1
                x = run.cells[r, m, b]
                cells.append(cell(run, r, step, "all", m, b, x))
    first, last = run.window if run.window else (run.o.rounds, run.o.rounds)
    for m in run.mixes:
        for b in run.blocks:
            values = [run.cells[r, m, b] for r in range(first, last + 1)]
            points.append(cell(run, 0, 0, "all", m, b,
                               round(sum(values) / len(values), 3)))
    columns = list(cells[0])
    if run.o.histograms:
        write_histograms(run, d, cells)
    write_table(d + "/results/cells.tsv", cells, columns)
    write_table(d + "/results/points.tsv", points,
                [c for c in columns if c not in ("round", "step", "record")])


def write_plan(run, d):
    o = run.o
    track = "".join(element("track", [
        ("metric", "iops"), ("mix", "%d/%d" % (m, 100 - m)),
        ("block", size_text(b))], indent=6) for m, b in run.tracks())
    steady = element("steady", [("window", max(2, o.window)),
                                ("range", "20%"), ("slope", "10%")],
                     track, indent=4) if track and o.rounds > 1 else ""
    loops = element("loop", [("factor", "mix"), ("values", " ".join(
        "%d/%d" % (m, 100 - m) for m in run.mixes))], indent=4)
    loops += element("loop", [("factor", "block"), ("values", " ".join(
        size_text(b) for b in run.blocks))], indent=4)
    inner = element("purge", [("method", "auto")])
    inner += element("fill", [("block", "128KiB"), ("passes", "2"),
                              ("threads", "1"), ("depth", "32")])
    inner += element("test", [
        ("id", o.test), ("title", HOSTILE if o.hostile else "IOPS"),
        ("rounds", max(o.rounds, o.window)), ("threads", 4), ("depth", 8),
        ("pattern", "random"), ("duration", "60s")], loops + steady)
    with open(d + "/plan.xml", "w", encoding="utf-8") as f:
        f.write('<?xml version="1.0" encoding="UTF-8"?>\n')
        f.write(element("plan", [
            ("xmlns", "urn:plateau:plan:1"), ("name", "synthetic"),
            ("title", "Synthetic test data"),
            ("specification", None if o.bare else "SNIA PTS-E 2.0.2")],
            inner, indent=0))


def facts(name, pairs):
    inner = "".join(element("fact", [("name", n), ("value", v)], indent=4)
                    for n, v in pairs)
    return element(name, [], inner) if inner else ""


def write_run(run, d):
    o = run.o
    uuid = "5e17e71c-0000-4000-8000-00000000da7a"
    device = [("model", "SYNTHETIC TEST DATA, no drive"),
              ("vendor", "None"), ("serial", "S-0000"),
              ("firmware", "0.0"), ("capacity_bytes", "960197124096"),
              ("interface", "NVMe"), ("write_cache", "write through"),
              ("link_speed", "8.0 GT/s PCIe"), ("link_width", "4")]
    host = [("manufacturer", "None"), ("product", "Synthetic host"),
            ("processor", "Invented(R) Processor(R) 0000 CPU @ 2.00GHz"),
            ("processors", "8"), ("memory_bytes", str(64 << 30)),
            ("system", "Debian GNU/Linux 12 (bookworm)"),
            ("kernel", "Linux 6.1.0-0-amd64")]
    conditions = [("target_kind", "block")]
    if o.bare:
        device, host, conditions = [], [], []
    if o.hostile:
        device = [(n, HOSTILE) for n, _ in device
                  if n != "capacity_bytes"]
        host = [(n, HOSTILE) for n, _ in host if n != "memory_bytes"]
    if o.monster:
        device.append(("remark", MONSTER))
    minute = 60 * 10 ** 9
    nsteps = len(run.cells)
    total = sum(int(x * 60) for x in run.cells.values())
    stages = element("stage", [
        ("number", 1), ("kind", "purge"), ("id", "purge"),
        ("status", "done"), ("begin_ns", 0), ("end_ns", 2 * minute),
        ("note", HOSTILE if o.hostile else
         "NVMe Format, user data erase (synthetic)")])
    stages += element("stage", [
        ("number", 2), ("kind", "fill"), ("id", "fill"), ("status", "done"),
        ("log", "raw/02-fill.iolog"), ("begin_ns", 2 * minute),
        ("end_ns", 20 * minute), ("issued", 14651445),
        ("logged", 14651445), ("bytes_written", 1920394248192)])
    stages += element("stage", [
        ("number", 3), ("kind", "test"), ("id", o.test),
        ("status", o.status), ("log", "raw/03-%s.iolog" % o.test),
        ("begin_ns", 20 * minute), ("end_ns", (20 + nsteps) * minute),
        ("issued", total), ("logged", total)])
    inner = facts("device", device) + facts("host", host) + \
        facts("conditions", conditions) + stages
    with open(d + "/run.xml", "w", encoding="utf-8") as f:
        f.write('<?xml version="1.0" encoding="UTF-8"?>\n')
        f.write(element("run", [
            ("xmlns", "urn:plateau:run:1"), ("tool", "plateau 0.1.0"),
            ("uuid", uuid), ("status", o.status), ("plan", "synthetic"),
            ("title", "Synthetic test data"),
            ("specification", None if o.bare else "SNIA PTS-E 2.0.2"),
            ("engine", "sim" if o.simulated else "aio"),
            ("simulated", "yes" if o.simulated else "no"),
            ("seed", 20261130), ("scale", "1"),
            ("started", "2026-11-30T09:12:00Z"),
            ("finished", "2026-11-30T13:52:07Z"),
            ("command", "plateau run --plan synthetic")], inner, indent=0))
    return uuid, total


def write_results(run, d, uuid, total):
    o = run.o
    tracks, steady = "", True
    for m, b in run.tracks() if o.rounds > 1 else []:
        pairs = [("metric", "iops"), ("op", "all"),
                 ("mix", "%d/%d" % (m, 100 - m)), ("block", size_text(b)),
                 ("label", "IOPS, %s, R/W %d/%d" % (size_text(b), m, 100 - m))]
        met = False
        if run.window:
            first, last = run.window
            ys = [run.cells[r, m, b] for r in range(first, last + 1)]
            slope, intercept, corr = fit(ys, first)
            avg = sum(ys) / len(ys)
            spread, rise = max(ys) - min(ys), abs(slope) * (last - first)
            met = avg > 0 and spread <= .2 * avg and rise <= .1 * avg
            pairs += [("average", avg), ("range_allowed", .2 * avg),
                      ("range_measured", spread),
                      ("range_met", "yes" if avg > 0 and spread <= .2 * avg
                       else "no"),
                      ("slope_allowed", .1 * avg), ("slope_measured", rise),
                      ("slope_met", "yes" if avg > 0 and rise <= .1 * avg
                       else "no"),
                      ("slope", slope), ("intercept", intercept)]
            if corr == corr:
                pairs.append(("correlation", corr))
        else:
            pairs += [("range_met", "no"), ("slope_met", "no")]
        steady = steady and met
        tracks += element("track", pairs, indent=4)
    asked = bool(tracks)
    inner = element("test", [
        ("stage", 3), ("id", o.test),
        ("title", HOSTILE if o.hostile else "IOPS"), ("rounds", o.rounds),
        ("window_first", run.window[0] if run.window else 0),
        ("window_last", run.window[1] if run.window else 0),
        ("steady_asked", "yes" if asked else "no"),
        ("steady_reached", "yes" if asked and steady else "no"),
        ("issued", total), ("logged", total), ("analysed", total),
        ("in_ramp", 0), ("errors", 0)], tracks)
    inner += element("check", [
        ("name", "counts"), ("test", o.test), ("verdict", "pass"),
        ("text", "%d I/Os were issued, logged and analysed." % total)])
    inner += element("check", [
        ("name", "little"), ("test", o.test), ("verdict", "pass"),
        ("text", "Mean latency x IOPS is the outstanding I/Os within 0.1 % "
                 "in all steps.")])
    inner += element("check", [
        ("name", "gaps"), ("verdict", "warn"),
        ("text", HOSTILE if o.hostile else
         "The longest pause between two steps was 1.2 ms.")])
    if not o.bare:
        inner += element("deviation", [
            ("key", "threads"), ("test", o.test),
            ("text", HOSTILE if o.hostile else
             "threads is 4, the specification asks for 8")])
        inner += element("deviation", [
            ("key", "synthetic"),
            ("text", "The numbers are synthetic test data: no drive was "
                     "measured.")])
    with open(d + "/results/results.xml", "w", encoding="utf-8") as f:
        f.write('<?xml version="1.0" encoding="UTF-8"?>\n')
        f.write(element("results", [
            ("xmlns", "urn:plateau:results:1"), ("tool", "plateau 0.1.0"),
            ("run_uuid", uuid)], inner, indent=0))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("dir")
    p.add_argument("--rounds", type=int, default=7)
    p.add_argument("--window", type=int, default=5)
    p.add_argument("--blocks", default="1048576,131072,65536,32768,16384,"
                   "8192,4096,512")
    p.add_argument("--mixes", default="100,95,65,50,35,5,0")
    p.add_argument("--count", type=int, default=0)
    p.add_argument("--records", type=int, default=0)
    p.add_argument("--status", default="done")
    p.add_argument("--test", default="iops")
    for flag in ("unsteady", "monster", "histograms", "zeros", "bare", "hostile", "simulated"):
        p.add_argument("--" + flag, action="store_true")
    o = p.parse_args()
    os.makedirs(o.dir + "/results", exist_ok=True)
    run = Run(o)
    write_plan(run, o.dir)
    uuid, total = write_run(run, o.dir)
    write_results(run, o.dir, uuid, total)
    write_tables(run, o.dir)


main()
