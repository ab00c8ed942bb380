#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The collector against the installed fio: make bench-collect
# (PAIRS=5 SECONDS_EACH=2 are the defaults).
exec python3 bench/collect.py "${1:-build}" "${PAIRS:-5}" "${SECONDS_EACH:-2}"
