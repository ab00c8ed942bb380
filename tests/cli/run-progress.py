#!/usr/bin/env python3
# The progress line tells the time left in any width, never wraps, and a
# terminal that knows no escape codes gets plain lines.
# SPDX-License-Identifier: BSD-2-Clause
import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios

program = os.environ.get("B", "build") + "/bin/plateau-collect"
scene = tempfile.mkdtemp(dir="/dev/shm")
PLAN = """<plan xmlns="urn:plateau:plan:1" name="short">
<fill block="4KiB"/>
<test id="a-test-with-a-long-name" rounds="3" threads="4" depth="32"
  duration="700ms" mix="65/35" block="64KiB">
<steady window="2"><track metric="iops" mix="65/35"/></steady></test>
</plan>"""


def watch(columns, term):
    """All that a run prints on a terminal of this width."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ,
                struct.pack("HHHH", 24, columns, 0, 0))
    run = "%s/run-%d-%s" % (scene, columns, term)
    process = subprocess.Popen(
        [program, "run", "--plan", scene + "/plan.xml", "--target",
         run + ".file", "--create", "8MiB", "-o", run],
        stderr=theirs, stdout=subprocess.DEVNULL,
        env=dict(os.environ, TERM=term))
    os.close(theirs)
    said = b""
    try:
        while True:
            got = os.read(ours, 65536)
            if not got:
                break
            said += got
    except OSError:
        pass                    # the other end is closed
    os.close(ours)
    if process.wait() != 0:
        sys.exit("columns %d: status %d: %r" % (columns, process.returncode,
                                                said))
    return said.decode()


def lines(said):
    return [l for l in re.findall(r"\r([^\r\n]*?)\x1b\[K", said) if l]


def check(good, what, said):
    if not good:
        shutil.rmtree(scene)
        sys.exit("%s: %r" % (what, said))


with open(scene + "/plan.xml", "w") as f:
    f.write(PLAN)
for columns in (10, 24, 40, 80, 132):
    said = watch(columns, "xterm")
    seen = lines(said)
    check(len(seen) > 1, "%d columns: no line" % columns, said)
    check(all(len(l) < columns for l in seen), "%d columns: wraps" % columns,
          seen)
    check(all("left " in l or (columns < 24 and l.startswith("-"))
              for l in seen), "%d columns: no time" % columns, seen)
    if columns >= 80:
        check(any("99 % " in l and " IOPS" in l and "round " in l
                  for l in seen), "%d columns: no numbers" % columns, seen)
    if columns >= 132:
        check(any("65/35 64KiB 4x32" in l and "step 1/1" in l and "mean " in l
                  for l in seen), "%d columns: not all" % columns, seen)
said = watch(80, "dumb")
check("\x1b" not in said, "escape codes on a dumb terminal", said)
check("round 2/3" in said and "left " in said, "no news", said)
shutil.rmtree(scene)
