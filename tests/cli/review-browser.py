#!/usr/bin/env python3
# The page of a review works in a browser, asks the network for nothing, and
# no text from outside becomes markup.
# SPDX-License-Identifier: BSD-2-Clause
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests")
import chromium  # noqa: E402

HOSTILE = "<script>window.hacked=1</script>]]>\"'&amp;<!--\u202eevil"
RENDER = os.environ["B"] + "/bin/plateau-render"
failed = False


def check(holds, what):
    global failed
    if not holds:
        print("not so: " + what)
        failed = True


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(
        ">", "&gt;").replace("\"", "&quot;")


def write_article(work):
    """Two runs, one of a drive with a hostile name, and every element."""
    for name in ("iops-small", "stalls"):
        shutil.copytree("samples/" + name, work + "/" + name)
    path = work + "/stalls/run.xml"
    text = open(path).read()
    model = text.split('name="model" value="')[1].split('"')[0]
    assert model
    open(path, "w").write(text.replace('value="%s"' % model,
                                       'value="%s"' % escape(HOSTILE)))
    open(work + "/review.xml", "w").write("""\
<article xmlns="urn:plateau:article:1" languages="en">
  <title>%(h)s</title><author>%(h)s</author>
  <run id="small" path="iops-small"/><run id="stalls" path="stalls"/>
  <compare id="all" of="small stalls"/>
  <section id="top"><title>%(h)s</title>
    <p>Text<note>A footnote: <code>%(h)s</code></note>, <em>em</em>,
      <a href="#top">a link</a>, <value run="small" test="iops" mix="100/0"
      block="4KiB"/>.</p>
    <pre>%(h)s</pre>
    <devices/><bench/>
    <figure run="small" test="iops" name="iops-2d"/>
    <figure run="small" test="iops" name="iops-3d"/>
    <figure run="small" test="iops" name="convergence">
      <caption>%(h)s</caption></figure>
    <table run="small" test="iops" name="iops"/>
    <table compare="all" name="drives"/>
    <todo>%(h)s</todo>
    <pros><item>%(h)s</item></pros>
  </section>
</article>
""" % {"h": escape(HOSTILE)})


def build(work):
    subprocess.run([RENDER, "review", "build", work + "/review.xml", "-o",
                    work + "/out", "--as", "html", "--quiet"], check=True)
    return work + "/out/review.en.html"


def measured():
    """What points.tsv says of 4 KiB writes."""
    with open("samples/iops-small/results/points.tsv") as f:
        for row in csv.DictReader(f, delimiter="\t"):
            if row["op"] == "all" and row["mix"] == "0/100" and \
                    row["block_bytes"] == "4096":
                return float(row["iops"])


def test_loads(b):
    b.settle()
    for trouble in b.trouble():
        check(False, trouble)
    check(b.run("window.hacked") is None, "a script from outside ran")
    # What the browser shows is what the text said, but for signs that turn
    # the direction of writing.
    shown = HOSTILE.replace("\u202e", "")
    for selector in ("h1", "title", "h2", "pre", ".todo", ".pros li"):
        check(shown in b.run("document.querySelector('%s').textContent" %
                             selector), selector + " shows the text")
    check(b.run("document.querySelectorAll('script').length") ==
          2 + b.run("document.querySelectorAll('figure.figure').length"),
          "there is a script that is not ours")
    check("SIMULATED" in b.run(
        "document.querySelector('.banner').textContent"), "the banner")
    ms = b.run("performance.getEntriesByType('navigation')[0]"
               ".domContentLoadedEventEnd")
    print("interactive after %.0f ms" % ms)
    # One second is what is promised; a loaded machine gets three.
    check(ms < 3000, "interactive after %.0f ms" % ms)


def test_sort(b):
    table = "document.querySelector('#%s table')"
    identity = b.run("[...document.querySelectorAll('figure.table')].find("
                     "f => f.querySelector('tr.span')).id")
    b.run((table + ".querySelectorAll('tr.heads th')[1].querySelector("
           "'button').click()") % identity)

    def column():
        return b.run(("[..." + table + ".tBodies].map(t => [...t.rows]"
                      ".filter(r => r.className != 'group').map(r => "
                      "Number(r.cells[1].dataset.v)))") % identity)
    up = [g for g in column() if g]
    check(up and all(g == sorted(g) and len(g) > 2 for g in up),
          "sorted upwards: %s" % up)
    b.run((table + ".querySelectorAll('tr.heads th')[1].querySelector("
           "'button').click()") % identity)
    down = [g for g in column() if g]
    check(all(g == sorted(g, reverse=True) for g in down), "and downwards")
    b.run("navigator.clipboard.writeText = t => { window.copied = t; "
          "return Promise.resolve(); }")
    b.run("document.querySelector('#%s .copy, #%s figcaption button').click()"
          % (identity, identity))
    lines = b.run("window.copied").rstrip("\n").split("\n")
    check(len({line.count("\t") for line in lines}) == 1 and
          len(lines) == 1 + sum(map(len, up)), "copied: %s" % lines)


def test_values(b):
    """The value where the mouse is, and where the keys lead."""
    figure = json.loads(b.run(
        "document.querySelector('figure.figure script').textContent"))
    series = next(s for s in figure["panels"][0]["series"]
                  if s["name"] == "0/100")
    # The axis is that of logarithms of block sizes.
    value = dict(zip(series["at"][::2], series["at"][1::2]))[12]
    want = measured()
    check(abs(value / want - 1) < 1e-6, "%s in the page, %s in the table" %
          (value, want))
    b.run("document.querySelector('.chart').scrollIntoView({block:'center'})")
    x, y = b.run("""(() => {
        const d = %s, v = %r, svg = document.querySelector('.chart svg');
        const p = (a, x) => a.from + (a.to - a.from) * (a.log ?
            Math.log(x / a.min) / Math.log(a.max / a.min) :
            (x - a.min) / (a.max - a.min));
        const box = svg.getBoundingClientRect();
        const k = box.width / svg.viewBox.baseVal.width;
        return [box.left + k * p(d.x, 12), box.top + k * p(d.panels[0].y, v)];
    })()""" % (json.dumps(figure), value))
    b.mouse("mouseMoved", x + 2, y - 1)
    tip = b.run("document.querySelector('.tip').innerText")
    number = "".join(c for c in tip.split("\n")[0] if c.isdigit() or c == ".")
    check(abs(float(number) / want - 1) < 1e-4 and "0/100" in tip,
          "the value shown: %r for %s" % (tip, want))
    shot(b, "hover")
    b.mouse("mouseMoved", 2, 2)
    check(b.run("document.querySelector('.tip').hidden"), "and hidden again")
    b.run("document.querySelector('.chart').focus()")
    b.key("ArrowRight")
    first = b.run("document.querySelector('.tip').innerText")
    b.key("ArrowRight")
    check(first and first != b.run(
        "document.querySelector('.tip').innerText"), "keys move")
    b.key("Escape")
    check(b.run("document.querySelector('.tip').hidden"), "Escape hides")
    # Bars in three dimensions have no axis to read: each says its number.
    bars = json.loads(b.run(
        "document.querySelectorAll('figure.figure script')[1].textContent"))
    check(any(abs(s[2] / want - 1) < 1e-6 for s in bars["spots"]),
          "the bar of 4 KiB writes")


def test_zoom(b):
    b.run("document.querySelector('figure.figure figcaption button').click()")
    box = "document.querySelector('dialog svg').getAttribute('viewBox')"
    whole = b.run(box)
    b.key("+")
    b.key("ArrowRight")
    check(b.run("document.querySelector('dialog').open") and
          whole != b.run(box), "enlarged")
    shot(b, "zoom")
    b.key("0")
    check(whole == b.run(box), "and whole again")
    b.run("document.querySelector('dialog button').click()")
    b.settle()
    check(b.run("document.querySelector('dialog') == null"), "and closed")


def brightness(b):
    rgb = b.run("getComputedStyle(document.body).backgroundColor")
    return sum(int(n) for n in rgb.strip("rgb()").split(",")[:3])


def test_dark(b):
    def prefer(scheme):
        b.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}])
    prefer("dark")
    check(brightness(b) < 150, "dark where that is asked for")
    shot(b, "dark")
    b.run("document.querySelector('.theme').click()")
    check(brightness(b) > 700, "light by the button")
    prefer("light")
    b.run("document.querySelector('.theme').click()")
    check(brightness(b) < 150, "and dark by it")
    b.run("document.querySelector('.theme').click()")


def test_narrow(b):
    for width in (320, 390, 768):
        b.size(width, 700)
        check(b.run("document.documentElement.scrollWidth") <= width,
              "no wider than a screen of %d" % width)
        shot(b, "narrow-%d" % width)
    b.size(1000, 900)


def test_print(b, work):
    b.pdf(work + "/print.pdf")
    info = subprocess.run(["pdfinfo", work + "/print.pdf"], text=True,
                          capture_output=True, check=True).stdout
    pages = int(info.split("Pages:")[1].split()[0])
    for page in range(1, pages + 1):
        text = subprocess.run(
            ["pdftotext", "-f", str(page), "-l", str(page),
             work + "/print.pdf", "-"], text=True, capture_output=True,
            check=True).stdout
        check("from a model of a drive" in text, "page %d of the print is marked" % page)
    if os.environ.get("SHOTS"):
        shutil.copy(work + "/print.pdf", os.environ["SHOTS"])


def test_whole_review(b, work):
    """A review with all its figures is small enough, and opens as well."""
    subprocess.run([RENDER, "review", "build",
                    "samples/reviews/simulated-drives.xml", "-o",
                    work + "/whole", "--as", "html", "--lang", "ru", "--final",
                    "--quiet"], check=True)
    page = work + "/whole/simulated-drives.ru.html"
    size = os.path.getsize(page)
    check(size <= 3e6, "%d bytes are at most 3 MB" % size)
    b.open(page)
    b.settle()
    ms = b.run("performance.getEntriesByType('navigation')[0]"
               ".domContentLoadedEventEnd")
    print("whole review: %d kB, interactive after %.0f ms" %
          (size / 1000, ms))
    for trouble in b.trouble():
        check(False, trouble)
    check(b.run("document.querySelectorAll('.chart > svg').length") ==
          b.run("document.querySelectorAll('figure.figure').length") > 15,
          "every figure is drawn")
    # Every figure that has points shows the first of them to the keys.
    check(b.run("""[...document.querySelectorAll('figure.figure')].every(f => {
        if (f.querySelector('script').textContent === 'null') return true;
        const chart = f.querySelector('.chart');
        chart.focus();
        chart.dispatchEvent(new KeyboardEvent('keydown',
            {key: 'ArrowRight'}));
        const tip = f.querySelector('.tip');
        return tip && !tip.hidden && /[0-9]/.test(tip.innerText);
    })"""), "every figure tells a value")
    b.size(360, 700)
    check(b.run("document.documentElement.scrollWidth") <= 360,
          "a whole review on a narrow screen")


def shot(b, name):
    """For people to look at: SHOTS names a folder."""
    if os.environ.get("SHOTS"):
        b.screenshot(os.environ["SHOTS"] + "/" + name + ".png")


def main():
    if chromium.find() is None:
        print("no chromium (install the package chromium)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as work:
        write_article(work)
        page = build(work)
        b = chromium.Browser()
        try:
            b.size(1000, 900)
            b.open(page)
            test_loads(b)
            test_sort(b)
            test_values(b)
            test_zoom(b)
            test_dark(b)
            test_narrow(b)
            test_print(b, work)
            test_whole_review(b, work)
            for trouble in b.trouble():
                check(False, trouble)
        finally:
            b.close()
    sys.exit(1 if failed else 0)


main()
