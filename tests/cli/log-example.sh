#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The example of the library compiles with what "make install" installs, and
# nothing of the source tree, and prints the percentile that sorting the
# latencies gives.
set -eu
[ "$B" = build ] || { echo "compiled once, without sanitizers"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
make -s -o all install BUILD="$B" DESTDIR="$dir" PREFIX=/usr
cp docs/examples/percentile.c "$dir"
(
	cd "$dir"
	export PKG_CONFIG_PATH="$dir/usr/lib/pkgconfig"
	export PKG_CONFIG_SYSROOT_DIR="$dir"
	# shellcheck disable=SC2046
	cc -std=c11 -Wall -Werror -o percentile percentile.c \
		$(pkg-config --cflags --libs plateau-iolog)
	# Each header stands alone, and a writer links too.
	cat >write.c <<'END'
#include "iolog/ring.h"
#include "iolog/generator.h"
int main(int argc, char **argv)
{
	struct iolog_header h = { .nstreams = 1, .tick_num = 1, .tick_den = 1,
	    .clock = IOLOG_CLOCK_MONOTONIC_RAW, .stamp = IOLOG_STAMP_EVENT,
	    .sector_bytes = 512 };
	struct iolog_totals t;
	struct iolog_recorder *r = iolog_recorder_open(argv[argc - 1], &h);
	if (r == NULL || !iolog_ring_has_room(iolog_recorder_ring(r, 0), 2))
		return 1;
	iolog_ring_submit(iolog_recorder_ring(r, 0), 1, 0, 1, 5, 6);
	iolog_ring_complete(iolog_recorder_ring(r, 0), 1, 0, 5, 12345,
	    IOLOG_READ, 0, 0, 4096, 4096);
	return iolog_recorder_close(r, &t) != 0 || t.completions != 1;
}
END
	# shellcheck disable=SC2046
	cc -std=c11 -o write write.c \
		$(pkg-config --cflags --libs plateau-iolog)
	./write written.iolog
	[ "$(./percentile written.iolog 50)" = "12 us" ]
	status=0
	./percentile missing 50 2>err || status=$?
	[ $status = 2 ]
	grep -q "missing: No such file" err
)
# Names of ours that could be a stranger's are not in it.
if nm -g --defined-only "$dir/usr/lib/libplateau-iolog.a" |
	awk 'NF == 3 && $3 !~ /^iolog_/ { print; n = 1 } END { exit !n }'; then
	echo "names that are not of the library"
	exit 1
fi
for kept in tests/logs/v*.iolog; do
	"$B/bin/plateau-log" cat "$kept" 2>/dev/null | tail -n +2 | cut -f 6 | sort -n \
		>"$dir/sorted"
	count=$(wc -l <"$dir/sorted")
	for percent in 1 50 99; do
		rank=$(((count * percent + 99) / 100))
		want=$(($(sed -n "${rank}p" "$dir/sorted") / 1000))
		got=$("$dir/percentile" "$kept" $percent)
		[ "$got" = "$want us" ] || {
			echo "$kept: $percent %: $got, not $want us"
			exit 1
		}
	done
done
