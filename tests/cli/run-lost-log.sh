#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A stage that is done stays only with its log: a run whose log is missing, no
# file, or that of another does not go on, and says what to do; a log that is
# removed while the run goes on ends it.
. tests/cli/run-scene.inc

cat >"$scene/two.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="two">
  <fill block="128KiB" passes="1" threads="1" depth="4"/>
  <test id="first" rounds="2" depth="4" duration="50ms" block="4KiB" mix="50/50"/>
  <test id="second" rounds="3" depth="4" duration="1h" block="4KiB" mix="50/50"/>
</plan>
PLAN

# begin ARGUMENT...: a run in the background, as $pid, in its last test.
begin() {
	"$run" run --quiet --plan "$scene/two.xml" --target "$scene/file" \
		"$@" -o "$scene/run" >"$scene/out" 2>&1 &
	pid=$!
	await test -e "$scene/run/raw/03-second.iolog"
	await grep -qs 'log="raw/03-second' "$scene/run/run.xml"
}

# resume STATUS TEXT: goes on, with the permission.
resume() {
	expect "$1" "$2" --resume "$scene/run" --destroy "$scene/file"
}

begin --create 8MiB
kill -9 $pid
wait $pid 2>/dev/null
pid=
edit_plan "$scene/run" 's/duration="1h"/duration="50ms"/'
first=$scene/run/raw/02-first.iolog
cp "$scene/run/run.xml" "$scene/before.xml"
mv "$first" "$scene/kept"

resume 2 "02-first.iolog: No such file"
grep -q 'have stage 2 .* run again' "$scene/out" || fail "no advice"
cmp -s "$scene/run/run.xml" "$scene/before.xml" || fail "run.xml was changed"
mkfifo "$first"
resume 2 "02-first.iolog: this is not a raw log"
rm "$first"
mkdir "$first"
resume 2 "02-first.iolog: this is not a raw log"
rmdir "$first"
ln -s nowhere "$first"
resume 2 "02-first.iolog: No such file"
rm "$first"
cp "$scene/run/raw/01-fill.iolog" "$first"
resume 2 "02-first.iolog: the log of another run"
head -c 6000 "$scene/kept" >"$first"
resume 2 "02-first.iolog: it has [0-9]* I/Os, and the run logged"
: >"$first"
resume 2 "02-first.iolog: it has 0 I/Os"
rm "$first"

# What was under way is lost: told, and not waited for.
cp -r "$scene/run" "$scene/again"
cp "$scene/kept" "$first"
rm "$scene/run/raw/03-second.iolog"
mkfifo "$scene/run/raw/03-second.iolog"
resume 0 "03-second.iolog: this is not a raw log: .* measured again"
cmp -s "$first" "$scene/kept" || fail "the stage was run again"
rm "$scene/run/raw/03-second.iolog.old-1"
whole "$scene/run"

# What it says to do works.
rm -r "$scene/run"
mv "$scene/again" "$scene/run"
sed -i '/<stage number="2"/s/status="done"/status="interrupted"/' \
	"$scene/run/run.xml"
resume 0 "02-first.iolog: No such file .* measured again"
whole "$scene/run"

# ended TEXT: the run that is under way ends soon, with 1, and says so once.
ended() {
	tries=0
	while kill -0 $pid 2>/dev/null; do
		sleep 0.1
		tries=$((tries + 1))
		[ $tries -lt 200 ] || fail "goes on: $(cat "$scene/out")"
	done
	wait $pid
	got=$?
	pid=
	[ $got = 1 ] || fail "status $got, not 1: $(cat "$scene/out")"
	[ "$(grep -c "$1" "$scene/out")" = 1 ] ||
		fail "does not say once '$1': $(cat "$scene/out")"
	! grep -q "make room" "$scene/out" || fail "room: $(cat "$scene/out")"
}

# Removed while the run goes on: of a stage that is done, and the present one.
for name in 02-first 03-second; do
	rm -r "$scene/run" "$scene/file"
	begin --create 8MiB
	sleep 0.3
	rm "$scene/run/raw/$name.iolog"
	ended "raw/$name.iolog: was removed while the run goes on"
	grep -q "plateau status" "$scene/out" || fail "no advice"
	grep -q '<run .*status="failed"' "$scene/run/run.xml" || fail "the run"
	grep -q "<stage .*${name#*-}\" status=\"failed\".*log was removed" \
		"$scene/run/run.xml" || fail "$name: not marked"
done
edit_plan "$scene/run" 's/duration="1h"/duration="50ms"/'
resume 0 "03-second.iolog: No such file .* measured again"
whole "$scene/run"

# With the whole folder: what is gone has no status to ask for.
rm -r "$scene/run" "$scene/file"
begin --create 8MiB
rm -r "$scene/run"
ended "run: this folder was moved or removed"
! grep -q "plateau status" "$scene/out" || fail "advice: $(cat "$scene/out")"
[ "$(wc -l <"$scene/out")" = 2 ] || fail "says more: $(cat "$scene/out")"
