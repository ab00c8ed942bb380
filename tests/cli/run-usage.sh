#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A command that is wrong ends with status 2 and one line that helps.
. tests/cli/run-scene.inc

one_line() {
	refused "$@"
	[ "$(wc -l <"$scene/out")" = 1 ] || fail "more than a line: $*"
}
ok="--plan $scene/plan.xml --target $scene/file --create 1MiB"

one_line "plan is missing" --target "$scene/file"
one_line "target is missing" --plan demo
one_line "target is empty" --plan demo --target ""
one_line "unrecognized option" $ok --nonsense
one_line "no such argument" $ok nonsense
one_line "--create 12x:" --plan demo --target "$scene/file" --create 12x
one_line "--create 0:" --plan demo --target "$scene/file" --create 0
one_line "only one of them. See plateau" $ok --destroy "$scene/file"
one_line "no such engine" $ok --engine nonsense
one_line "--scale 0.5:" $ok --scale 0.5
one_line "--seed -1:" $ok --seed -1
one_line "no plan 'nonsense'" --plan nonsense --target "$scene/file"
one_line "" $ok --set nonsense=1
one_line "" $ok --set block=4kB
[ ! -e "$scene/file" ] || fail "a target was made"

"$run" run $ok >"$scene/out" 2>&1
[ $? = 2 ] || fail "no -o"
grep -q "o is missing" "$scene/out" || fail "no -o: $(cat "$scene/out")"
"$run" run $ok --seed >"$scene/out" 2>&1
[ $? = 2 ] || fail "--seed without a number"
grep -q "plateau run: .*requires an argument" "$scene/out" ||
	fail "no argument: $(cat "$scene/out")"
"$run" run --help >"$scene/out" 2>&1 || fail "--help"
for option in $(sed -n 's/^	{"\([a-z-]*\)", .*/--\1/p' collect/options.c); do
	grep -q -e "$option" "$scene/out" || fail "--help omits $option"
	grep -q -e "$(echo "$option" | sed 's/^--/Fl -/; s/-/./g')" \
		docs/man/plateau-run.1 || fail "the manual omits $option"
done

# A folder that has something in it is not written to.
mkdir "$scene/full"
touch "$scene/full/something"
expect 2 "not empty" $ok -o "$scene/full"
[ "$(ls "$scene/full")" = something ] || fail "wrote into a full folder"
[ ! -e "$scene/file" ] || fail "a target was made"

# Nor is a run, or anything else, when it is refused after a look at the target.
mkdir "$scene/done"
touch "$scene/done/run.xml"
expect 2 "not empty" $ok -o "$scene/done"
[ ! -e "$scene/file" ] || fail "a target was made beside another run"
ln -s "$scene/nowhere" "$scene/dangling"
expect 2 "dangling: is a link that leads nowhere" $ok -o "$scene/dangling"
expect 2 "a run needs a folder" $ok -o ""
[ ! -e "$scene/file" ] || fail "a target was made"

# Neither is a file, and of folders only the last one is made.
touch "$scene/isfile"
expect 2 "isfile: is a file" $ok -o "$scene/isfile"
expect 2 "isfile/run: there is no folder $scene/isfile to" $ok \
	-o "$scene/isfile/run"
expect 2 "there is no folder $scene/none to make it in" $ok \
	-o "$scene/none/run/"
expect 2 "there is no folder $scene/none/further to" $ok \
	-o "$scene/none/further/run"
[ ! -e "$scene/none" ] || fail "made folders"
[ ! -e "$scene/file" ] || fail "a target was made"

# What could not be printed is a failure.
for verb in plans "plans show demo" doctor "run --help" "status --help" --help \
	--version "run $ok --dry-run"; do
	"$run" $verb >/dev/full 2>"$scene/out"
	[ $? = 1 ] || fail "$verb >/dev/full: not 1"
	grep -q "standard output: No space left" "$scene/out" ||
		fail "$verb >/dev/full: $(cat "$scene/out")"
done

# A dry run writes nothing.
expect 0 "nothing was written" $ok --dry-run -o "$scene/dry"
[ ! -e "$scene/file" ] && [ ! -e "$scene/dry" ] || fail "a dry run wrote"
