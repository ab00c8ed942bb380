#!/bin/sh
# A report replaces what an earlier one wrote and nothing else: no file and no
# link that another put there, and nothing is left of one that was ended.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/report-scene.inc

# left: the temporary folders in the report's folder.
left() {
	find "$work/run/report" -name '.render-*' | grep -c .
}

# refuses PATTERN: a report is not written.
refuses() {
	status=0
	"$render" render "$work/run" >"$work/out" 2>"$work/err" || status=$?
	[ "$status" = 1 ] || fail "$1: status $status"
	grep -q -- "$1" "$work/err" || fail "$1: $(cat "$work/err")"
	[ "$(left)" = 0 ] || fail "$1: a temporary folder is left"
}

make_run run
report run
report run

# A file that is in no list of ours, and one that is.
echo mine >"$work/mine"
sed -i '/report.pdf/d' "$work/run/report/files.txt"
cp "$work/mine" "$work/run/report/report.pdf"
refuses "report.pdf: is there and no file of an earlier report"
cmp -s "$work/mine" "$work/run/report/report.pdf" || fail "it was replaced"
rm "$work/run/report/report.pdf"
report run

# A folder that is a link.
mkdir "$work/target"
rm -r "$work/run/report/figures"
ln -s ../../target "$work/run/report/figures"
refuses "figures: is not a folder of its own"
rmdir "$work/target" || fail "a link was followed"
rm "$work/run/report/figures"
report run

# Of one that is ended nothing is left; what was left goes with the next one.
for signal in INT TERM; do
	python3 - "$signal" "$render" "$work/run" <<'END' || fail "SIG$signal"
import glob
import signal
import subprocess
import sys
import time

wanted = getattr(signal, "SIG" + sys.argv[1])
made = subprocess.Popen([sys.argv[2], "render", sys.argv[3]],
                        stdout=subprocess.DEVNULL)
folder = sys.argv[3] + "/report/.render-*"
while made.poll() is None and not glob.glob(folder + "/figures"):
    time.sleep(0.002)
made.send_signal(wanted)
if made.wait() != -wanted:
    sys.exit("was not ended: %d" % made.returncode)
for _ in range(500):
    if not glob.glob(folder):
        sys.exit(0)
    time.sleep(0.01)
sys.exit("is left: %s" % glob.glob(folder))
END
done
mkdir -p "$work/run/report/.render-Ab12Cd/figures" \
	"$work/run/report/.render-mine"
: >"$work/run/report/.render-Ab12Cd/figures/x.svg"
report run
[ "$(cd "$work/run/report" && echo .render*)" = .render-mine ] ||
	fail "left: $(ls -A "$work/run/report")"
