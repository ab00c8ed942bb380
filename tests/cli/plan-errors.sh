#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A plan with mistakes is refused with status 2 before anything is touched, and
# every mistake is printed with its file, its line and what was expected.
run=${B:-build}/bin/plateau-collect
scene=$(mktemp -d) || exit 1
trap 'rm -rf "$scene"' EXIT
trap 'exit 1' INT TERM

fail() {
	echo "$@"
	exit 1
}

# refused WHAT ARGUMENT...: runs on a new file, which must not come to be.
refused() {
	what=$1
	shift
	"$run" run "$@" --create 64MiB --target "$scene/target" \
		-o "$scene/run" >"$scene/out" 2>"$scene/messages"
	status=$?
	[ $status = 2 ] || fail "$what: status $status"
	[ ! -e "$scene/target" ] || fail "$what: made the target"
	[ ! -e "$scene/run" ] || fail "$what: made the run's folder"
}

# One file with a mistake of nearly every kind: all of them, word for word.
refused "many mistakes" --plan tests/plans/many-mistakes.xml
sed 's|^[^:]*: tests/plans/many-mistakes.xml:||' "$scene/messages" |
	diff tests/plans/many-mistakes.expected - || fail "other messages"

# What is no plan at all.
refused "a folder" --plan ./tests/plans
refused "no such plan" --plan nonesuch
grep -q "nonesuch" "$scene/messages" || fail "the plan is not named"
: >"$scene/empty.xml"
# What --set makes of a plan is judged too.
refused "a track that no step visits" --plan demo --set block=8KiB
refused "a window longer than the test" --plan demo --set rounds=2
refused "an empty file" --plan "$scene/empty.xml"
head -c 2000000 /dev/zero | tr '\0' ' ' >"$scene/long.xml"
refused "a long file" --plan "$scene/long.xml"
grep -q "larger than 1048576 bytes" "$scene/messages" || fail "no size"
ln -s /dev/zero "$scene/endless.xml"
refused "an endless file" --plan "$scene/endless.xml"

# Entities are neither expanded nor fetched.
cat >"$scene/doctype.xml" <<'END'
<!DOCTYPE plan [<!ENTITY secret SYSTEM "/etc/passwd">]>
<plan xmlns="urn:plateau:plan:1" name="p"><fill title="&secret;"/></plan>
END
refused "an entity" --plan "$scene/doctype.xml"
grep -q "doctype.xml:1: <!DOCTYPE plan> is not allowed" "$scene/messages" ||
	fail "the DOCTYPE is not named"
! grep -q root "$scene/messages" || fail "the entity was read"

# --set is judged by the same rules.
refused "a unit" --plan demo --set block=4kB
grep -q "4kB is 4000 bytes" "$scene/messages" || fail "4kB is not explained"
refused "a factor" --plan demo --set colour=blue
