# SPDX-License-Identifier: BSD-2-Clause
"""Adds a test of two steps of which every I/O failed to the results of a run.

usage: analyze_failed.py RUN
"""
import re
import sys

RESULTS = f"{sys.argv[1]}/results"

with open(f"{RESULTS}/cells.tsv", encoding="utf-8") as table:
    lines = table.read().splitlines()
names = lines[0].split("\t")
for step, errors in ("1", "70"), ("2", "8"):
    for op in "read", "all":
        row = dict.fromkeys(names, "")
        row.update(test="lost", round=step, step=step, record="0", op=op,
                   mix="100/0", block_bytes="4096", threads="1", depth="1",
                   pattern="random", count="0", errors=errors, bytes="0",
                   status="done")
        lines.append("\t".join(row[name] for name in names))
with open(f"{RESULTS}/cells.tsv", "w", encoding="utf-8") as table:
    table.write("\n".join(lines) + "\n")

with open(f"{RESULTS}/results.xml", encoding="utf-8") as document:
    text = document.read()
text = re.sub(r'(<table name="cells" rows=")\d+', rf"\g<1>{len(lines) - 1}",
              text)
text = text.replace("<check ", '<test stage="9" id="lost" rounds="0" '
                    'steady_asked="no" steady_reached="no" errors="78"/>\n'
                    " <check ", 1)
with open(f"{RESULTS}/results.xml", "w", encoding="utf-8") as document:
    document.write(text)
