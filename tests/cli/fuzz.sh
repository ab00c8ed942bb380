#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# No decoder crashes, over-reads or hangs on its corpus and on a minute of
# mutations of it ("make fuzz" runs longer).
# alone
[ "$B" = build ] || { echo "the fuzzers are built once, with sanitizers"; exit 77; }
command -v clang >/dev/null || { echo "no clang"; exit 77; }
exec make --no-print-directory fuzz FUZZ_SECONDS="${FUZZ_SECONDS:-50}"
