#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""The collector against fio on a file in memory with O_DIRECT: the fastest
target there is, so that what is compared is the tools.

Both submit up to 16 I/Os a call.  Runs are interleaved in pairs, so that other
load on the machine hits both, and the median of the pairs' ratios counts.  The
collector logs every I/O to a disk, with a thread that encodes and one that
writes; where processors are few they compete with the load.
"""
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as tree

build, pairs, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
NS = "{urn:plateau:run:1}"
FILE_BYTES = 1 << 30

memory = tempfile.mkdtemp(prefix="plateau-bench.", dir="/dev/shm")
disk = tempfile.mkdtemp(prefix="plateau-bench.")
target = memory + "/file"


def io_thread_s(pid):
    """User time until now of the first I/O thread, in steps of a jiffy."""
    try:
        for task in os.listdir("/proc/%d/task" % pid):
            with open("/proc/%d/task/%s/stat" % (pid, task)) as f:
                name, rest = f.read().split(")", 1)
            if name.endswith("(io-0"):
                return int(rest.split()[11]) / os.sysconf("SC_CLK_TCK")
    except OSError:
        pass
    return None


def plateau(plan, *options):
    """Runs the plan; the counts and times of its last test."""
    run = disk + "/run"
    shutil.rmtree(run, ignore_errors=True)
    with open(disk + "/plan.xml", "w") as f:
        f.write('<plan xmlns="urn:plateau:plan:1" name="bench">%s</plan>' %
                plan)
    command = [build + "/bin/plateau-collect", "run", "--quiet", "--plan",
               disk + "/plan.xml", "--target", target, "--destroy", target,
               "-o", run, *options]
    child = subprocess.Popen(command)
    thread_s = 0
    while True:
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        end = time.time()
        if pid != 0:
            break
        thread_s = io_thread_s(child.pid) or thread_s
        time.sleep(0.01)
    if status != 0:
        sys.exit("plateau: status %d" % status)
    root = tree.parse(run + "/run.xml").getroot()
    stage = list(root.iter(NS + "stage"))[-1]
    step = list(stage.iter(NS + "step"))[-1]
    count = int(step.get("issued"))
    spent = (int(step.get("end_ns")) - int(step.get("begin_ns"))) / 1e9
    begun = re.sub(r"\.(\d{6})\d*Z", r".\1+0000", root.get("started"))
    begun = time.mktime(time.strptime(begun[:19], "%Y-%m-%dT%H:%M:%S")) - \
        time.timezone + float("0" + begun[19:26])
    return {"iops": count / spent, "count": count,
            "user_ns": float(step.get("cpu_user_s")) * 1e9 / count,
            # The kernel counts in jiffies: less than one is not known.
            "thread_ns": max(thread_s, 1 / os.sysconf("SC_CLK_TCK")) *
            1e9 / count,
            "bytes": os.path.getsize(run + "/" + stage.get("log")) / count,
            "rss_kib": usage.ru_maxrss,
            "tail_s": end - begun - int(stage.get("end_ns")) / 1e9,
            "mb_s": (int(stage.get("bytes_written")) +
                     int(stage.get("bytes_read"))) / 1e6 / spent}


def fio(depth, *options, rw="randread", bs="4k"):
    command = ["fio", "--name=bench", "--filename=" + target, "--direct=1",
               "--rw=" + rw, "--bs=" + bs, "--ioengine=libaio",
               "--iodepth=%d" % depth,
               "--iodepth_batch=%d" % min(depth, 16),
               "--iodepth_batch_complete_min=1",
               "--iodepth_batch_complete_max=%d" % depth,
               "--runtime=%g" % seconds, "--time_based", "--norandommap",
               "--size=%d" % FILE_BYTES, "--output-format=json", *options]
    out = subprocess.run(command, capture_output=True, text=True, cwd=disk,
                         timeout=seconds * 10 + 60, check=True).stdout
    job = json.loads(out[out.index("{"):])["jobs"][0]
    side = job["write" if "write" in rw else "read"]
    return {"iops": side["iops"], "mb_s": side["bw_bytes"] / 1e6,
            "thread_ns": job["usr_cpu"] / 100 * job["job_runtime"] * 1e6 /
            side["total_ios"]}


def compare(name, ours, theirs, key, wanted, most=False):
    """A line of the table: the median of the pairs' ratios."""
    rows = [(ours(), theirs()) for _ in range(pairs)]
    ratios = [a[key] / b[key] for a, b in rows if b[key] > 0]
    ratio = statistics.median(ratios)
    met = ratio <= wanted if most else ratio >= wanted
    print("%-44s %10.4g %10.4g %7.2f  [%.2f-%.2f]  %s %.2f  %s" %
          (name, statistics.median(a[key] for a, _ in rows),
           statistics.median(b[key] for _, b in rows), ratio, min(ratios),
           max(ratios), "<=" if most else ">=", wanted,
           "met" if met else "NOT MET"), flush=True)
    return rows


def limit(name, value, wanted, unit):
    print("%-44s %10.4g %s  <= %g  %s" %
          (name, value, unit, wanted, "met" if value <= wanted else
           "NOT MET"), flush=True)


def reads(depth, length):
    return lambda: plateau('<test id="t" mix="100/0" block="4KiB" depth="%d" '
                           'duration="%dms"/>' % (depth, length * 1000))


LOG = "--write_lat_log=" + disk + "/fio"
ONE = (LOG, "--log_offset=1", "--disable_slat=1", "--disable_clat=1")

try:
    with open(target, "wb") as f:
        for _ in range(FILE_BYTES >> 20):
            f.write(os.urandom(1 << 20))
    print("load of the machine: %s, %d processors" %
          (os.getloadavg()[0], os.cpu_count()))
    print("%-44s %10s %10s %7s" % ("4 KiB random reads, in memory, I/Os a "
                                   "second", "plateau", "fio", "ratio"))
    ours = []
    for depth in (32, 128):
        ours += compare("QD %d, fio with one latency log" % depth,
                        reads(depth, seconds), lambda: fio(depth, *ONE),
                        "iops", 1.15)
    compare("QD 32, fio with three logs", reads(32, seconds),
            lambda: fio(32, LOG), "iops", 1.30)
    compare("QD 32, fio without statistics", reads(32, seconds),
            lambda: fio(32, "--gtod_reduce=1"), "iops", 0.97)
    rows = compare("user CPU an I/O of the I/O thread, ns",
                   reads(32, seconds), lambda: fio(32, *ONE), "thread_ns",
                   0.5, most=True)
    print("%-44s %10.4g" % ("  of the whole process", statistics.median(
          a["user_ns"] for a, _ in rows)))
    compare("128 KiB writes of new data, MB/s, QD 8",
            lambda: plateau('<test id="t" mix="0/100" block="128KiB" '
                            'depth="8" pattern="sequential" duration="%dms"/>'
                            % (seconds * 1000)),
            lambda: fio(8, "--refill_buffers", rw="write", bs="128k"),
            "mb_s", 1.5)
    limit("log, bytes an I/O", statistics.median(a["bytes"]
          for a, _ in ours), 2, "bytes")
    limit("last I/O to exit, with the final flush", statistics.median(
          a["tail_s"] for a, _ in ours), 0.1, "s")
    short, long = reads(32, 1)(), reads(32, 20)()
    limit("memory, growth from %.2g to %.2g I/Os" % (short["count"],
          long["count"]), (long["rss_kib"] - short["rss_kib"]) / 1024, 1,
          "MiB")
finally:
    shutil.rmtree(memory)
    shutil.rmtree(disk)
