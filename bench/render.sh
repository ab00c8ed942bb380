#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What a report costs: make bench-render.  All tests of PTS-E are run on the
# simulated drive at a thousandth of their time, with as many rounds, steps and
# records as at full length, and analyzed; then the report is made RUNS (5)
# times, and a figure of 100 000 points drawn.  Seconds of the clock move with
# what else the machine does; of processor time, its children included, less.
set -eu
B=${1:-build}
runs=${RUNS:-5}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

"$B/bin/plateau-collect" run --engine sim --target sata-small --plan pts-e \
	--scale 1000 --seed 1 --quiet -o "$dir/run" 2>/dev/null
"$B/bin/plateau-analyze" analyze --quiet "$dir/run" >/dev/null
make --no-print-directory "$B/tests/render_chart" >/dev/null

# measured LABEL COMMAND...: the least and the median of the times, and memory
measured() {
	python3 - "$runs" "$@" <<'END'
import os
import subprocess
import sys
import time

runs, label, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
clock, work, memory = [], [], 0
for _ in range(runs):
    begin = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit("%s failed" % " ".join(command))
    clock.append(time.monotonic() - begin)
    work.append(usage.ru_utime + usage.ru_stime)
    memory = max(memory, usage.ru_maxrss)
print("%-28s %6.2f %6.2f %9.2f %9.2f %8.0f" % (
    label, min(clock), sorted(clock)[runs // 2], min(work),
    sorted(work)[runs // 2], memory / 1024))
END
}

printf '%-28s %6s %6s %9s %9s %8s\n' "of $runs runs" least median \
	"cpu least" "median, s" "MiB"
measured "report: PDF and SVG" "$B/bin/plateau-render" render "$dir/run" \
	--quiet -o "$dir/report"
measured "report: PDF" "$B/bin/plateau-render" render "$dir/run" --as pdf \
	--quiet -o "$dir/pdf"
printf '%s pages, %s figures of which gnuplot draws %s, %s tables\n' \
	"$(find "$dir/report/pages" -name '*.svg' | wc -l)" \
	"$(find "$dir/report/figures" -name '*.svg' | wc -l)" \
	"$(find "$dir/report/figures" -name '*.gp' | wc -l)" \
	"$(find "$dir/report/tables" -name '*.tsv' | wc -l)"
"$B/tests/render_chart" | grep "100 000 points"
