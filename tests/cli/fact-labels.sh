#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Every fact that docs/run.md lists has a label in each language, and every fact
# that the collector can write is listed there.
python3 - <<'PYTHON'
import glob
import re
import sys

doc = open("docs/run.md", encoding="utf-8").read()
doc = doc[doc.index("### device, host, conditions"):doc.index("### stage")]
listed = set()
for row in doc.splitlines():
    cells = row.split("|")
    if len(cells) < 3 or "`" not in cells[1]:
        continue
    names = re.findall(r"`([a-z0-9_]+)`", cells[1])
    listed.update(names)
    suffix = re.search(r"the same with `(_[a-z]+)`", cells[1])
    for name in names if suffix else []:
        listed.add(name.replace("_begin", "") + suffix[1]
                   if not name.startswith("_") else "link_speed")
listed = {n for n in listed if not n.startswith("_")}

bad = 0
for lang in ("en", "ru", "ja"):
    text = open("templates/lang/%s.xml" % lang, encoding="utf-8").read()
    for name in sorted(listed):
        if 'key="fact.%s"' % name not in text:
            print("%s: no label for %s" % (lang, name))
            bad = 1

# Names in calls that add a fact, and in tables of them.
written = set()
CALL = re.compile(r"(?:facts_setf?|set_from_file|answer_set_[a-z]+)"
                  r"\(\s*[^,]+,\s*([^,]+),\s*\"([a-z0-9_]+)\"")
TABLE = re.compile(r"} (attributes|identity|known)\[\] = {(.*?)\n\t*};", re.S)
for path in glob.glob("collect/*.c"):
    text = open(path, encoding="utf-8").read()
    for call in CALL.finditer(text):
        if call[1] not in ("values", "&values"):
            written.add(call[2])
    for table in TABLE.finditer(text):
        if path in ("collect/identity.c", "collect/nvme.c", "collect/ata.c") \
                and "interface" not in text[table.start() - 60:table.start()]:
            for name in re.findall(r'{"([a-z0-9_]+)", "', table[2]):
                written.add(name)
for name in sorted(written):
    names = (name, name + "_begin")
    if not any(n in listed for n in names) and \
            not (name.startswith("link_") and name.endswith("_max")):
        print("docs/run.md lacks %s" % name)
        bad = 1
if len(listed) < 80 or len(written) < 50:
    print("%d listed, %d written: fewer than there are" % (len(listed),
                                                         len(written)))
    bad = 1
sys.exit(bad)
PYTHON
