"""Controls Chromium through its debugging pipe with Python's standard library: pages, keys, pointer and screenshots."""
import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

TIMEOUT = 30

# True if the page has no pending messages, so that no element moves while a click is aimed.
RESTING = "(typeof shown === 'object' && !shown.isBusy && echoed === asked)"
KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "Space": 32, "End": 35, "Home": 36, "ArrowDown": 40}


def install():
    """Returns the browser's path. Installs Debian's package if there is none."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not found and shutil.which("apt-get"):
        print("installing chromium", flush=True)
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        # One after the other: without the lock, the second apt would fail.
        apt = ["flock", "/run/lock/apt", "apt-get"]
        subprocess.run([*apt, "update"], **quiet)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run([*apt, "install", "-y", "--no-install-recommends", "chromium"], env=environment, **quiet)
        found = shutil.which("chromium")
    return found


def axe():
    """Returns the text of axe-core, which a package of PyPI contains."""
    folder = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), ".build", "axe")
    file = f"{folder}/axe_playwright_python/axe.min.js"
    if not os.path.exists(file):
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check",
                        "--root-user-action", "ignore", "--target", folder, "axe-playwright-python==0.1.8"], check=True)
    with open(file, encoding="utf-8") as text:
        return text.read()


class Browser:
    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        (there, self.output), (self.input, here) = os.pipe(), os.pipe()
        self.process = subprocess.Popen(
            ["/bin/bash", "-c", f'exec "$@" 3<&{there} 4>&{here}', "bash", program, "--headless=new", "--no-sandbox",
             "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}", "--no-first-run", "--disable-gpu",
             "--disable-dev-shm-usage", "--disable-extensions", "--disable-background-networking",
             "--disable-background-timer-throttling", "--disable-renderer-backgrounding", "--accept-lang=pt-BR",
             "--disable-backgrounding-occluded-windows", "--disable-features=LocalNetworkAccessChecks", "--disable-component-update", "about:blank"],
            pass_fds=[there, here], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(there)
        os.close(here)
        self.front = None
        self.held, self.number, self.answers, self.followers, self.pages = b"", 0, {}, {}, {}

    def send(self, method, session=None, **parameters):
        """Sends a command and returns its number."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        return self.number

    def call(self, method, session=None, **parameters):
        number = self.send(method, session, **parameters)
        end = time.monotonic() + TIMEOUT
        while number not in self.answers:
            assert time.monotonic() < end, f"the browser did not respond to {method} in time"
            self.read(end - time.monotonic())
        answer = self.answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def read(self, seconds):
        """Reads messages from the browser, waiting at most this many seconds for them."""
        if not select.select([self.input], [], [], max(0, seconds))[0]:
            return
        part = os.read(self.input, 1 << 20)
        assert part, "the browser ended unexpectedly"
        *messages, self.held = (self.held + part).split(b"\0")
        for message in map(json.loads, messages):
            if follower := self.followers.pop(message.get("id"), None):
                follower(message["result"])
            elif "id" in message:
                self.answers[message["id"]] = message
            elif page := self.pages.get(message.get("sessionId")):
                page.handle(message["method"], message["params"])

    def close(self):
        self.process.kill()
        self.process.wait()
        self.profile.cleanup()


class Page:
    """A browser tab. All lookups wait until the element exists."""

    def __init__(self, browser, address, width=1100, height=900, apart=False, context=None):
        self.browser, self.frames, self.errors = browser, [], []
        self.context = browser.call("Target.createBrowserContext")["browserContextId"] if apart else context
        options = {"browserContextId": self.context} if self.context else {}
        target = browser.call("Target.createTarget", url="about:blank", **options)["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        browser.pages[self.session] = self
        for domain in ["Page", "Runtime", "Network", "Log", "DOM"]:
            self.call(f"{domain}.enable")
        self.size(width, height)
        self.go(address)

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def handle(self, method, parameters):
        if method == "Network.webSocketFrameReceived":
            self.frames.append(parameters["response"]["payloadData"])
        elif method == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(parameters["exceptionDetails"]))
        elif method == "Log.entryAdded" and parameters["entry"]["source"] == "security":
            self.errors.append(parameters["entry"]["text"])
        elif method == "Fetch.requestPaused":
            self.edit(parameters)

    def change(self, path, old, new):
        """Replaces a text in the server's answers to requests for this path."""
        self.edited = path, old, new
        self.call("Fetch.enable", patterns=[{"urlPattern": f"*{path}*", "requestStage": "Response"}])

    def edit(self, answer):
        options = {"session": self.session, "requestId": answer["requestId"]}
        path, old, new = self.edited
        if urllib.parse.urlsplit(answer["request"]["url"]).path != path or answer.get("responseStatusCode") != 200:
            return self.browser.send("Fetch.continueRequest", **options)

        def go_on(body):
            text = base64.b64decode(body["body"]).decode() if body["base64Encoded"] else body["body"]
            if text.count(old) != 1:
                raise RuntimeError(f"{path} has this text {text.count(old)} times: {old}")
            self.browser.send("Fetch.fulfillRequest", **options, responseCode=200, responseHeaders=answer["responseHeaders"],
                              body=base64.b64encode(text.replace(old, new).encode()).decode())
        self.browser.followers[self.browser.send("Fetch.getResponseBody", **options)] = go_on

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)

    def show(self):
        """Brings the tab to the front, because hidden tabs aren't rendered."""
        if self.browser.front is not self:
            self.browser.front = self
            self.call("Page.bringToFront")

    def go(self, address):
        assert "errorText" not in (answer := self.call("Page.navigate", url=address)), (address, answer)

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails'].get('exception', {}).get('description')}")
        return answer["result"].get("value")

    def wait(self, expression, what=None):
        """Waits until an expression in the page is true, and returns its value."""
        end = time.monotonic() + TIMEOUT
        while True:
            try:
                if (value := self.evaluate(expression)) not in (None, False, "", 0):
                    return value
            except RuntimeError as error:  # the page was unloaded during the evaluation
                problem = error
            else:
                problem = None
            if time.monotonic() > end:
                text = self.evaluate("document.body.innerText")
                raise AssertionError(f"timeout while waiting for {what or expression} {problem or ''}\n{text}\n{self.errors}")
            self.browser.read(0.05)

    def find(self, selector, label):
        """Returns a JavaScript expression for the first visible element with this selector whose label begins so."""
        return (f"[...document.querySelectorAll({json.dumps(selector)})].find(e => e.checkVisibility() && "
                f"(e.ariaLabel ?? e.innerText).trim().startsWith({json.dumps(label)}))")

    def shows(self, text):
        self.wait(f"document.body.innerText.includes({json.dumps(text)})", f"'{text}'")

    def lacks(self, text):
        self.wait(f"!document.body.innerText.includes({json.dumps(text)})", f"the end of '{text}'")

    def title(self, text):
        self.wait(f"document.querySelector('h1').innerText.startsWith({json.dumps(text)})", f"the title '{text}'")

    def press(self, label, selector="button, a"):
        """Clicks a control, and tries again if it has moved in the meantime."""
        self.show()
        element = self.find(selector, label)
        end = time.monotonic() + TIMEOUT
        while True:
            assert time.monotonic() < end, f"the click on '{label}' did not reach it in time"
            point = self.wait(f"""(() => {{ const e = {RESTING} && {element}; if (!e || e.ariaDisabled === 'true') return null;
                e.scrollIntoView({{block: 'center', behavior: 'instant'}}); const r = e.getBoundingClientRect();
                window.wasHit = false;
                e.addEventListener('click', () => {{ window.wasHit = true; }}, {{capture: true, once: true}});
                return [r.x + r.width / 2, r.y + r.height / 2]; }})()""", f"the control '{label}'")
            for kind in ["mousePressed", "mouseReleased"]:
                self.call("Input.dispatchMouseEvent", type=kind, x=point[0], y=point[1], button="left", clickCount=1)
            # After a navigation the variable doesn't exist. During one, the evaluation fails and is repeated.
            if self.wait("window.wasHit === false ? 'missed' : 'hit'") == "hit":
                return

    def fill(self, label, text):
        """Replaces the text of a field."""
        self.show()
        field = self.find("label", label)
        self.wait(f"(() => {{ const f = {RESTING} && {field}; if (!f) return false; const i = f.querySelector('input, textarea'); "
                  "i.focus(); i.select(); return true; })()", f"the field '{label}'")
        self.call("Input.insertText", text=text)

    def choose(self, label, value):
        """Sets the value of a field that isn't typed, such as a day or a choice."""
        self.show()
        self.wait(f"(() => {{ const i = {RESTING} && {self.find('label', label)}?.querySelector('input, select'); "
                  f"if (!i) return false; i.value = {json.dumps(value)}; i.dispatchEvent(new Event('input')); return true; }})()",
                  f"the field '{label}'")

    def key(self, name, shift=False, control=False, held=False):
        text = {"Enter": "\r", "Space": " "}.get(name)
        parameters = {"key": " " if name == "Space" else name, "code": name, "windowsVirtualKeyCode": KEYS[name],
                      "modifiers": 8 * shift + 2 * control}
        for repeats in [False, True] if held else [False]:
            self.call("Input.dispatchKeyEvent", type="keyDown", autoRepeat=repeats, **parameters, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **parameters)

    def tab_to(self, label):
        """Presses Tab until the element with this label has the focus."""
        for _ in range(80):
            self.key("Tab")
            name = self.evaluate("(() => { const e = document.activeElement; return (e.closest('label') ?? e).innerText; })()")
            if name.strip().startswith(label):
                return
        raise AssertionError(f"the Tab key does not reach '{label}'")

    def problems(self):
        """Returns what axe-core finds in the page."""
        self.show()
        if self.evaluate("typeof axe") == "undefined":
            self.evaluate(axe() + "; 0")
        return self.evaluate("""axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) =>
            `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 150)} ${failureSummary}`).join("; ")}`))""")

    def picture(self, path):
        self.show()
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
