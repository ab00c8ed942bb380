#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A run goes on only with the target that it began on, told by what stays when
# names do not, and only when what has no serial number is named again; and only
# by the plan that it began with.  What is refused is not written to.
. tests/cli/run-scene.inc

# interrupted TARGET ARGUMENT...: a run that was ended in its test.
interrupted() {
	target=$1
	shift
	rm -rf "$scene/run"
	"$run" run --quiet --plan "$scene/plan.xml" --target "$target" "$@" \
		--set duration=1h -o "$scene/run" >"$scene/out" 2>&1 &
	pid=$!
	await test -s "$scene/run/raw/02-mixed.iolog"
	sleep 0.3
	kill -9 $pid
	wait $pid 2>/dev/null
	pid=
	edit_plan "$scene/run" 's/duration="[^"]*"/duration="20ms"/'
	cp -r "$scene/run" "$scene/kept"
}
# not TEXT FILE [ARGUMENT...]: refused, and the file and the run as they were.
not() {
	text=$1
	held=$2
	shift 2
	before=$(sync; md5sum <"$held")
	expect 2 "$text" --resume "$scene/run" "$@"
	[ "$before" = "$(sync; md5sum <"$held")" ] || fail "$text: was written"
	diff -r "$scene/run" "$scene/kept" || fail "$text: the run was touched"
}

# lies_on FILE: the loop device, unless somebody else was quicker.
lies_on() {
	losetup -d "$loop"
	losetup "$loop" "$1" && return
	loops=
	skip "$loop: not to be had again"
}

# A file: by path, link, inode and time of birth.
data=$scene/file
ln -s "$data" "$scene/link"
head -c 4194304 /dev/urandom >"$data"
interrupted "$scene/link" --destroy "$scene/link"
not "writes over it; to allow that, add --destroy" "$data"
not "is not this file" "$data" --destroy "$scene/other"

head -c 4194304 /dev/urandom >"$scene/other"
ln -sf "$scene/other" "$scene/link"
not "another target than the run began on: it was 'file $data inode" \
	"$scene/other" --destroy "$scene/link"
ln -sf "$data" "$scene/link"
sed -i "s|$scene/link|$scene/other|" "$scene/run/run.xml" "$scene/kept/run.xml"
not "another target" "$scene/other" --destroy "$scene/other"
sed -i "s|$scene/other|$scene/link|" "$scene/run/run.xml" "$scene/kept/run.xml"
mv "$data" "$scene/moved"
cp "$scene/moved" "$data"
not "another target" "$data" --destroy "$scene/link"
mv "$scene/moved" "$data"

# Another plan.
sed -i 's/passes="1"/passes="2"/' "$scene/run/plan.xml" "$scene/kept/plan.xml"
not "plan.xml: was changed since the run began" "$data" --destroy "$data"
edit_plan "$scene/run" 's/passes="2"/passes="1"/'
expect 0 "" --resume "$scene/run" --destroy "$scene/link"
whole "$scene/run"
rm -rf "$scene/kept" "$data"

# From another folder.
here=$(pwd)
case $run in
/*) ;;
*) run=$here/$run ;;
esac
cd "$scene" || exit 1
interrupted file --create 4MiB
cd "$here" || exit 1
grep -q "name=\"path\" value=\"$scene/file\"" "$scene/run/run.xml" ||
	fail "path: $(grep path "$scene/run/run.xml")"
expect 0 "" --resume "$scene/run" --destroy "$data"
rm -rf "$scene/kept" "$data"

# A plan that only reads needs no token.
head -c 4194304 /dev/urandom >"$data"
sed 's/50ms/1h/' "$scene/read.xml" >"$scene/long.xml"
"$run" run --quiet --plan "$scene/long.xml" --target "$data" \
	-o "$scene/reads" 2>"$scene/out" &
pid=$!
sleep 0.5
kill -INT $pid
wait $pid
pid=
"$run" status "$scene/reads" | grep -q -e "--resume $scene/reads\$" ||
	fail "status of what only reads"
edit_plan "$scene/reads" 's/duration="[^"]*"/duration="20ms"/'
expect 0 "" --resume "$scene/reads"

# A loop device that was given another file of the same size.
loop_device 4MiB
interrupted "$loop" --destroy "$token"
"$run" status "$scene/run" | grep -q -e "--destroy $token\$" ||
	fail "status: $("$run" status "$scene/run")"
not "to allow that, name it: --destroy $token" "$loop_file"
# Not even when its token is called a serial number.
sed -i "s|<fact name=\"name\"|<fact name=\"serial\" value=\"$token\"/>&|" \
	"$scene/run/run.xml" "$scene/kept/run.xml"
not "to allow that, name it: --destroy $token" "$loop_file"
sed -i "s|<fact name=\"serial\" value=\"$token\"/>||" \
	"$scene/run/run.xml" "$scene/kept/run.xml"
head -c 4194304 /dev/urandom >"$scene/foreign"
lies_on "$scene/foreign"
not "another target than the run began on: it was 'on $loop_file inode" \
	"$scene/foreign" --destroy "$token"
lies_on "$loop_file"
expect 0 "" --resume "$scene/run" --destroy "$token"
whole "$scene/run"
