#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Nothing is written below or beside somebody else's loop device: not to a
# device or a file that one lies on, not to one that shares its file, not to a
# partition of what it lies on; nor to what is swapped to, or read-only.
. tests/cli/run-scene.inc
loop_device 32MiB
plan="--plan $scene/plan.xml --target $loop --destroy $token"
lower=$loop
lower_file=$loop_file
# What lies before the second device: a mounted file system writes by itself.
content() {
	sync
	head -c 16777216 "$lower_file" | md5sum
}

# upper ARGUMENT...: makes $upper, a loop device on something.
upper() {
	upper=$(losetup -f --show "$@" 2>"$scene/losetup") ||
		skip "no second loop device: $(cat "$scene/losetup")"
	loops="$upper $loops"
}

# detach DEVICE: it may be somebody else's next.
detach() {
	losetup -d "$1"
	loops=$(echo " $loops " | sed "s, $1 , ,g")
}

# On the device, behind its beginning: nothing is found there.
upper -o 16777216 "$lower"
name=${upper#/dev/}
refused "in use: $name lies on ${lower#/dev/}; 'losetup --detach $upper'" $plan
command -v mkfs.ext4 >/dev/null || skip "no mkfs.ext4"
mkfs.ext4 -q "$upper"
mount_on "$scene/mounted" "$upper"
before=$(content)
refused "in use: $name lies on ${lower#/dev/}" $plan
expect 2 "in use: $name lies on" $plan --dry-run
"$run" doctor | grep -q "^.*$lower .*would be refused: $name lies on" ||
	fail "doctor"
[ "$before" = "$(content)" ] || fail "written to"
umount "$scene/mounted"

# The other way round: what the loop device lies on is mounted.
detach "$upper"
mkfs.ext4 -q "$lower"
mount_on "$scene/mounted" "$lower"
upper -o 16777216 "$lower"
refused "in use: ${lower#/dev/} is mounted on" --plan "$scene/plan.xml" \
	--target "$upper" --destroy "${upper#/dev/}:16777216"
umount "$scene/mounted"
wipefs -q --all "$lower"
expect 0 "" --plan "$scene/plan.xml" --target "$upper" \
	--destroy "${upper#/dev/}:16777216" -o "$scene/upper"
detach "$upper"
wipefs -q --all "$lower"
head -c 65536 /dev/zero >"$lower"

# Two on one file, also under another name of it.
ln "$lower_file" "$scene/hard"
upper -o 16777216 "$scene/hard"
refused "in use: ${upper#/dev/} lies on its file $lower_file" $plan
detach "$upper"
refused "in use: ${lower#/dev/} lies on it" --plan "$scene/plan.xml" \
	--target "$scene/hard" --destroy "$scene/hard"
rm "$scene/hard"

# On the whole disk of a partition, and on its sibling.
addpart "$lower" 1 2048 8192 2>/dev/null
addpart "$lower" 2 16384 8192 2>/dev/null
if [ -b "${lower}p1" ]; then
	part="--plan $scene/plan.xml --target ${lower}p1"
	part="$part --destroy ${lower#/dev/}p1:4194304"
	upper "${lower}p2"
	refused "lies on ${lower#/dev/}p2" $plan
	expect 0 "" $part -o "$scene/part"
	detach "$upper"
	upper "$lower"
	refused "lies on ${lower#/dev/};" $part
	detach "$upper"
	delpart "$lower" 1
	delpart "$lower" 2
fi

# Read-only: told before there is a run.
detach "$lower"
loop_device 16MiB -r
refused "$loop: is read-only" --plan "$scene/plan.xml" --target "$loop" \
	--destroy "$token"
expect 0 "" --plan "$scene/read.xml" --target "$loop" -o "$scene/read"

# A file that is swapped to, which tmpfs cannot be.
mount_on "$scene/disk" -o loop,rw "$(
	truncate -s 32M "$scene/image"
	mkfs.ext4 -q "$scene/image"
	echo "$scene/image")"
head -c 8388608 /dev/zero >"$scene/disk/swap file"
chmod 600 "$scene/disk/swap file"
if mkswap -q "$scene/disk/swap file" 2>/dev/null &&
	swapon "$scene/disk/swap file" 2>/dev/null; then
	trap 'swapoff "$scene/disk/swap file" 2>/dev/null; end_scene' EXIT
	expect 2 "in use: it is swap space" --plan "$scene/plan.xml" \
		--target "$scene/disk/swap file" \
		--destroy "$scene/disk/swap file" -o "$scene/refused"
	swapoff "$scene/disk/swap file"
fi
