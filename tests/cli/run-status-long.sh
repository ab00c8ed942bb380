#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The status of a run of many thousand steps is told at once.
. tests/cli/run-scene.inc

expect 0 "" --plan "$scene/read.xml" --engine sim --target sata-read-intensive \
	-o "$scene/run"
python3 - "$scene/run/run.xml" <<'PYTHON' || fail "no step to repeat"
import re, sys
text = open(sys.argv[1]).read()
step = re.search(r'\s*<step number="1"[^>]*/>', text)
steps = "".join(step[0].replace('number="1"', f'number="{n}"')
    for n in range(1, 20001))
open(sys.argv[1], "w").write(text[:step.start()] + steps + text[step.end():])
PYTHON
before=$(date +%s)
timeout 60 "$run" status "$scene/run" >"$scene/out" || fail "status: $?"
grep -q 'step 20000' "$scene/out" || fail "$(cat "$scene/out")"
[ $(($(date +%s) - before)) -lt 5 ] || fail "status takes too long"
