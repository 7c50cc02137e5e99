"""Operates the desktop app by keyboard: the story of Examples/Scenarios/story.scn, news, shots, a chat, invalid input,
navigation back, and both languages. desktop-content.c prints the visible content; screenshots are taken of the display."""
import atexit
import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import zlib

from line import Line

products, work, pictures = sys.argv[1:]
top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
text = open(f"{top}/Examples/Scenarios/story.scn", encoding="utf-8").read()
wanted = json.loads(text[text.index("expect   state == ") + len("expect   state == "):])


def start(command, **options):
    """Starts a process that is killed at the latest when this one exits."""
    process = subprocess.Popen(command, text=True, encoding="utf-8", **options)
    atexit.register(process.kill)
    return process


backend = start([f"{products}/colmeia", "backend"], stdout=subprocess.PIPE)
origin = backend.stdout.readline().split()[-1]
display_number, display_end = os.pipe()
display = start(
    ["Xvfb", "-displayfd", str(display_end), "-screen", "0", "760x640x24", "-fbdir", work, "-nolisten", "tcp"],
    pass_fds=[display_end], stderr=subprocess.DEVNULL)
os.close(display_end)
environment = {
    "PATH": os.environ["PATH"], "DISPLAY": ":" + os.read(display_number, 16).decode().strip(), "HOME": work, "LANG": "C.UTF-8",
    "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "test", "GSETTINGS_BACKEND": "memory",
    "SWIFT_BACKTRACE": "enable=no",
    # A proxy that doesn't exist: a program that uses it for a local server fails.
    "http_proxy": "http://127.0.0.1:1"}


def keys(*arguments):
    subprocess.run(["xdotool", *arguments], env=environment, check=True, stdout=subprocess.DEVNULL, timeout=30)


def is_button(line, label):
    """Returns whether the line is a button whose label begins so, ignoring a picture."""
    return line[:1] in tuple("<[(") and line[1:].lstrip("#").startswith(label)


class Window:
    """The program and the content of its window."""

    def __init__(self, *options, server=origin):
        self.lines, self.changed, self.state = [], threading.Condition(), None
        self.errors = tempfile.TemporaryFile("w+")
        self.process = start(
            [f"{work}/desktop", "--server", server, "--folder", tempfile.mkdtemp(dir=work), "--print-state", *options],
            stdout=subprocess.PIPE, stderr=self.errors, env={**environment, "LD_PRELOAD": f"{work}/content.so"})
        threading.Thread(target=self.read, daemon=True).start()
        self.wait(lambda lines: lines)
        self.front()

    def front(self):
        """Gives this window the keys."""
        keys("search", "--sync", "--all", "--onlyvisible", "--pid", str(self.process.pid), "--class", "desktop", "windowfocus", "--sync")

    def read(self):
        for line in self.process.stdout:
            with self.changed:
                message = json.loads(line)
                if isinstance(message, str):
                    self.lines = message.split("\n")
                else:
                    self.state = message
                self.changed.notify_all()

    def wait(self, holds, seconds=60):
        """Waits until this text is visible, or until this condition is true for the visible lines."""
        condition = holds if callable(holds) else lambda lines: any(holds in line for line in lines)
        with self.changed:
            assert self.changed.wait_for(lambda: condition(self.lines), seconds), (holds, self.lines, self.problems())
            assert not any("unnamed" in line for line in self.lines), self.lines

    def sees(self, text):
        """Waits until a line begins so and isn't scrolled out of sight."""
        self.wait(lambda lines: any(line.lstrip("<>").startswith(text) for line in lines) and f"|{text}" not in self.hidden())

    def hidden(self):
        """Returns the texts that are scrolled out of sight, each between lines, and "focus" if it is."""
        return next((line for line in self.lines if line.startswith("hidden ")), "")

    def size(self):
        return next(line for line in self.lines if line.startswith("size "))

    def problems(self):
        self.errors.seek(0)
        return self.errors.read()

    def focused(self):
        """Returns the line with the focus and the one before it, which is the name of a field."""
        with self.changed:
            index = next((n for n, line in enumerate(self.lines) if line.startswith(">")), None)
            return ("", "") if index is None else (self.lines[index][1:], self.lines[index - 1])

    def focus(self, holds):
        for _ in range(80):
            before = self.focused()
            if holds(*before):
                # The focus may have moved by itself, before the last key did.
                with self.changed:
                    if not self.changed.wait_for(lambda: self.focused() != before, 0.3):
                        return
                continue
            keys("key", "Tab")
            # On some screens there is no other control to move to.
            with self.changed:
                self.changed.wait_for(lambda: self.focused() != before, 20)
        raise AssertionError(self.lines)

    def press(self, label):
        """Activates the control whose label begins so, once it exists and no spinner is visible."""
        self.wait(
            lambda lines: "…" not in lines and any(is_button(line.lstrip(">"), label) for line in lines))
        before = self.focused()
        if is_button(before[0], label):
            # Right after the focus has moved by itself, Enter is ignored.
            keys("key", "shift+Tab")
            with self.changed:
                self.changed.wait_for(lambda: self.focused() != before, 20)
        self.focus(lambda line, _: is_button(line, label))
        keys("key", "Return")

    def fill(self, label, value, shown=None):
        self.wait(label)
        self.focus(lambda line, name: line.startswith("=") and name == label)
        keys("key", "ctrl+a")
        keys("type", value)
        self.wait(lambda lines: {f">= {shown or value}", f">== {shown or value}"} & set(lines))

    def rows(self):
        """Returns the display as rows of pixels. The X server responds first, so earlier changes have been drawn."""
        keys("getmouselocation")
        with open(f"{work}/Xvfb_screen0", "rb") as file:
            data = file.read()
        size, _, _, _, width, height = struct.unpack(">6I", data[:24])
        line, colors = struct.unpack(">I", data[48:52])[0], struct.unpack(">I", data[76:80])[0]
        for y in range(height):
            start = size + 12 * colors + y * line
            row = bytearray(3 * width)
            for index in range(3):
                row[index::3] = data[start + 2 - index:start + 4 * width:4]
            yield row

    def light(self):
        """Returns how light the display is, from 0 to 255."""
        return sum(map(sum, self.rows())) / (760 * 640 * 3)

    def picture(self, name):
        """Saves the display as a PNG file."""
        rows, width, height = b"".join(b"\0" + row for row in self.rows()), 760, 640
        parts = [
            (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows, 9)),
            (b"IEND", b"")]
        with open(f"{pictures}/{name}.png", "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n")
            for kind, part in parts:
                file.write(struct.pack(">I", len(part)) + kind + part + struct.pack(">I", zlib.crc32(kind + part)))

    def narrow(self):
        """Makes the window as narrow as a phone."""
        keys("search", "--onlyvisible", "--class", "desktop", "windowsize", "360", "640")
        self.wait(lambda lines: lines[-1].startswith("least width"))

    def end(self):
        """Ends the program and returns the last state."""
        keys("key", "ctrl+q")
        assert self.process.wait(30) == 0, self.problems()
        with self.changed:
            assert self.changed.wait_for(lambda: self.state, 10)
        assert "CRITICAL" not in self.problems(), self.problems()
        return self.state


def log_in(window, name):
    """Logs in to the events as one of the back end's people."""
    window.wait("Sign in")
    keys("key", "alt+2")
    window.wait("Password")
    window.fill("Email", f"{name}@colmeia.example")
    window.fill("Password", f"{name}-123", "***")
    keys("key", "Return")
    window.wait("<New event>")


def post(path, value, **fields):
    request = urllib.request.Request(
        origin + path, json.dumps(value).encode(), {"Content-Type": "application/json", **fields})
    return json.load(urllib.request.urlopen(request, timeout=10))


def follows(lines, first, second):
    """Returns whether the second line follows the first."""
    return any(pair == (first, second) for pair in zip(lines, lines[1:]))


window = Window("--language", "pt-BR")
window.wait("E-mail")
window.fill("E-mail", "ann")
window.wait("(Entrar)")
window.press("Entrar")
# The error is below its field, which gets the focus.
window.wait(lambda lines: follows(lines, ">= ann", "! Digite um e-mail válido."))
window.picture("sign-up")
window.fill("E-mail", "ann@.org")
window.wait(lambda lines: "! Digite um e-mail válido." not in lines and "(Entrar)" in lines)
# In the middle of the text, the cursor must stay in place while the app receives each letter.
keys("key", "End")
keys("key", "--repeat", "4", "Left")
keys("type", "example")
window.wait(">= ann@example.org")
window.press("Entrar")
window.wait(lambda lines: sum(line.lstrip(">").startswith("<#") for line in lines) == 12)
window.press("Husky")
window.wait("Feed: Husky")
window.wait(lambda lines: sum(line.lstrip(">").startswith("<#") for line in lines) == 12)
assert window.focused()[0] == "<Husky>", window.lines
window.picture("feed")
keys("key", "alt+2")
window.press("Criar conta")
for label, value, shown in [
        ("Nome", "Carla", None), ("E-mail", "carla@colmeia.example", None), ("Senha", "carla-123", "***")]:
    window.fill(label, value, shown)
window.press("Criar conta")
window.wait(lambda lines: follows(lines, ">= carla@colmeia.example", "! Erro! E-mail já em uso!"))
window.press("Entrar na Eventbee")
window.fill("Senha", "wrong-one", "***")
window.press("Entrar na Eventbee")
window.wait("E-mail ou senha inválidos.")
window.picture("wrong-password")
window.fill("Senha", "carla-123", "***")
window.press("Entrar na Eventbee")
window.wait("Novo evento")
window.press("Encontro de cães")
window.press("Inscrever-se")
window.wait("<Cancelar inscrição>")
# The password, which begins with the user's name, masks neither.
window.wait("Carla")
window.picture("event")
keys("key", "alt+6")
window.press("Sair da Eventbee")
window.wait(lambda lines: not any("Sair da Eventbee" in line for line in lines))
window.press("Sair>")
window.wait("E-mail")
last = window.end()
assert last == wanted, json.dumps(last)
print("Desktop: the last state of the story is the scenario's")
print("Desktop, caret: it stays in the middle of a text while the app receives each letter")
print("Desktop, focus: a pressed button keeps it, and the first field with an error gets it")

window = Window("--language", "en")
window.wait("Sign in")
for key, label, shown in [
        ("alt+3", "Read as a guest", "Diário da Colmeia"), (None, "Diário da Colmeia", "Subscribe"),
        (None, "Subscribe", "Subscribed"), (None, "Back", "Tudo o que zumbe"),
        (None, "News", "Eleição da rainha"), (None, "Eleição da rainha", "Carla 49%"), (None, "Back", "Trânsito"),
        ("alt+4", "CRM - Dashboard+", "Back"), (None, "Back", "Load more")]:
    if key:
        keys("key", key)
    window.press(label)
    window.wait(shown)
print("Desktop, languages: shows news and shots in English, the story before in Portuguese")

keys("key", "alt+2")
window.fill("Email", "carla@colmeia.example")
window.fill("Password", "carla-123", "***")
window.press("Log in to Eventbee")
window.press("New event")
window.fill("Name", "Party")
window.fill("Start (UTC)", "2030-01-01T20:00")
window.fill("End (UTC)", "2030-01-01T19:00")
window.press("Public")
keys("key", "Down")
keys("key", "Return")
window.wait("<Closed>")
window.press("Save")
window.wait(lambda lines: follows(lines, ">= 2030-01-01T19:00", "! The end is before the start."))
window.press("Discard")
window.wait("New event")
print("Desktop: a day and a choice can be filled in, and a message names its field")

window.press("Encontro de cães")
window.press("Chat")
window.fill("Message", "Who brings water?")
window.press("Send")
window.wait(lambda lines: "Who brings water?" in lines and "Carla" in lines and ">== " in lines)
keys("type", "I do!")
window.wait(">== I do!")
keys("key", "Return")
window.wait(lambda lines: "I do!" in lines and ">== " in lines and lines.index("I do!") < lines.index(">== "))
window.picture("chat")
keys("key", "Escape")
window.wait(lambda lines: any(line.lstrip(">") == "<Chat>" for line in lines))
print("Desktop, conversation: the field is below the messages and as wide as the window, and Enter sends")

window.end()
line = Line(int(origin.rsplit(":", 1)[1]))
window = Window("--language", "en", server=line.address)
log_in(window, "carla")
window.press("Encontro de cães")
window.press("Chat")
window.fill("Message", "Is anybody")
size = window.size()
line.cut()
window.wait("… No connection. Reconnecting…")
window.picture("no-connection")
assert window.size() == size, (size, window.lines)
keys("key", "End")
keys("type", " there?")
window.wait(">== Is anybody there?")
line.mend()
window.wait(lambda lines: not any("No connection" in one for one in lines) and ">== Is anybody there?" in lines)
keys("key", "Return")
window.wait(lambda lines: "Is anybody there?" in lines and ">== " in lines)
keys("key", "Escape")
window.wait(lambda lines: any(line.lstrip(">") == "<Chat>" for line in lines))
window.end()
print("Desktop, connection: what was typed is still there when the connection is back")

environment["TZ"] = "America/Sao_Paulo"
window = Window("--language", "en")
window.wait("Sign in")
keys("key", "alt+2")
window.press("Create account")
window.wait(lambda lines: follows(lines, "Name", ">= ") and lines.index("Name") < lines.index("Email"))
keys("type", "Eva")
window.fill("Email", "eva@colmeia.example")
window.fill("Password", "eva-1234", "***")
window.focus(lambda line, name: name == "About")
keys("type", "I live in Recife.")
keys("key", "Return")
keys("type", "I like big dogs, bees and coffee, and long walks at the beach on Sundays.")
window.wait(lambda lines: any(line.startswith(">= I live in Recife.⏎I like big dogs") for line in lines))
keys("key", "Up", "Up", "End")
keys("type", "!")
window.wait(lambda lines: any(line.startswith(">= I live in Recife.!⏎I like") for line in lines))
window.picture("paragraph")
keys("key", "Tab")
window.wait(lambda lines: any(line.startswith(">") and not line.startswith(">=") for line in lines))
keys("key", "shift+Tab")
window.wait(lambda lines: any(line.startswith(">= I live") for line in lines))
keys("key", "ctrl+Return")
window.wait("<New event>")
print("Desktop, paragraphs: Enter begins a line, Tab leaves, and Ctrl+Enter submits")

window.press("New event")
window.wait("Start (UTC-3)")
window.wait(lambda lines: follows(lines, "= ", "(28 Dec 2016 20:00)"))
window.fill("Name", "Picnic")
window.fill("Start (UTC-3)", "1 Jul 2030 20:00")
window.fill("End (UTC-3)", "2030-07-01 21h")
window.wait("! Enter the date and time like this: 28 Dec 2016 20:00.")
window.fill("End (UTC-3)", "2030-07-01 21:30")
window.picture("dates")
window.press("Save")
window.wait("Start: 1 Jul 2030 23:00 UTC")
window.press("Edit event")
window.wait(lambda lines: follows(lines, "End (UTC-3)", "= 01 Jul 2030 21:30"))
window.press("Back")
window.wait("Edit event")
del environment["TZ"]
window.end()
print("Desktop, dates: they are typed and shown in the person's time zone, and the field says how to type one")

window = Window("--language", "en")
window.fill("Email", "ann@example.org")
keys("key", "Return")
window.wait("Feed: Hound")
window.press("hound-1")
window.wait(lambda lines: "#<" not in "".join(lines) and any(line.startswith("#") for line in lines))
window.picture("picture")
keys("key", "Escape")
window.wait(lambda lines: not any(line.startswith("#") for line in lines))
print("Desktop, pictures: a chosen picture is shown large, and Esc closes it")
keys("key", "alt+2")
window.wait("Encontro de cães")
window.narrow()
window.picture("narrow")
for number, title in [(1, "Feed: Hound"), (3, "News"), (4, "Shots"), (5, "Album"), (6, "Profile"), (2, "Events")]:
    keys("key", f"alt+{number}")
    window.wait(title)
    window.wait(lambda lines: lines[-1] == "least width 360")
window.end()
print("Desktop, width: every screen fits into 360 pixels")

window = Window("--language", "en")
window.wait("Sign in")
keys("key", "alt+5")
window.wait("Password")
window.fill("Email", "beto@colmeia.example")
# Enter goes to the next field, and submits from the last.
keys("key", "Return")
window.wait(lambda lines: follows(lines, "Password", ">= "))
keys("type", "beto-123")
window.wait(">= ***")
keys("key", "Return")
window.press("New photo")
window.wait("Caption")
print("Desktop, keys: Enter goes on and submits, and Esc goes back where there is a back")

window.focus(lambda line, _: line == "<>")
with open(f"{work}/photo.png", "wb") as file:
    file.write(b"no picture")
keys("key", "Return")
keys("search", "--sync", "--onlyvisible", "--name", "New photo file", "windowfocus", "--sync")
keys("type", f"{work}/photo.png")
keys("key", "Return")
window.wait(f"= {work}/photo.png")
keys("search", "--sync", "--onlyvisible", "--name", "Colmeia", "windowfocus", "--sync")
window.fill("Caption", "Mel")
window.press("Publish")
window.wait(lambda lines: follows(lines, "<>", "! The file is not a JPEG or PNG image."))
window.end()
print("Desktop, files: a file is chosen in a dialog, and one that is no photo is refused at its field")
print("Desktop, names: a screen reader has a name for every field and button")
print("Desktop, messages: kinds of messages differ, and an error is below its field, which gets the focus")

window = Window("--language", "en", server=Line(line.target, delay=0.5).address)
log_in(window, "carla")
window.press("Encontro de cães")
window.press("Chat")
window.fill("Message", "One")
window.wait("<Send>")
keys("key", "Return")
keys("type", "Two")
window.wait(lambda lines: "Sending…" in lines and ">== Two" in lines)
window.wait(lambda lines: not any("Sending" in line for line in lines))
window.wait(">== Two")
keys("key", "Return")
window.wait(lambda lines: "Two" in lines and ">== " in lines)
window.end()
print("Desktop, slow: a field keeps what is typed while the server is slow")

window = Window("--language", "en")
log_in(window, "ana")
window.press("Aniversário do Bruno")
window.wait("(Enroll)")
window.picture("commands")
reached = set()
while window.focused() not in reached:
    before = window.focused()
    reached.add(before)
    keys("key", "Tab")
    window.wait(lambda _: window.focused() != before)
assert ("<Back>" in {name for name, _ in reached}) and "(Enroll)" not in {name for name, _ in reached}, reached
print("Desktop, commands: one that isn't possible looks so and can't get the focus")
keys("key", "alt+3")
window.press("Read as a guest")
window.press("News>")
window.sees("- Choose the newspapers")
assert not any(line.startswith("! ") for line in window.lines), window.lines
window.picture("empty")
window.end()
print("Desktop, empty: a list without rows says so, and not as an error")

# A held Enter asks and doesn't answer. When the button with the focus vanishes, Enter isn't meant for the next one.
window = Window("--language", "en")
log_in(window, "ana")
window.press("Encontro de cães")
window.wait(lambda lines: "…" not in lines and any(line.startswith("<− Bruno") for line in lines))
known = {line.lstrip(">") for line in window.lines}
window.focus(lambda line, _: line.startswith("<− Bruno"))
keys("keydown", "Return", "sleep", "0.5", "keydown", "Return", "sleep", "0.5", "keydown", "Return", "sleep", "0.5", "keyup", "Return")
window.sees("i Remove Bruno from the event?")
window.picture("question")
window.press("Remove participant")
window.wait("<Undo>")
window.focus(lambda line, _: line == "<Undo>")
keys("key", "shift+Tab", "Tab", "Return", "sleep", "0.4", "key", "Return")
window.wait(lambda lines: not any("Undo" in line for line in lines))
window.press("Reload")
window.wait(lambda lines: {line.lstrip(">") for line in lines} == known)
window.end()
print("Desktop: a held Enter answers no question, and a second one isn't taken by the next button")

# Two windows are two apps. What one sends, the other shows.
windows = Window("--language", "en"), Window("--language", "en", server=line.address)
for window, name in zip(windows, ["ana", "carla"]):
    window.front()
    log_in(window, name)
    window.press("Encontro de cães")
    window.press("Chat")
    window.wait("Message")
for number in range(12):
    windows[number % 2].front()
    keys("type", f"Number {number}")
    windows[number % 2].wait(f">== Number {number}")
    keys("key", "Return")
    for window in windows:
        window.sees(f"Number {number}")
windows[0].front()
windows[0].end()
print("Desktop, windows: two are two apps, and each shows what the other one sends")

# Messages are above what scrolls, so they are in sight wherever it is scrolled to.
window.front()
keys("key", "shift+Tab")
window.wait(lambda _: window.focused() == ("", ""))
keys("key", *5 * ["Page_Up"])
window.wait(lambda _: "|Number 11|" in window.hidden())
line.cut()
window.sees("… No connection.")
assert "|Number 11|" in window.hidden(), window.lines
window.picture("sight")
line.mend()
window.wait(lambda lines: not any("No connection" in one for one in lines))
keys("key", "Escape")
window.wait("<Chat>")
window.end()

token = post("/users/login", {"email": "ana@colmeia.example", "password": "ana-123"})["token"]
for number in range(600):
    post("/events", {"name": f"Nr. {number:03}", "permission": "public", "datetime_start": 1, "datetime_end": 2}, Token=token)
window = Window("--language", "en", server=line.address)
window.wait("Sign in")
keys("key", "alt+2")
window.sees("Encontro de cães")
window.sees("Reload")
window.fill("Password", "x", "***")
keys("key", "Tab")
window.wait(lambda _: window.focused()[0].startswith("<Encontro"))
keys("key", "ctrl+End")
window.wait(lambda _: window.focused()[0].startswith("(Log in"))
keys("key", "shift+Tab")
window.wait(lambda _: window.focused()[0].startswith("<Nr. 599") and "|focus|" not in window.hidden())
window.sees("Nr. 599")
window.sees("Reload")
window.picture("lists")
keys("key", "ctrl+Home")
window.wait(lambda _: window.focused()[1] == "Email" and "|focus|" not in window.hidden())
print("Desktop, lists: in a list of 600 rows, buttons are in sight, and Ctrl+Home and Ctrl+End lead to fields and buttons")
keys("key", "Tab", "Tab", "ctrl+End", "shift+Tab")
window.sees("Nr. 599")
line.cut()
window.press("Reload")
window.sees("! ")
window.sees("Nr. 597")
line.mend()
window.end()
print("Desktop, sight: a message is in sight in a conversation and deep in 600 rows")

bus = start(["dbus-daemon", "--session", "--nofork", "--print-address", f"--address=unix:path={work}/bus"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
portal = start([f"{work}/portal"], stdout=subprocess.PIPE, env=environment)
portal.stdout.readline()
window = Window("--language", "en")
window.wait("Sign in")


def becomes(holds):
    """Waits until the display is dark or light."""
    end = time.monotonic() + 20
    while not holds(window.light()):
        assert time.monotonic() < end, window.light()
        time.sleep(0.05)


becomes(lambda light: light < 90)
window.picture("dark")
portal.send_signal(signal.SIGUSR1)
becomes(lambda light: light > 180)
window.end()
del environment["DBUS_SESSION_BUS_ADDRESS"]
print("Desktop, dark: the window is dark or light as the desktop is")

refused = subprocess.run(
    [f"{work}/desktop", "--server", origin, "--language", "fr"], env=environment, capture_output=True, text=True, timeout=60)
assert refused.returncode == 2 and "must be pt-BR or en" in refused.stderr, refused
print("Desktop: rejects an unknown language and lists the known ones")

refused = subprocess.run(
    [f"{work}/desktop", "--server", "nowhere"], env=environment, capture_output=True, text=True, timeout=60)
assert refused.returncode == 2 and "must be a name and a URL" in refused.stderr, refused
print("Desktop: rejects a server without a URL")

window = Window("--language", "pt-BR", "--folder", "/dev/null/folder")
window.wait("the app cannot start")
keys("key", "ctrl+q")
assert window.process.wait(30) == 0, window.problems()
print("Desktop: shows in the window why the app cannot start")
backend.send_signal(2)
assert backend.wait(10) == 0
