#!/bin/sh
# What a reader must know stands on every page: not steady, simulated, unfinished.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/report-scene.inc

# on_pages NAME FIRST LAST STRING
on_pages() {
	page=$2
	while [ "$page" -le "$3" ]; do
		text "$1" "$page" | grep -qF -- "$4" ||
			fail "page $page of $1 lacks: $4"
		page=$((page + 1))
	done
}

make_run unsteady --unsteady
report unsteady
has unsteady "not steady"
has unsteady "SS NOT ACHIEVED"
on_pages unsteady 1 "$(pages unsteady)" "STEADY STATE NOT REACHED"
grep -q "Steady state not reached" "$work"/unsteady/report/figures/iops-iops-2d.svg ||
	fail "the figure alone does not say so"

make_run simulated --simulated
report simulated
on_pages simulated 1 "$(pages simulated)" "SIMULATED: these numbers"
for figure in "$work"/simulated/report/figures/*.svg; do
	grep -q "SIMULATED" "$figure" || fail "$figure does not say so"
done

for table in "$work"/simulated/report/tables/*.md; do
	grep -q "SIMULATED" "$table" || fail "$table does not say so"
done

make_run cut --status interrupted
report cut
on_pages cut 1 "$(pages cut)" "THE RUN IS NOT COMPLETE (interrupted)"
