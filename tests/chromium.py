# SPDX-License-Identifier: BSD-2-Clause
"""A headless Chromium for tests, spoken to through a pipe: the DevTools
protocol as text that ends in NUL, by the standard library alone."""
import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time


def find():
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    def __init__(self):
        self.profile = tempfile.mkdtemp()
        here_out, there_in = os.pipe()[::-1]
        there_out, here_in = os.pipe()[::-1]

        def hand_over():
            # Chromium reads its file 3 and writes its file 4.
            first, second = os.dup(there_in), os.dup(there_out)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [find(), "--headless=new", "--no-sandbox", "--disable-gpu",
             "--no-first-run", "--hide-scrollbars",
             "--disable-dev-shm-usage", "--remote-debugging-pipe",
             # No name has an address: nothing can go out.
             "--host-resolver-rules=MAP * ~NOTFOUND",
             "--user-data-dir=" + self.profile, "about:blank"],
            preexec_fn=hand_over, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(there_in)
        os.close(there_out)
        self.out, self.into = here_out, here_in
        self.rest, self.number, self.session = b"", 0, None
        self.events = []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(t for t in targets if t["type"] == "page")
        self.session = self.call("Target.attachToTarget",
                                 targetId=page["targetId"],
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        os.close(self.out)
        os.close(self.into)
        shutil.rmtree(self.profile, ignore_errors=True)

    def message(self, seconds):
        """The next message, or None."""
        end = time.monotonic() + seconds
        while b"\0" not in self.rest:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.into], [], [], left)[0]:
                return None
            data = os.read(self.into, 1 << 20)
            if not data:
                sys.exit("chromium has ended")
            self.rest += data
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **params):
        self.number += 1
        number = self.number
        command = {"id": number, "method": method, "params": params}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.out, json.dumps(command).encode() + b"\0")
        while True:
            reply = self.message(60)
            if reply is None:
                sys.exit("chromium does not answer to " + method)
            if reply.get("id") != number:
                self.events.append(reply)
            elif "error" in reply:
                sys.exit("%s: %s" % (method, reply["error"]["message"]))
            else:
                return reply["result"]

    def open(self, path):
        self.events = []
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait("Page.loadEventFired")

    def wait(self, method, seconds=60):
        end = time.monotonic() + seconds
        while not any(e.get("method") == method for e in self.events):
            event = self.message(end - time.monotonic())
            if event is None:
                sys.exit("no " + method)
            self.events.append(event)

    def settle(self, seconds=0.3):
        """What is still coming."""
        while (event := self.message(seconds)) is not None:
            self.events.append(event)

    def run(self, script):
        """The value of a script."""
        reply = self.call("Runtime.evaluate", expression=script,
                          returnByValue=True, awaitPromise=True,
                          userGesture=True)
        if "exceptionDetails" in reply:
            sys.exit("%s: %s" % (script, reply["exceptionDetails"]))
        return reply["result"].get("value")

    def mouse(self, kind, x, y):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y,
                  button="none" if kind == "mouseMoved" else "left",
                  clickCount=0 if kind == "mouseMoved" else 1)

    def key(self, name):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name)

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=1, mobile=width < 600)

    def screenshot(self, path, whole=False):
        data = self.call("Page.captureScreenshot",
                         captureBeyondViewport=whole)["data"]
        open(path, "wb").write(base64.b64decode(data))

    def pdf(self, path):
        data = self.call("Page.printToPDF", preferCSSPageSize=True,
                         printBackground=True)["data"]
        open(path, "wb").write(base64.b64decode(data))

    def trouble(self):
        """What went wrong, or out, since the page was opened."""
        for e in self.events:
            params = e.get("params", {})
            if e.get("method") == "Runtime.exceptionThrown":
                yield "exception: %s" % params["exceptionDetails"]
            elif e.get("method") == "Runtime.consoleAPICalled":
                yield "console: %s" % params["args"]
            elif e.get("method") == "Log.entryAdded":
                yield "log: %s" % params["entry"]["text"]
            elif e.get("method") == "Page.javascriptDialogOpening":
                yield "a dialog"
            elif e.get("method") == "Network.requestWillBeSent":
                url = params["request"]["url"]
                if not url.startswith("data:") and \
                        params.get("type") != "Document":
                    yield "request: " + url
