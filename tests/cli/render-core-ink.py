#!/usr/bin/env python3
# A page has the same ink in the same places in PDF, SVG and PNG, and so has
# every glyph of the fonts that a report is likely to need.
# SPDX-License-Identifier: BSD-2-Clause
import os
import subprocess
import sys
import tempfile
import zlib

CELL = 10           # pixels a side; 7 pt at 100 dpi
WORST = 0.12        # of full black, in any cell
MEAN = 0.004        # over all cells


def read_png(path):
    """Width, height and rows of grey values of an 8-bit RGB(A) PNG."""
    data = open(path, "rb").read()
    at, packed = 8, b""
    while at < len(data):
        size = int.from_bytes(data[at:at + 4], "big")
        kind, body = data[at + 4:at + 8], data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width = int.from_bytes(body[0:4], "big")
            height = int.from_bytes(body[4:8], "big")
            depth, colour = body[8], body[9]
            if depth != 8 or colour not in (2, 6) or body[12] != 0:
                sys.exit("%s: a PNG of another kind" % path)
            step = 3 if colour == 2 else 4
        elif kind == b"IDAT":
            packed += body
        at += size + 12
    raw = zlib.decompress(packed)
    rows, before = [], bytearray(width * step)
    for y in range(height):
        begin = y * (width * step + 1)
        row = bytearray(raw[begin + 1:begin + 1 + width * step])
        undo(raw[begin], row, before, step)
        before = row
        rows.append([(row[i] * 30 + row[i + 1] * 59 + row[i + 2] * 11) / 25500
                     for i in range(0, width * step, step)])
    return width, height, rows


def undo(kind, row, before, step):
    for i in range(len(row)):
        left = row[i - step] if i >= step else 0
        up = before[i]
        corner = before[i - step] if i >= step else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        elif kind == 4:
            whole = left + up - corner
            near = [abs(whole - v) for v in (left, up, corner)]
            guess = (left, up, corner)[near.index(min(near))]
        else:
            return
        row[i] = (row[i] + guess) & 255


def cells(path):
    width, height, rows = read_png(path)
    return [[sum(sum(row[x:x + CELL]) for row in rows[y:y + CELL]) / CELL ** 2
             for x in range(0, width - CELL, CELL)]
            for y in range(0, height - CELL, CELL)]


def compare(what, one, other):
    apart = [abs(a - b) for r, s in zip(one, other) for a, b in zip(r, s)]
    worst, mean = max(apart), sum(apart) / len(apart)
    ink = sum(1 - v for r in one for v in r)
    print("%s: worst cell %.3f, mean %.5f" % (what, worst, mean))
    if ink < 50:
        sys.exit("failed: %s: the page is empty" % what)
    if worst > WORST or mean > MEAN:
        sys.exit("failed: %s: ink differs" % what)


with tempfile.TemporaryDirectory() as work:
    status = subprocess.call([os.environ["B"] + "/tests/render_gallery", work])
    if status == 77:
        print("skipped: no gnuplot")
        sys.exit(77)
    if status != 0:
        sys.exit("failed: no gallery")
    subprocess.check_call(["pdftoppm", "-r", "100", "-png", work + "/page.pdf",
                           work + "/pdf"])
    for page in ("1", "2", "3"):
        png = cells("%s/page-%s.png" % (work, page))
        compare("PDF and PNG, page " + page,
                cells("%s/pdf-%s.png" % (work, page)), png)
        subprocess.check_call(["rsvg-convert", "-w", "826", "-h", "1169",
                               "%s/page-%s.svg" % (work, page), "-o",
                               work + "/svg.png"])
        compare("SVG and PNG, page " + page, cells(work + "/svg.png"), png)
