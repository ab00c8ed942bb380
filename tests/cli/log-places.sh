#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A log whose frames were swapped or written twice, or whose header is gone or
# another run's, is told so, and repaired to the log that it was; if frames are
# lost besides, the repaired log says so too; and so are frames of another run.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
log=$B/bin/plateau-log

# u32 FILE OFFSET
u32() {
	od -A n -t u4 -j "$2" -N 4 "$1" | tr -d ' '
}
# piece FILE BEGIN END: bytes of a file.
piece() {
	tail -c "+$(($2 + 1))" "$1" | head -c $(($3 - $2))
}
# is_told FILE TEXT...: verify says so, and repair makes the whole log.
is_told() {
	file=$1
	shift
	"$log" verify "$file" >"$dir/out" 2>"$dir/err" && {
		echo "$file: taken as whole"
		exit 1
	}
	for text in "$@"; do
		grep -q "$text" "$dir/err" || {
			echo "$file: not told: $text"
			cat "$dir/err"
			exit 1
		}
	done
	if grep -q "I/Os" "$dir/err"; then
		echo "$file: $(grep "I/Os" "$dir/err")"
		exit 1
	fi
	rm -f "$dir/new"
	"$log" repair "$file" "$dir/new" >/dev/null 2>&1
	cmp "$dir/new" "$dir/log"
	rm "$dir/new"
	# shellcheck disable=SC2002
	cat "$file" | "$log" repair - "$dir/new" >/dev/null 2>&1
	cmp "$dir/new" "$dir/log"
}
# is_lost FILE TEXT: verify names these I/Os, and so it does once the log is
# repaired, from a pipe too, and repaired again.
is_lost() {
	rm -f "$dir/new" "$dir/again" "$dir/piped"
	"$log" repair "$1" "$dir/new" >/dev/null 2>&1
	"$log" repair "$dir/new" "$dir/again" >/dev/null 2>&1
	cmp "$dir/new" "$dir/again"
	# shellcheck disable=SC2002
	cat "$1" | "$log" repair - "$dir/piped" >/dev/null 2>&1
	cmp "$dir/new" "$dir/piped"
	for file in "$1" "$dir/new"; do
		"$log" verify "$file" >"$dir/out" 2>"$dir/err" && {
			echo "$1: $file: taken as whole"
			exit 1
		}
		for told in "$2 are missing" ", but .* were written"; do
			grep -q "$told" "$dir/err" && continue
			echo "$1: $file: not told: $told"
			cat "$dir/err"
			exit 1
		done
		if grep -q "behind the end\|bytes, but" "$dir/err"; then
			echo "$1: $(cat "$dir/err")"
			exit 1
		fi
	done
	grep -q repaired "$dir/err"
}

"$log" repack tests/logs/v1-age.iolog "$dir/log" >/dev/null
"$log" repack tests/logs/v1-latency.iolog "$dir/other" >/dev/null
# Another run: its UUID in the header, which alone is taken of it.
head -c 4092 "$dir/other" >"$dir/header"
printf 'another run' | dd of="$dir/header" bs=1 seek=32 conv=notrunc 2>/dev/null
size=$(wc -c <"$dir/log")

# Where its frames begin.
at=4096
count=0
while [ $at -lt "$size" ]; do
	eval "f$count=$at"
	at=$((at + $(u32 "$dir/log" $((at + 8)))))
	count=$((count + 1))
done

{
	piece "$dir/log" 0 $f7
	piece "$dir/log" $f9 $f10
	piece "$dir/log" $f8 $f9
	piece "$dir/log" $f7 $f8
	piece "$dir/log" $f10 "$size"
} >"$dir/swapped"
is_told "$dir/swapped" "byte $f7: frames are missing here" "out of order"
{
	piece "$dir/log" 0 $f9
	piece "$dir/log" $f6 "$size"
} >"$dir/twice"
is_told "$dir/twice" "bytes $f9 to $((f9 + f9 - f6)): repeated"
"$log" cat "$dir/twice" 2>/dev/null >"$dir/rows" || true
"$log" cat "$dir/log" | cmp - "$dir/rows"

# A frame lost in the middle of a stream, and one at its end; frames of greater
# numbers before it or before all, moved or copied, the end frame too.
n=$((count - 1))
for lost in 8 12; do
	eval "begin=\$f$lost behind=\$f$((lost + 1))"
	[ $lost = 8 ] && text="stream 1: I/Os 0 to 1427" ||
		text="stream 1: I/Os 1428 to 2855"
	for other in $((lost + 1)) $n; do
		eval "from=\$f$other"
		to=$((from + $(u32 "$dir/log" $((from + 8)))))
		for at in $begin $f1; do
			{
				piece "$dir/log" 0 $at
				piece "$dir/log" $from $to
				piece "$dir/log" $at $begin
				piece "$dir/log" $behind "$size"
			} >"$dir/copied"
			is_lost "$dir/copied" "$text"
			{
				piece "$dir/log" 0 $at
				piece "$dir/log" $from $to
				piece "$dir/log" $at $begin
				head -c 100 Makefile
				piece "$dir/log" $behind $from
				piece "$dir/log" $to "$size"
			} >"$dir/moved"
			is_lost "$dir/moved" "$text"
		done
	done
done
cp "$dir/log" "$dir/over"
tail -c +$((f15 + 1)) "$dir/log" |
	dd of="$dir/over" bs=1 seek=$((f12 + 9)) conv=notrunc 2>/dev/null
is_lost "$dir/over" "stream 1: I/Os 1428 to 2855"

piece "$dir/log" 4096 "$size" >"$dir/headless"
is_told "$dir/headless" "header is missing; a copy"
{
	head -c 1234 Makefile
	cat "$dir/log"
} >"$dir/behind"
is_told "$dir/behind" "header is damaged; a copy"
python3 - "$dir/header" tests <<'END' || { echo "no python3"; exit 77; }
import sys
sys.path.insert(0, sys.argv[2])
from iolog_reader import crc32c
with open(sys.argv[1], 'r+b') as f:
    crc = crc32c(f.read())
    f.write(crc.to_bytes(4, 'little'))
END
{
	cat "$dir/header"
	piece "$dir/log" 4096 "$size"
} >"$dir/foreign"
is_told "$dir/foreign" "header is another run's"

# Without copies of its header a log of 1.0 cannot be read behind another's;
# behind its own it can, though the end of that is damaged.
kept=tests/logs/v1-age.iolog
{
	cat "$dir/header"
	tail -c +4097 "$kept"
} >"$dir/hidden"
rm -f "$dir/new"
status=0
"$log" repair "$dir/hidden" "$dir/new" >/dev/null 2>"$dir/err" || status=$?
[ $status = 1 ]
grep -q "bytes 4096 to .* frames of another run stand here" "$dir/err"
cp "$kept" "$dir/soft"
printf 'damage' | dd of="$dir/soft" bs=1 seek=4089 conv=notrunc 2>/dev/null
"$log" cat "$dir/soft" >"$dir/rows" 2>"$dir/err" && exit 1
grep -q "header is damaged from byte" "$dir/err"
"$log" cat "$kept" | cmp - "$dir/rows"

# More ranges of frames are missing for a while than are remembered, and a
# header says what a terminal shall not obey.
python3 - samples/iops-small/raw/03-iops.iolog "$kept" "$dir" tests <<'END'
import struct
import sys
sys.path.insert(0, sys.argv[4])
from iolog_reader import crc32c, u32
data = open(sys.argv[1], 'rb').read()
frames, at = [], 4096
while at < len(data):
    frames.append(data[at:at + u32(data, at + 8)])
    at += len(frames[-1])
with open(sys.argv[3] + '/many', 'wb') as f:
    f.write(data[:4096] + frames[0] + b''.join(frames[2:-1:2]) +
            b''.join(frames[1:-1:2]) + frames[-1])
data = bytearray(open(sys.argv[2], 'rb').read())
text = b'a=\xe2\x80\xaeb\xc2\x9b\x9b\xc3\xa9\xff\x1b\n'
data[256:4092] = text + bytes(4092 - 256 - len(text))
data[120:124] = struct.pack('<I', len(text))
data[4092:4096] = struct.pack('<I', crc32c(bytes(data[:4092])))
with open(sys.argv[3] + '/named', 'wb') as f:
    f.write(data)
END
status=0
"$log" verify "$dir/many" >/dev/null 2>"$dir/err" || status=$?
[ $status = 1 ]
grep -q "passed over: too many are missing" "$dir/err"
"$log" info "$dir/named" | grep -qx "a=?b??$(printf '\303\251')??"
