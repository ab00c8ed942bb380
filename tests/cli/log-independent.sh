#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The reader written from docs/iolog-format.md alone agrees with ours on every
# log that is kept.
set -eu
if ! command -v python3 >/dev/null; then
	echo "no python3"
	exit 77
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
log=$B/bin/plateau-log

compare() {
	$log cat --offset --flags "$1" >"$dir/ours" 2>/dev/null
	python3 tests/iolog_reader.py --offset --flags "$1" >"$dir/theirs"
	cmp "$dir/ours" "$dir/theirs"
	test "$(wc -l <"$dir/ours")" -gt 1000
}

for kept in tests/logs/v*.iolog; do
	compare "$kept"
	# What today's encoder makes of it, both ways.
	$log repack "$kept" "$dir/new" >/dev/null 2>&1
	compare "$dir/new"
	$log repack --small "$kept" "$dir/small" >/dev/null 2>&1
	compare "$dir/small"
	# Its header from the copy: damaged, cut off, and another run's.
	$log cat --offset "$dir/new" >"$dir/ours" 2>/dev/null
	cp "$dir/new" "$dir/hurt"
	printf '!' | dd of="$dir/hurt" bs=1 seek=40 conv=notrunc 2>/dev/null
	python3 tests/iolog_reader.py --offset "$dir/hurt" | cmp - "$dir/ours"
	tail -c +4097 "$dir/new" >"$dir/hurt"
	python3 tests/iolog_reader.py --offset "$dir/hurt" | cmp - "$dir/ours"
	{
		head -c 4096 samples/iops-small/raw/03-iops.iolog
		tail -c +4097 "$dir/new"
	} >"$dir/hurt"
	python3 tests/iolog_reader.py --offset "$dir/hurt" | cmp - "$dir/ours"
	rm "$dir/new" "$dir/small"
done

# Zones and mixtures of sizes: offsets by rule, none stored.
cat >"$dir/plan.xml" <<'END'
<plan xmlns="urn:plateau:plan:1" name="zones" title="Zones">
  <test id="zones" title="Zones" rounds="1" threads="2" depth="16"
      pattern="zoned:50/5:30/15:20/80" mix="40/60" duration="150ms"
      block="512/4:1536/1:4k/75:64k/20"/>
  <test id="sizes" title="Sizes" rounds="1" threads="1" depth="16"
      pattern="random" region="37%" duration="150ms" block="4k/70:64k/30"/>
</plan>
END
$B/bin/plateau-collect run --engine sim --target nvme --plan "$dir/plan.xml" \
	--quiet -o "$dir/run"
for each in "$dir"/run/raw/*.iolog; do
	compare "$each"
	$log info "$each" | sed -n 's/^bytes.I.O *//p' | awk '{ exit $1 > 4.5 }' || {
		echo "$each: offsets are stored"
		exit 1
	}
done
