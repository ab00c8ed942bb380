#!/usr/bin/env python3
# A page has the same ink in the same places in PDF, SVG and PNG, and so has
# every glyph of the fonts that a report is likely to need.
# SPDX-License-Identifier: BSD-2-Clause
import os
import subprocess
import sys
import tempfile
import zlib

CELL = 16           # pixels a side; 7.7 pt at 150 dpi
WORST = 0.08        # of full black, in any cell
MEAN = 0.002        # over all cells


def read_png(path):
    """Width, height, bytes a pixel, and rows of an 8-bit RGB(A) PNG."""
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
    rows, before = [], bytes(width * step)
    for y in range(height):
        begin = y * (width * step + 1)
        row = bytearray(raw[begin + 1:begin + 1 + width * step])
        undo(raw[begin], row, before, step)
        before = row
        rows.append(row)
    return width, height, step, rows


def undo(kind, row, before, step):
    if kind == 0:
        return
    if kind == 2:
        row[:] = bytes((a + b) & 255 for a, b in zip(row, before))
        return
    for i in range(len(row)):
        left = row[i - step] if i >= step else 0
        up = before[i]
        corner = before[i - step] if i >= step else 0
        if kind == 1:
            guess = left
        elif kind == 3:
            guess = (left + up) // 2
        else:
            whole = left + up - corner
            near = [abs(whole - v) for v in (left, up, corner)]
            guess = (left, up, corner)[near.index(min(near))]
        row[i] = (row[i] + guess) & 255


def read_pgm(path):
    kind, size, most, pixels = open(path, "rb").read().split(b"\n", 3)
    width, height = map(int, size.split())
    if kind != b"P5" or most != b"255":
        sys.exit("%s: a PGM of another kind" % path)
    return width, height, 1, [pixels[y * width:(y + 1) * width]
                              for y in range(height)]


def cells(picture, density=1):
    """The mean brightness of each cell, 0 to 1."""
    width, height, step, rows = picture
    side = CELL * density
    weights = ((0, 100),) if step == 1 else ((0, 30), (1, 59), (2, 11))
    most = 255 * 100 * side ** 2
    return [[sum(weight * sum(row[x * step + k:(x + side) * step:step])
                 for row in rows[y:y + side] for k, weight in weights) / most
             for x in range(0, width - side + 1, side)]
            for y in range(0, height - side + 1, side)]


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
    # At twice the density: pdftoppm puts glyphs on whole rows of pixels,
    # rounded down.
    subprocess.check_call(["pdftoppm", "-gray", "-r", "300",
                           work + "/page.pdf", work + "/pdf"])
    for page in ("1", "2", "3"):
        png = cells(read_png("%s/page-%s.png" % (work, page)))
        compare("PDF and PNG, page " + page,
                cells(read_pgm("%s/pdf-%s.pgm" % (work, page)), 2), png)
        subprocess.check_call(["rsvg-convert", "-w", "1250", "-h", "1750",
                               "%s/page-%s.svg" % (work, page), "-o",
                               work + "/svg.png"])
        compare("SVG and PNG, page " + page,
                cells(read_png(work + "/svg.png")), png)
