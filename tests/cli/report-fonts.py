#!/usr/bin/env python3
# Published figures keep their layout where Noto Sans is not installed.
# SPDX-License-Identifier: BSD-2-Clause
"""A browser that finds DejaVu Sans alone opens each figure of a report: every
text is as wide as in the fonts that it was laid out with."""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests")
import chromium  # noqa: E402

FONTS = "/usr/share/fonts/truetype/dejavu"

CONFIG = """<?xml version="1.0"?>
<fontconfig><dir>%s</dir><cachedir>%s/cache</cachedir></fontconfig>
"""

# Marks and letters stand out of their advance by less.
MOST_OFF = 1.5

MEASURE = """(() => {
  const bad = []; let count = 0;
  for (const t of document.querySelectorAll("text")) {
    const want = parseFloat(t.getAttribute("textLength"));
    const got = t.getBBox().width;
    count++;
    if (!(Math.abs(got - want) <= %s))
      bad.push(t.textContent + ": " + got + " of " + want);
  }
  return count + " texts" + bad.map(b => "\\n" + b).join("");
})()""" % MOST_OFF


def main():
    if chromium.find() is None or not os.path.isdir(FONTS):
        print("no chromium, or no fonts-dejavu-core")
        sys.exit(77)
    bad, total = 0, 0
    with tempfile.TemporaryDirectory() as work:
        os.environ["FONTCONFIG_FILE"] = work + "/fonts.conf"
        subprocess.run(["python3", "tests/synthetic/run.py", work + "/run"],
                       check=True)
        folders = []
        for lang in "en", "ru":
            folders.append(work + "/" + lang)
            subprocess.run([os.environ["B"] + "/bin/plateau-render", "render",
                            work + "/run", "--lang", lang, "--as", "svg",
                            "--quiet", "-o", folders[-1]], check=True)
        with open(work + "/fonts.conf", "w") as f:
            f.write(CONFIG % (FONTS, work))
        b = chromium.Browser()
        try:
            for folder in folders:
                for name in sorted(os.listdir(folder + "/figures")):
                    if not name.endswith(".svg"):
                        continue
                    b.open(folder + "/figures/" + name)
                    count, *wrong = b.run(MEASURE).split("\n")
                    total += int(count.split()[0])
                    for text in wrong:
                        print("failed: %s: %s" % (name, text))
                        bad += 1
        finally:
            b.close()
    if total < 100:
        print("failed: only %d texts" % total)
        bad += 1
    sys.exit(1 if bad else 0)


main()
