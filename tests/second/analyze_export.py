# SPDX-License-Identifier: BSD-2-Clause
"""Reads what plateau table and plateau export printed with the readers that
others use, and compares it with the tables of the run.

usage: analyze_export.py RUN FOLDER
"""
import csv
import json
import sys
import xml.etree.ElementTree as xml

RUN, FOLDER = sys.argv[1:3]


def load(name):
    with open(f"{RUN}/results/{name}.tsv", encoding="utf-8") as table:
        return list(csv.DictReader(table, delimiter="\t"))


def read(name):
    with open(f"{FOLDER}/{name}", encoding="utf-8") as text:
        return text.read()


points = load("points")
every = {(row["mix"], row["block_bytes"], row["op"]): row for row in points}
sizes = {"4KiB": "4096", "64KiB": "65536"}

# The matrix, in three forms.
rows = [line.split("\t") for line in read("iops.tsv").splitlines()]
assert rows[0][1:] == ["0/100", "65/35", "100/0"], rows[0]
assert [row[0] for row in rows[1:]] == ["4KiB", "64KiB"]
for row in rows[1:]:
    for mix, cell in zip(rows[0][1:], row[1:]):
        want = float(every[mix, sizes[row[0]], "all"]["iops"])
        assert cell == f"{want:.0f}", (mix, row[0], cell, want)
marks = [line for line in read("iops.md").splitlines() if line[:1] == "|"]
assert [[c.strip() for c in line.strip("|").split("|")]
        for line in marks[2:]] == rows[1:]
table = xml.fromstring("<all>" + read("lat.html") + "</all>").find("table")
heads = [cell.text for cell in table.findall("tr")[0]]
assert "4KiB, R/W 65/35" in heads
means = [cell.text for cell in table.findall("tr")[1]]
want = float(every["65/35", "4096", "all"]["lat_mean_ns"]) / 1000
assert means[heads.index("4KiB, R/W 65/35")] == f"{want:.1f}"
assert "fewer than ten" in read("lat.html")

# CSV: the same cells.
for name in ("points", "windows"):
    assert list(csv.DictReader(read(name + ".csv").splitlines())) == load(name)

# JSON, by fio's names.
document = json.loads(read("points.json"))
assert len(document["jobs"]) == 6
for job in document["jobs"]:
    options = job["job options"]
    read_percent = int(options["rwmixread"])
    mix = f"{read_percent}/{100 - read_percent}"
    assert options["rw"] == {100: "randread", 0: "randwrite"}.get(
        read_percent, "randrw")
    assert job["steady_state"] is True
    for op, name in (("all", "mixed"), ("read", "read"), ("write", "write")):
        row = every.get((mix, options["bs"], op))
        assert (row is not None) == (name in job)
        if row is None:
            continue
        got = job[name]
        assert got["total_ios"] == int(row["count"])
        assert got["iops"] == float(row["iops"])
        assert got["lat_ns"]["mean"] == float(row["lat_mean_ns"])
        assert got["lat_ns"]["percentile"]["99.990000"] == int(
            row["lat_p9999_ns"])

# As published: means of the rounds' values, and of the reads' and the writes'.
document = json.loads(read("rounds.json"))
assert document["latency method"] == "rounds"
for job in document["jobs"]:
    options = job["job options"]
    read_percent = int(options["rwmixread"])
    row = every[f"{read_percent}/{100 - read_percent}", options["bs"], "all"]
    got = job["mixed"]["lat_ns"]
    assert got["stddev"] == float(row["lat_sd_rounds_ns"])
    assert got["percentile"]["99.000000"] == float(row["lat_p99_rounds_ns"])
lines = [line.split("\t") for line in read("read-write.tsv").splitlines()]
column = lines[0].index("4KiB, R/W 65/35")
for head, name in (("mean", "lat_mean_ns"), ("deviation", "lat_sd_ns")):
    want = sum(float(every["65/35", "4096", op][name])
               for op in ("read", "write")) / 2000
    got = next(line[column] for line in lines if line[0] == head)
    assert got == f"{want:.1f}", (head, got, want)

# The distribution ends at the maximum and counts every I/O once.
for op in ("all", "read"):
    lines = read(op + ".hgrm").splitlines()
    row = every["65/35", "4096", op]
    body = [line.split() for line in lines[2:] if line[:1] != "#"]
    assert int(body[-1][2]) == int(row["count"])
    assert body[-1][1] == "1.000000000000"
    assert body[-1][0] == f"{int(row['lat_max_ns']) / 1000:.3f}"
    assert [float(b[0]) for b in body] == sorted(float(b[0]) for b in body)
    for value, share, *_ in body:
        if float(share) >= 0.99:
            exact = int(row["lat_p99_ns"]) / 1000
            assert exact <= float(value) <= exact * 1.04, (exact, value)
            break
