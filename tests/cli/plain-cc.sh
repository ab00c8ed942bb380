#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Every program can be built by one plain cc over its files and its libraries.
set -eu
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
packages=$(sed -n 's/^PACKAGES := //p' Makefile)
# shellcheck disable=SC2086  # a list of words
libs=$(pkg-config --cflags --libs $packages)
shared="base stats model iolog sim"
files() {
	for folder in "$@"; do
		find "$folder" -maxdepth 1 -name '*.c' ! -name main.c
	done
}
for program in iolog collect analyze render; do
	# shellcheck disable=SC2046,SC2086  # lists of words
	cc -std=c11 -D_GNU_SOURCE -I. -O0 -o "$out/$program" $program/main.c \
		$(files $program $shared | sort -u) -laio -lhpdf -lm -pthread $libs
	"$out/$program" --help >/dev/null
done
