#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The options that the --help of a verb tells are those of its manual page, and
# the pages are well-formed.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# agree PAGE VERB...: the page is about these verbs.
agree() {
	page=docs/man/plateau-$1.1
	shift
	for verb in "$@"; do
		# shellcheck disable=SC2086  # two words, such as "log cat"
		"$B/bin/plateau" $verb --help || status=1
	done >"$work/help"
	grep -oE -e '--[a-z][a-z-]+' "$work/help" |
		grep -vx -e --help -e --version | sort -u >"$work/told"
	grep -E '(^\.| )Fl ' "$page" | grep -oE '(Fl|,) -[a-z][a-z-]+' |
		sed 's/.* -/--/' | grep -vx -e --help -e --version | sort -u \
		>"$work/written"
	diff "$work/told" "$work/written" || {
		echo "$page and --help of $* differ (< --help, > page)"
		status=1
	}
}

command -v mandoc >/dev/null || { echo "no mandoc"; exit 77; }
mandoc -T lint -W warning docs/man/*.1 || status=1
agree run run plans doctor
agree status status
agree analyze analyze table export
agree render render
agree compare compare
agree review review
agree log log 'log info' 'log cat' 'log verify' 'log repair' 'log repack'
exit $status
