#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What is written compresses as the plan says, neither better nor worse, by zstd
# and by lz4, and has no block twice.
. tests/cli/run-scene.inc
command -v zstd >/dev/null && command -v lz4 >/dev/null ||
	skip "no zstd or no lz4"

for percent in 0 20 46; do
	expect 0 "" --plan "$scene/plan.xml" --target "$scene/file" \
		--create 16MiB --set "compressible=$percent%" \
		--set "fill.compressible=$percent%" --set mix=0/100 \
		-o "$scene/run$percent"
	python3 - "$scene/file" "$percent" \
		"$(zstd -1 -c "$scene/file" | wc -c)" \
		"$(lz4 -1 -c "$scene/file" | wc -c)" <<'PYTHON' || exit 1
import sys
data = open(sys.argv[1], "rb").read()
wanted = 1 - int(sys.argv[2]) / 100
for tool, packed in zip(("zstd", "lz4"), sys.argv[3:]):
    got = int(packed) / len(data)
    assert wanted - 0.01 < got < wanted + 0.02, \
        f"{tool}: {got:.3f} is left, not {wanted}"
blocks = {data[i:i + 512] for i in range(0, len(data), 4096)}
assert len(blocks) == len(data) // 4096, "blocks repeat"
PYTHON
	rm "$scene/file"
done
