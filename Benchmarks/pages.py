#!/usr/bin/python3
"""The cost of the extension in pages: processor time of the page's main thread in Chromium, by the browser's own count
(Performance.getMetrics, TaskDuration in ticks of the thread), beside the same page without the extension. The program is played, so that the figures are of the page alone.

usage: pages.py [RUNS]
"""
import base64, hashlib, http.server, json, os, shutil, statistics, struct, subprocess, sys, tempfile, threading, time

EXTENSION = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Extension")
TEXT = "".join(f"<p id=e{n}>Line {n} <a href='#{n}'>more</a></p>" for n in range(245))
PAGES = {
    "/nothing": f"<!doctype html><title>News</title><h1>News</h1>{TEXT}",
    "/sign-in": f"""<!doctype html><title>Log in</title><h1>Log in</h1><form method=post><label>User name <input id=u name=user></label>
      <label>Password <input type=password name=pass></label><button>Log in</button></form>{TEXT}""",
}
MUTATE = """new Promise((done) => {
  let left = 10_000;
  const timer = setInterval(() => {
    for (let n = 0; n < 10; n += 1, left -= 1) document.getElementById("e" + (left % 245)).firstChild.data = "Line " + left;
    if (left <= 0) { clearInterval(timer); done(); }
  }, 10);
})"""


def host():
    """Answers as Chatelaine's program does for a paired profile with an open vault."""
    while len(head := sys.stdin.buffer.read(4)) == 4:
        message = json.loads(sys.stdin.buffer.read(struct.unpack("=I", head)[0]))
        answer = {"version": 1, "id": message["id"], "type": "status", "vaults": [{"name": "personal", "open": True}]}
        if message["type"] == "hello":
            answer = {"version": 1, "id": message["id"], "type": "challenge", "challenge": base64.b64encode(bytes(32)).decode()}
        if message["type"] == "read":
            fields = json.loads(message["page"])["fields"]
            meanings = [{"field": f["id"], "form": f.get("form"), "meaning": "username"} for f in fields]
            answer = {"version": 1, "id": message["id"], "type": "reading", "fields": meanings}
        text = json.dumps(answer).encode()
        sys.stdout.buffer.write(struct.pack("=I", len(text)) + text)
        sys.stdout.buffer.flush()


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = PAGES.get(self.path, "").encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Browser:
    def __init__(self, has_extension):
        self.profile, self.buffer, self.last, self.loads = tempfile.mkdtemp(), b"", 0, 0
        os.makedirs(self.profile + "/NativeMessagingHosts")
        with open(EXTENSION + "/manifest-key.txt") as file:
            digest = hashlib.sha256(base64.b64decode(file.read())).hexdigest()[:32]
        identifier = "".join(chr(97 + int(digit, 16)) for digit in digest)
        with open(self.profile + "/NativeMessagingHosts/org.chatelaine.browser.json", "w") as file:
            json.dump({"name": "org.chatelaine.browser", "description": "played", "type": "stdio", "path": os.path.abspath(__file__),
                       "allowed_origins": [f"chrome-extension://{identifier}/"]}, file)
        down, self.requests = os.pipe()
        self.answers, up = os.pipe()

        def descriptors():
            first, second = os.dup(down), os.dup(up)
            os.dup2(first, 3, inheritable=True)
            os.dup2(second, 4, inheritable=True)

        words = ["/usr/bin/chromium", "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
                 "--enable-unsafe-extension-debugging", "--disable-background-networking", f"--user-data-dir={self.profile}"]
        self.process = subprocess.Popen(words, preexec_fn=descriptors, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(down)
        os.close(up)
        self.session = None
        if has_extension:
            self.call("Extensions.loadUnpacked", path=EXTENSION)
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        # The time of the thread, so that other programs do not count.
        self.call("Performance.enable", timeDomain="threadTicks")
        for method in ["Page.enable", "Page.bringToFront"]:
            self.call(method)
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)

    def receive(self):
        while b"\0" not in self.buffer:
            self.buffer += os.read(self.answers, 1 << 18)
        one, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(one)
        self.loads += message.get("method") == "Page.loadEventFired"
        return message

    def call(self, method, **parameters):
        self.last += 1
        session = {"sessionId": self.session} if self.session else {}
        os.write(self.requests, json.dumps({"id": self.last, "method": method, "params": parameters, **session}).encode() + b"\0")
        while (message := self.receive()).get("id") != self.last:
            pass
        if "error" in message:
            raise SystemExit(f"{method}: {message['error']}")
        return message["result"]

    def run(self, expression):
        return self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)["result"].get("value")

    def spent(self):
        """The milliseconds of the page's main thread."""
        metrics = self.call("Performance.getMetrics")["metrics"]
        return next(one["value"] for one in metrics if one["name"] == "TaskDuration") * 1000

    def open(self, url):
        # In front of the page that the extension opens when it is installed.
        self.call("Page.bringToFront")
        self.call("Page.navigate", url="about:blank")
        before, count = self.spent(), self.loads
        self.call("Page.navigate", url=url)
        while self.loads == count:
            self.receive()
        self.run("new Promise((done) => requestIdleCallback(() => setTimeout(done, 300)))")
        return self.spent() - before

    def end(self):
        self.call("Page.close")
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


def measure(has_extension, base, runs):
    browser = Browser(has_extension)
    figures = {"a page of 500 elements without fields": [], "a page of 500 elements with a sign-in": [], "to the key at a field": []}
    for _ in range(runs):
        figures["a page of 500 elements without fields"].append(browser.open(base + "/nothing"))
        figures["a page of 500 elements with a sign-in"].append(browser.open(base + "/sign-in"))
        before = browser.spent()
        browser.run("document.querySelector('#u').focus()")
        shown = "document.querySelector(':popover-open') || performance.now() > end"
        browser.run(f"new Promise((done) => {{ const end = performance.now() + 1500; const again = () => {shown if has_extension else 'true'} "
                    "? setTimeout(done, 200) : setTimeout(again, 50); again(); })")
        figures["to the key at a field"].append(browser.spent() - before)
        if has_extension and not browser.run("Boolean(document.querySelector(':popover-open'))"):
            raise SystemExit("no key is shown")
    browser.open(base + "/nothing")
    before = browser.spent()
    browser.run(MUTATE)
    figures["10 s with 1,000 changes a second"] = [browser.spent() - before]
    browser.end()
    return {name: statistics.median(values) for name, values in figures.items()}


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://localhost:{server.server_port}"
    without, having = measure(False, base, runs), measure(True, base, runs)
    print("main thread, median of", runs)
    for name, value in having.items():
        print(f"{name}: {without[name]:.1f} ms without, {value:.1f} ms with the extension: {value - without[name]:+.1f} ms, "
              f"x {value / max(without[name], 0.1):.2f}")


host() if len(sys.argv) > 1 and sys.argv[1].startswith("chrome-extension://") else main()
