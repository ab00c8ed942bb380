#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Draws the golden figures anew, shows what changed, and replaces those that are
# agreed to.   usage: tests/regen-golden.sh [BUILD]
#
# Look at a figure before you agree: each new one is left as a picture beside
# the old one in a folder that is named.
set -eu

B=${1:-build}
work=$(mktemp -d)
"$B/tests/render_gallery" "$work"
changed=
for new in "$work"/*.svg; do
	name=$(basename "$new")
	case $name in page-*) continue ;; esac
	old=tests/golden/figure-$name
	cmp -s "$new" "$old" && continue
	changed=yes
	rsvg-convert -w 1000 "$new" -o "$work/$name.new.png"
	if [ -f "$old" ]; then
		rsvg-convert -w 1000 "$old" -o "$work/$name.old.png"
		diff -u "$old" "$new" | head -n 40 || true
	fi
	printf '%s: see %s; replace %s? [y/N] ' "$name" \
		"$work/$name.new.png" "$old"
	read -r answer
	[ "$answer" = y ] || continue
	cp "$new" "$old"
done
if [ -z "$changed" ]; then
	echo "nothing has changed"
	rm -rf "$work"
fi
