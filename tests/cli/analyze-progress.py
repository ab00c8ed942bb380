#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""On a terminal a line tells which log is read, how much of it and, once that
can be told, how long all will take; it fits, and is gone in the end.  --quiet, a
dumb terminal and what is no terminal have none."""
import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import tempfile
import termios

B = os.environ.get("B", "build")
scene = tempfile.mkdtemp()
runs = [scene + "/%s-run-of-a-rather-long-name" % n for n in "abc"]


def watch(*options, columns=60, term="xterm"):
    """What the analysis of all runs prints on a terminal."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ,
                struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [B + "/bin/plateau-analyze", "analyze", "--force", *options, *runs],
        stderr=theirs, stdout=subprocess.DEVNULL,
        env=dict(os.environ, TERM=term))
    os.close(theirs)
    said = b""
    try:
        while data := os.read(ours, 4096):
            said += data
    except OSError:
        pass
    assert process.wait() == 0, said
    return said.decode()


try:
    for run in runs:
        subprocess.run([B + "/tests/analyze_sample", "write", run, "tsc"],
                       check=True)
    said = watch()
    lines = said.split("\r")
    assert lines[-1] == "\033[K", lines
    shown = [line[:-3] for line in lines if len(line) > 3]
    assert shown, said
    for line in shown:
        assert re.match(r"\[[123]/3\]  pass [1-9]  \d+ %  (left about \d+ "
                        r"(s|min)  )?\S*$", line), line
        assert len(line) < 60, line
    assert any(line.endswith("01-iops.iolog") for line in shown), shown
    shown = [line for line in watch("--part", "1/2").split("\r")
             if len(line) > 3]
    assert shown and all(re.match(r"\[[123]\]  pass ", line)
                         for line in shown), shown
    # What failed is told all the same.
    quiet = watch("--quiet")
    assert "\033" not in quiet and "pass " not in quiet, quiet
    assert watch(term="dumb") == ""
finally:
    shutil.rmtree(scene)
