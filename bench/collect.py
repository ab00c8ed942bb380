#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""The collector against the installed fio.

The target is a file in memory with O_DIRECT: the fastest that there is, so that
what is compared is the tools.  It is small (FILE_MIB): with a large one most of
the time goes to fetching its pages from memory, for both.  Both submit up to 16
I/Os a call.  Runs are interleaved in pairs, so that other load on the machine
hits both, and the median of the pairs' ratios counts.  The collector logs every
I/O to a disk, with a thread that encodes and one that writes; where processors
are few they compete with the load.

The last rows are of a device that stands still for 200 ms of every second, at a
fixed rate: a fifth of the I/Os wait, half of these for 100 ms and more.
"""
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as tree

build, pairs, seconds, long_seconds, file_mib = sys.argv[1], \
    int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5])
NS = "{urn:plateau:run:1}"

memory = tempfile.mkdtemp(prefix="plateau-bench.", dir="/dev/shm")
disk = tempfile.mkdtemp(prefix="plateau-bench.")
target = memory + "/file"
unmet = 0


def watch(pid, sizes):
    """Follows the memory of a process and its children, in KiB.  What wait4()
    tells has that of this script in it, from before the exec."""
    while True:
        size = 0
        try:
            pids = [pid]
            for p in pids:
                with open("/proc/%d/task/%d/children" % (p, p)) as f:
                    pids += [int(c) for c in f.read().split()]
                with open("/proc/%d/status" % p) as f:
                    found = re.search(r"VmHWM:\s+(\d+)", f.read())
                size = max(size, int(found.group(1)) if found else 0)
        except OSError:
            pass
        if size == 0:
            return
        sizes.append(size)
        time.sleep(0.1)


def wait_for(command, **how):
    """Runs a command; what it printed, its largest size, when it ended."""
    sizes = [0]
    with tempfile.TemporaryFile("w+") as out:
        child = subprocess.Popen(command, stdout=out, **how)
        watcher = threading.Thread(target=watch, args=(child.pid, sizes))
        watcher.start()
        _, status, _ = os.wait4(child.pid, 0)
        end = time.time()
        watcher.join()
        if status != 0:
            sys.exit("%s: status %d" % (command[0], status))
        out.seek(0)
        return out.read(), max(sizes), end


def of_day(text):
    """Seconds since 1970 of a time of day in run.xml."""
    whole, part = re.match(r"(.*)(\.\d+)Z$", text).groups()
    return time.mktime(time.strptime(whole, "%Y-%m-%dT%H:%M:%S")) - \
        time.timezone + float(part)


def plateau(plan, folder=disk, device=target, token=target):
    """Runs the plan; what is known of the last step of its last test."""
    run = folder + "/run"
    shutil.rmtree(run, ignore_errors=True)
    with open(disk + "/plan.xml", "w") as f:
        f.write('<plan xmlns="urn:plateau:plan:1" name="bench">%s</plan>' %
                plan)
    begin = time.time()
    _, rss_kib, end = wait_for([
        build + "/bin/plateau-collect", "run", "--quiet", "--plan",
        disk + "/plan.xml", "--target", device, "--destroy", token, "-o",
        run])
    root = tree.parse(run + "/run.xml").getroot()
    stage = list(root.iter(NS + "stage"))[-1]
    step = list(stage.iter(NS + "step"))[-1]
    count = int(step.get("issued"))
    spent = (int(step.get("end_ns")) - int(step.get("begin_ns"))) / 1e9
    log = run + "/" + stage.get("log")
    return {"iops": count / spent, "count": count, "log": log,
            "user_ns": float(step.get("cpu_user_s")) * 1e9 / count,
            "thread_ns": float(step.get("io_user_s")) * 1e9 / count,
            "bytes": os.path.getsize(log) / count, "rss_kib": rss_kib,
            "tail_s": end - of_day(root.get("started")) -
            int(stage.get("end_ns")) / 1e9,
            "beside_s": end - begin - spent,
            "mb_s": (int(stage.get("bytes_written")) +
                     int(stage.get("bytes_read"))) / 1e6 / spent}


def fio(depth, *options, rw="randread", bs="4k", length=seconds,
        device=target):
    for name in os.listdir(disk):
        if name.startswith("fio_"):
            os.remove(disk + "/" + name)
    begin = time.time()
    text, rss_kib, end = wait_for([
        "timeout", "%d" % (length * 10 + 60), "fio", "--name=bench",
        "--filename=" + device, "--direct=1", "--rw=" + rw, "--bs=" + bs,
        "--ioengine=libaio", "--iodepth=%d" % depth,
        "--iodepth_batch=%d" % min(depth, 16),
        "--iodepth_batch_complete_min=1",
        "--iodepth_batch_complete_max=%d" % depth, "--runtime=%g" % length,
        "--time_based", "--norandommap",
        "--output-format=json", *options], cwd=disk)
    job = json.loads(text[text.index("{"):])["jobs"][0]
    sides = [job[s] for s in ("read", "write") if job[s]["total_ios"] > 0]
    count = sum(s["total_ios"] for s in sides)
    spent = job["job_runtime"] / 1e3
    return {"iops": sum(s["iops"] for s in sides), "count": count,
            "mb_s": sum(s["bw_bytes"] for s in sides) / 1e6,
            "thread_ns": job["usr_cpu"] / 100 * spent * 1e9 / count,
            "rss_kib": rss_kib, "beside_s": end - begin - spent,
            "bytes": sum(os.path.getsize(disk + "/" + n)
                         for n in os.listdir(disk)
                         if n.startswith("fio_")) / count}


def verdict(met):
    global unmet
    unmet += not met
    return "met" if met else "NOT MET"


def compare(name, ours, theirs, key, wanted=None, most=False):
    """A line of the table: the median of the pairs' ratios."""
    rows = [(ours(), theirs()) for _ in range(pairs)]
    ratios = [a[key] / b[key] for a, b in rows if b[key] > 0]
    ratio = statistics.median(ratios)
    print("%-44s %10.4g %10.4g %7.2f  [%.2f-%.2f]" %
          (name, statistics.median(a[key] for a, _ in rows),
           statistics.median(b[key] for _, b in rows), ratio, min(ratios),
           max(ratios)), end="")
    if wanted is not None:
        print("  %s %.2f  %s" % ("<=" if most else ">=", wanted, verdict(
              ratio <= wanted if most else ratio >= wanted)), end="")
    print(flush=True)
    return rows


def line(name, ours, theirs, wanted=None, unit="", most=True):
    """A line of single values; None: not known."""
    print("%-44s %10s %10s %7s" % (name, *("" if v is None else "%.4g" % v
                                           for v in (ours, theirs)), ""),
          end="")
    if wanted is not None:
        print("  %s %g %s  %s" % ("<=" if most else ">=", wanted, unit,
              verdict(ours <= wanted if most else ours >= wanted)), end="")
    print(flush=True)


def median(rows, side, key):
    return statistics.median(r[side][key] for r in rows)


def reads(depth, length=seconds, folder=disk):
    return lambda: plateau('<test id="t" mix="100/0" block="4KiB" depth="%d" '
                           'duration="%dms"/>' % (depth, length * 1000),
                           folder)


LOG = "--write_lat_log=" + disk + "/fio"
ONE = (LOG, "--log_offset=1", "--disable_slat=1", "--disable_clat=1")


def compare_rates():
    rows = []
    for depth in (32, 128):
        rows += compare("QD %d, fio with one latency log" % depth,
                        reads(depth), lambda: fio(depth, *ONE), "iops", 1.15)
    compare("QD 32, fio with three logs", reads(32), lambda: fio(32, LOG),
            "iops", 1.30)
    compare("QD 32, fio without statistics", reads(32),
            lambda: fio(32, "--gtod_reduce=1"), "iops", 0.97)
    compare("128 KiB writes of new data, MB/s, QD 8",
            lambda: plateau('<test id="t" mix="0/100" block="128KiB" '
                            'depth="8" pattern="sequential" duration="%dms"/>'
                            % (seconds * 1000)),
            lambda: fio(8, "--refill_buffers", rw="write", bs="128k"),
            "mb_s", 1.5)
    return rows


def compare_costs(rows):
    costs = compare("user CPU an I/O of the I/O thread, ns", reads(32),
                    lambda: fio(32, *ONE), "thread_ns", 0.5, most=True)
    line("  of the whole process", median(costs, 0, "user_ns"), None)
    line("log, bytes an I/O", median(rows, 0, "bytes"),
         median(rows, 1, "bytes"), 2)
    # Without a disk the flush at the end takes no time.
    tails = [reads(32, folder=memory)() for _ in range(pairs)]
    line("last I/O to exit, log in memory, s", statistics.median(
        r["tail_s"] for r in tails), None, 0.1, "s")
    line("  log on a disk, with its flush, s", median(rows, 0, "tail_s"),
         None)
    line("start to exit beside the load, s", median(rows, 0, "beside_s"),
         median(rows, 1, "beside_s"))


def compare_memory():
    short, long = reads(32, 1)(), reads(32, long_seconds)()
    fio_short, fio_long = fio(32, *ONE, length=1), \
        fio(32, *ONE, length=min(long_seconds, 10))
    line("memory, growth from %.2g to %.2g I/Os, MiB" %
         (short["count"], long["count"]),
         (long["rss_kib"] - short["rss_kib"]) / 1024, None, 1, "MiB")
    line("  fio from %.2g to %.2g" % (fio_short["count"],
         fio_long["count"]), None,
         (fio_long["rss_kib"] - fio_short["rss_kib"]) / 1024)


def data_rate():
    text, _, _ = wait_for([build + "/bench/data"])
    print(text, end="")
    rates = [float(r) for r in re.findall(r": ([\d.]+) GB/s", text)]
    line("random data, GB/s a core, slowest of these", min(rates), None, 15,
         "GB/s", most=False)


def p90_ms(log):
    """The 90 % latency, by nearest rank."""
    with subprocess.Popen([build + "/bin/plateau-log", "cat", log],
                          stdout=subprocess.PIPE, text=True) as cat:
        column = cat.stdout.readline().rstrip("\n").split("\t").index(
            "latency_ns")
        v = sorted(int(r.split("\t")[column]) for r in cat.stdout)
    return v[-(-len(v) * 9 // 10) - 1] / 1e6


def compare_stalls():
    """What both show of a device that stands still."""
    below = memory + "/below"
    os.mkdir(below)
    server = subprocess.Popen(["python3", "tests/faults/stalling_fs.py",
                               below, "16777216", "200"])
    device = None
    try:
        for _ in range(100):
            if os.path.exists(below + "/disk"):
                break
            time.sleep(0.05)
        device = subprocess.run(["losetup", "-f", "--show", "--direct-io=on",
                                 below + "/disk"], capture_output=True,
                                text=True, check=True).stdout.strip()
        ours = plateau('<test id="t" block="4KiB" depth="128" mix="50/50" '
                       'rate="500/s" duration="6s"/>', disk, device,
                       device[5:] + ":16777216")
        text = wait_for([
            "timeout", "60", "fio", "--name=bench", "--filename=" + device,
            "--direct=1", "--rw=randrw", "--bs=4k", "--ioengine=libaio",
            "--iodepth=128", "--rate_iops=250", "--runtime=6",
            "--time_based", "--norandommap", "--lat_percentiles=1",
            "--percentile_list=90", "--output-format=json"], cwd=disk)[0]
        job = json.loads(text[text.index("{"):])["jobs"][0]
        line("stalls of 200 ms a second, 90 % latency, ms",
             p90_ms(ours["log"]), max(job[s]["lat_ns"]["percentile"]
             ["90.000000"] for s in ("read", "write")) / 1e6, 100, "ms",
             most=False)
    finally:
        if device is not None:
            subprocess.run(["losetup", "-d", device])
        subprocess.run(["umount", below])
        server.wait()


try:
    with open(target, "wb") as f:
        for _ in range(file_mib):
            f.write(os.urandom(1 << 20))
    print("load of the machine: %s, %d processors, %s, %d pairs of %g s, "
          "%d MiB" % (os.getloadavg()[0], os.cpu_count(), subprocess.run(
              ["fio", "--version"], capture_output=True,
              text=True).stdout.strip(), pairs, seconds, file_mib))
    print("%-44s %10s %10s %7s" % ("4 KiB random reads, in memory, I/Os a "
                                   "second", "plateau", "fio", "ratio"))
    compare_costs(compare_rates())
    compare_memory()
    data_rate()
    if os.geteuid() == 0 and os.path.exists("/dev/fuse"):
        compare_stalls()
    else:
        print("stalls: not measured, needs root and /dev/fuse")
    print("%d not met" % unmet)
finally:
    shutil.rmtree(memory)
    shutil.rmtree(disk)
