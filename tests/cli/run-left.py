#!/usr/bin/env python3
# The time that is left, as the run says at each beginning of a stage or a round
# and as "plateau status" says meanwhile, has the true one between its earliest
# and its latest, and the latest of a run without steady state is within 10 %.
# SPDX-License-Identifier: BSD-2-Clause
# alone
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

program = os.environ.get("B", "build") + "/bin/plateau-collect"
scene = tempfile.mkdtemp(dir="/dev/shm")
# The second fill takes as long as the first one; rates do not depend on load.
PLAN = """<plan xmlns="urn:plateau:plan:1" name="left">
<fill id="one" block="4KiB" passes="20" depth="1"/>
<test id="rounds" rounds="4" duration="1s" rate="500/s" pause="500ms"/>
<idle duration="3s"/>
<fill id="two" block="4KiB" passes="20" depth="1"/>
<test id="steady" rounds="4" duration="1s" rate="500/s"/>
</plan>"""
STEADY = PLAN.replace('id="steady" rounds="4" duration="1s" rate="500/s"/>', '''
id="steady" rounds="6" duration="1s" rate="500/s"><steady window="3"
range="100%" slope="100%"><track/></steady></test>''')


def fail(text):
    shutil.rmtree(scene)
    sys.exit(text)


def seconds(clock):
    value = 0
    for part in clock.split(":"):
        value = value * 60 + int(part)
    return value


def parse(text):
    """Earliest and latest, and whether fills come to them; or None."""
    found = re.search(r"left ([\d:]+)(?: to ([\d:]+))?( and fills)?", text)
    if found is None:
        return None
    return (seconds(found.group(1)), seconds(found.group(2) or
                                             found.group(1)),
            found.group(3) is not None)


def follow(name, plan):
    """(when, earliest, latest, fills, what) of all that is said; the end."""
    with open(scene + "/plan.xml", "w") as f:
        f.write(plan)
    run = scene + "/" + name
    process = subprocess.Popen(
        [program, "run", "--plan", scene + "/plan.xml", "--target",
         run + ".file", "--create", "32MiB", "-o", run],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    said = []
    for line in process.stderr:
        if parse(line) is not None:
            said.append((time.time(), *parse(line), line.strip()))
            status = subprocess.run([program, "status", run], text=True,
                                    capture_output=True).stdout
            if parse(status) is not None:
                said.append((time.time(), *parse(status), status))
    if process.wait() != 0:
        fail("%s: status %d" % (name, process.returncode))
    return said, time.time()


said, end = follow("fixed", PLAN)
if not said[0][3]:
    fail("the first fill's time is said to be known: %r" % said[0][4])
with open(scene + "/fixed/run.xml") as f:
    one, two = ((int(e) - int(b)) / 1e9 for b, e in re.findall(
        r'kind="fill" .*begin_ns="(\d+)" end_ns="(\d+)"', f.read()))
for at, least, most, fills, what in said:
    # The second fill is expected to take what the first one did.
    left = end - at
    if re.search(r"^ [23] .* running|^\[[23]/5\]", what, re.M):
        left += one - two
    elif not re.search(r"^ 5 .* running|^\[5/5\]", what, re.M):
        continue
    # Whole seconds, and the wait for the next look.
    if fills or abs(most - left) > 0.1 * left + 1.6:
        fail("%.1f s were left, not %d to %d%s: %s" %
             (left, least, most, " and fills" if fills else "", what))
if sum("fixed" not in s[4] and "\n" in s[4] for s in said) == 0:
    fail("nothing by status: %r" % said)

said, end = follow("steady", STEADY)
early = [s for s in said if re.search(r"^ 5 .* running|^\[5/5\]", s[4], re.M)]
if not early or not all(least - 1.6 <= end - at <= most + 1.6
                        for at, least, most, _, _ in early):
    fail("not between: %r, %.1f" % (early, end))
if not any(most > least + 2 for _, least, most, _, _ in early):
    fail("earliest and latest are the same: %r" % early)
shutil.rmtree(scene)
