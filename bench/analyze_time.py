# SPDX-License-Identifier: BSD-2-Clause
"""Runs a command and prints its time and memory.

usage: analyze_time.py COMMAND...
"""
import resource
import subprocess
import sys
import time

begin = time.monotonic()
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL,
                        check=False).returncode
wall = time.monotonic() - begin
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"  {wall:.2f} s, CPU {usage.ru_utime + usage.ru_stime:.2f} s, "
      f"memory {usage.ru_maxrss / 1024:.1f} MiB"
      + (f", STATUS {status}" if status else ""))
