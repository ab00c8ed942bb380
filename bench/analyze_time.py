# SPDX-License-Identifier: BSD-2-Clause
"""Runs a command that deals with so many I/Os and prints its speed and memory
as a line of the table of analyze.sh.

usage: analyze_time.py LABEL IOS COMMAND...
"""
import resource
import subprocess
import sys
import time

label, ios = sys.argv[1], int(sys.argv[2])
begin = time.monotonic()
status = subprocess.run(sys.argv[3:], stdout=subprocess.DEVNULL,
                        stderr=subprocess.DEVNULL,
                        check=False).returncode
wall = time.monotonic() - begin
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
cpu = usage.ru_utime + usage.ru_stime
print(f"{label:34} {ios / wall / 1e6:8.1f} M/s {wall * 1e9 / ios:8.2f} ns  "
      f"(CPU {cpu * 1e9 / ios:8.2f} ns)  {usage.ru_maxrss / 1024:.0f} MiB"
      + (f"  STATUS {status}" if status else ""), flush=True)
