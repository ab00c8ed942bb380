#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What is written compresses as the plan says, neither better nor worse, and
# has no block twice.
. tests/cli/run-scene.inc
command -v zstd >/dev/null || skip "no zstd"

for percent in 0 20 46; do
	expect 0 "" --plan "$scene/plan.xml" --target "$scene/file" \
		--create 16MiB --set "compressible=$percent%" \
		--set "fill.compressible=$percent%" --set mix=0/100 \
		-o "$scene/run$percent"
	packed=$(zstd -1 -c "$scene/file" | wc -c)
	python3 - "$scene/file" "$percent" "$packed" <<'PYTHON' || exit 1
import sys
data = open(sys.argv[1], "rb").read()
wanted, got = 1 - int(sys.argv[2]) / 100, int(sys.argv[3]) / len(data)
assert wanted - 0.01 < got < wanted + 0.02, f"{got:.3f} is left, not {wanted}"
blocks = {data[i:i + 512] for i in range(0, len(data), 4096)}
assert len(blocks) == len(data) // 4096, "blocks repeat"
PYTHON
	rm "$scene/file"
done
