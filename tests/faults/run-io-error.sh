#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A device that answers with errors or too little: the run stops with status 1
# and the place named, or goes on and counts them, as the plan says; every
# failed I/O is in the log with its result.
. tests/cli/run-scene.inc
loop_device 32MiB
dd if=/dev/urandom of="$loop_file" bs=1M count=32 conv=notrunc 2>/dev/null
# Half of the blocks lie behind the end of the file.
truncate -s 16M "$loop_file"

expect 1 "read of 4096 bytes at byte .*Input/output error" \
	--plan "$scene/read.xml" --target "$loop" -o "$scene/stop"
whole "$scene/stop"
grep -q '<run .*status="failed"' "$scene/stop/run.xml" || fail "not marked"

sed 's/name="read"/name="read" on-error="go-on"/' "$scene/read.xml" \
	>"$scene/go-on.xml"
expect 0 "" --plan "$scene/go-on.xml" --target "$loop" -o "$scene/go-on"
whole "$scene/go-on"
expect 3 "" --plan "$scene/go-on.xml" --target "$loop" --strict -o "$scene/s"
"$log" cat --offset "$scene/go-on/raw/01-read.iolog" | python3 -c '
import csv, sys, xml.etree.ElementTree as tree
rows = list(csv.DictReader(sys.stdin, delimiter="\t"))
bad = [r for r in rows if r["result"] == "-5"]
good = [r for r in rows if r["result"] == r["bytes"]]
assert len(bad) + len(good) == len(rows), "other results"
end = 16 << 20
assert all(int(r["offset_bytes"]) >= end for r in bad), "bad before the end"
assert all(int(r["offset_bytes"]) < end for r in good), "good behind the end"
assert bad and good, f"{len(bad)} of {len(rows)}"
stage = next(tree.parse(sys.argv[1]).getroot().iter("{urn:plateau:run:1}stage"))
assert int(stage.get("errors")) == len(bad), stage.attrib
' "$scene/go-on/run.xml" || exit 1

# A device that shrinks under the run: transfers of nothing.
losetup -d "$loop"
truncate -s 32M "$loop_file"
loop=$(losetup -f --show --direct-io=on "$loop_file")
loops="$loops $loop"
"$run" run --quiet --plan "$scene/go-on.xml" --set duration=1500ms \
	--target "$loop" -o "$scene/shrunk" >"$scene/out" 2>&1 &
pid=$!
sleep 0.7
truncate -s 16M "$loop_file"
losetup -c "$loop"
wait $pid || fail "shrunk: $(cat "$scene/out")"
whole "$scene/shrunk"
"$log" cat "$scene/shrunk/raw/01-read.iolog" | awk -F '\t' '
	NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
	$c["result"] == 0 { short++ }
	END { exit !(short > 0) }' || fail "no short transfers were logged"
grep -q 'errors="[1-9]' "$scene/shrunk/run.xml" || fail "none was counted"
