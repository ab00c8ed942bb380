#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The collector against the installed fio: make bench-collect.  PAIRS=5
# SECONDS_EACH=2 LONG_SECONDS=20 FILE_MIB=64 are the defaults; 10^8 I/Os take
# some minutes.
make --no-print-directory "${1:-build}/bench/data" >/dev/null || exit 1
exec python3 bench/collect.py "${1:-build}" "${PAIRS:-5}" "${SECONDS_EACH:-2}" \
	"${LONG_SECONDS:-20}" "${FILE_MIB:-64}"
