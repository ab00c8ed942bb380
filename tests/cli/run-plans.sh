#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# plateau plans lists every plan that ships with its times and what it writes, and
# prints one as it is.
. tests/cli/run-scene.inc

"$run" plans --capacity 1TB >"$scene/out" || fail "plans"
for plan in templates/plans/*.xml; do
	name=$(basename "$plan" .xml)
	grep -q "^$name  " "$scene/out" || fail "$name is not listed"
	"$run" plans show "$name" | cmp - "$plan" || fail "show $name"
done
# 56 minutes a round, 5 to 25 rounds; the drive is filled twice.
grep -q '^pts-e-iops  *4:40:00  *23:20:00  *2.0 TB+  ' "$scene/out" ||
	fail "pts-e-iops: $(grep pts-e-iops "$scene/out")"
"$run" plans show nonsense 2>"$scene/out"
[ $? = 2 ] && grep -q "no plan 'nonsense'" "$scene/out" || fail "nonsense"
# What would be refused is told in place of what would be written.
"$run" plans --capacity 1GB >"$scene/out"
grep -q '^iometer-mix .*  too small ' "$scene/out" || fail "$(cat "$scene/out")"
grep -q '^pts-e-hir .* by time ' "$scene/out" || fail "$(cat "$scene/out")"
loop_device 64MiB --sector-size 4096
"$run" plans --target "$loop" >"$scene/out"
grep -q '^pts-e-iops .* small blocks ' "$scene/out" ||
	fail "$(cat "$scene/out")"
grep -q '^demo .* 67.1 MB+ ' "$scene/out" || fail "$(cat "$scene/out")"
