"""Operates the desktop app by keyboard: the story of Examples/Scenarios/story.scn, news, shots, a chat, invalid input,
navigation back, and both languages. desktop-content.c prints the visible content; screenshots are taken of the display."""
import atexit
import functools
import json
import os
import re
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import zlib

import stories
from line import Line
from stories import story, top

products, work, pictures, *names = sys.argv[1:]
program = os.environ.get("COLMEIA_VARIANT", f"{work}/desktop")
work = os.path.dirname(program)
# How long a story waits, in seconds. A variant is expected to fail one.
patience = 20 if "COLMEIA_VARIANT" in os.environ else 60
text = open(f"{top}/Examples/Scenarios/story.scn", encoding="utf-8").read()
wanted = json.loads(text[text.index("expect   state == ") + len("expect   state == "):])


def start(command, **options):
    """Starts a process that is killed at the latest when this one exits."""
    process = subprocess.Popen(command, text=True, encoding="utf-8", **options)
    atexit.register(process.kill)
    return process


backend = start([f"{products}/colmeia", "backend"], stdout=subprocess.PIPE)
origin = backend.stdout.readline().split()[-1]
port = int(origin.rsplit(":", 1)[1])
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

    running = []

    def __init__(self, *options, server=origin, **variables):
        self.lines, self.all, self.changed, self.state = [], [], threading.Condition(), None
        self.errors = tempfile.TemporaryFile("w+")
        self.process = start(
            [program, "--server", server, "--folder", tempfile.mkdtemp(dir=work), "--print-state", *options],
            stdout=subprocess.PIPE, stderr=self.errors, env={**environment, "LD_PRELOAD": f"{work}/content.so", **variables})
        self.running.append(self)
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
                    self.all.append(self.lines)
                else:
                    self.state = message
                self.changed.notify_all()

    def wait(self, holds, seconds=patience):
        """Waits until this text is visible, or until this condition is true for the visible lines."""
        condition = holds if callable(holds) else lambda lines: any(holds in line for line in lines)
        with self.changed:
            assert self.changed.wait_for(lambda: condition(self.lines), seconds), (holds, self.lines, self.problems())

    def has(self, value):
        """Waits until the field with the focus has this text."""
        self.wait(lambda lines: {f">= {value}", f">== {value}"} & set(lines))

    def rests(self, seconds=1):
        """Waits until the content hasn't changed for a second."""
        with self.changed:
            while self.changed.wait(seconds):
                pass

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

    def focus(self, holds, key="Tab"):
        for _ in range(80):
            before = self.focused()
            if holds(*before):
                # The focus may have moved by itself, before the last key did.
                with self.changed:
                    if not self.changed.wait_for(lambda: self.focused() != before, 0.3):
                        return
                continue
            keys("key", key)
            # On some screens there is no other control to move to.
            with self.changed:
                self.changed.wait_for(lambda: self.focused() != before, 20)
        raise AssertionError(self.lines)

    def reached(self):
        """Returns what Tab reaches, until it comes to something again."""
        known = []
        while (now := self.focused()) not in known:
            known.append(now)
            keys("key", "Tab")
            self.wait(lambda _: self.focused() != now)
        return [line for line, _ in known]

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
        self.wait(lambda lines: {f">= {value}", f">== {value}", f">= {shown or value}"} & set(lines))

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
        """Saves the display as a PNG file, but not that of a variant."""
        if "COLMEIA_VARIANT" in os.environ:
            return
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


def clean():
    """Ends the windows that a failed story has left."""
    for window in Window.running:
        window.process.kill()
    Window.running.clear()


def log_in(window, name):
    """Logs in to the events as one of the back end's people."""
    window.wait("Sign in")
    keys("key", "alt+2")
    window.wait("Password")
    window.fill("Email", f"{name}@colmeia.example")
    window.fill("Password", f"{name}-123", "***")
    keys("key", "Return")
    window.wait("<New event>")


def converse(window, name, event):
    """Opens the conversation of an event in which this person takes part."""
    log_in(window, name)
    window.press(event)
    window.press("Chat")
    window.wait("Message")
    window.focus(lambda line, name: line.startswith("=") and name == "Message")


def new_photo(window):
    """Logs in to the album and opens the form for a photo."""
    window.wait("Sign in")
    keys("key", "alt+5")
    window.wait("Password")
    window.fill("Email", "beto@colmeia.example")
    window.fill("Password", "beto-123", "***")
    keys("key", "Return")
    window.press("New photo")
    window.wait("Caption")


@functools.cache
def fill_events():
    """Adds 600 events to the back end's."""
    token = post("/users/login", {"email": "ana@colmeia.example", "password": "ana-123"})["token"]
    for number in range(600):
        post("/events", {"name": f"Nr. {number:03}", "permission": "public", "datetime_start": 1, "datetime_end": 2}, Token=token)


def post(path, value, **fields):
    request = urllib.request.Request(
        origin + path, json.dumps(value).encode(), {"Content-Type": "application/json", **fields})
    return json.load(urllib.request.urlopen(request, timeout=10))


def follows(lines, first, second):
    """Returns whether the second line follows the first."""
    return any(pair == (first, second) for pair in zip(lines, lines[1:]))


@story("Desktop: the last state of the story is the scenario's")
def whole():
    window = Window("--language", "pt-BR")
    window.wait("E-mail")
    window.fill("E-mail", "ann")
    window.wait("(Entrar)")
    window.press("Entrar")
    window.wait("! Digite um e-mail válido.")
    window.picture("sign-up")
    window.fill("E-mail", "ann@example.org")
    window.wait(lambda lines: "! Digite um e-mail válido." not in lines and "<Entrar>" in lines)
    window.press("Entrar")
    window.wait(lambda lines: sum(line.lstrip(">").startswith("<#") for line in lines) == 12)
    window.press("Husky")
    window.wait("Feed: Husky")
    window.wait(lambda lines: sum(line.lstrip(">").startswith("<#") for line in lines) == 12)
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


@story("Desktop, focus: a pressed button keeps it, the neighbor of a removed one gets it, and on another screen it is at the beginning",
       ("view.c", "if (!item && !is_other && !has_added) item", "if (FALSE) item"),
       ("view.c", "if (!item && !is_other && !has_added) item", "if (!item) item"))
def focus():
    window = Window("--language", "en")
    log_in(window, "ana")
    window.press("Encontro de cães")
    window.press("Enroll")
    window.wait(lambda _: window.focused()[0] == "<Leave>")
    window.press("Leave")
    window.wait(lambda _: window.focused()[0] == "<Enroll>")
    window.press("Chat")
    window.wait(lambda _: window.focused()[1] == "Message")
    window.end()


@story("Desktop, caret: it stays in the middle of a text while the app receives each letter",
       ("item.c", """ : strcmp(value, text) != 0)) {
    int cursor = gtk_editable_get_position(editable);
    item->is_setting = TRUE;
    gtk_editable_set_text(editable, value);
    gtk_editable_set_position(editable, cursor);
""", """ : TRUE)) {
    item->is_setting = TRUE;
    gtk_editable_set_text(editable, value);
    gtk_editable_set_position(editable, -1);
"""))
def caret():
    window = Window("--language", "en")
    window.fill("Email", "ann@.org")
    keys("key", "End")
    keys("key", "--repeat", "4", "Left")
    keys("type", "--delay", "60", "example")
    window.wait(">= ann@example.org")
    window.end()


@story("Desktop, languages: shows news and shots in English, and what LANG says in Portuguese; lists the languages that it knows",
       ("main.c", "server, language, token", 'server, "en", token'))
def languages():
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
    window.end()
    window = Window(LANG="pt_BR.UTF-8")
    window.wait("E-mail")
    window.end()
    refused = subprocess.run(
        [program, "--server", origin, "--language", "fr"], env=environment, capture_output=True, text=True, timeout=60)
    assert refused.returncode == 2 and "must be pt-BR or en" in refused.stderr, refused


@story("Desktop: a day and a choice can be filled in, and a message names its field")
def choice():
    window = Window("--language", "en")
    log_in(window, "carla")
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
    window.end()


@story("Desktop, conversation: the field is below the messages, of which the newest is in sight, and as wide as the window",
       ("view.c", "is_conversation ? GTK_ALIGN_FILL : GTK_ALIGN_START", "GTK_ALIGN_START"),
       ("view.c", "if (is_conversation) gtk_box_insert_child_after", "if (FALSE) gtk_box_insert_child_after"),
       ("view.c", "view->is_conversation && (is_other || rest < 80)", "FALSE"))
def conversation():
    window = Window("--language", "en")
    converse(window, "bruno", "Encontro de cães")
    window.wait(">== ")
    for number in range(12):
        keys("type", f"Line {number}")
        window.wait(f">== Line {number}")
        keys("key", "Return")
        window.sees(f"Line {number}")
    window.wait(lambda lines: ">== " in lines and lines.index("Line 11") < lines.index(">== "))
    window.picture("chat")
    window.press("Back")
    window.wait("Chat")
    window.end()


@story("Desktop, connection: what was typed is still there when the connection is back",
       ("view.c", "  show_picture(view, screen);\n", """  show_picture(view, screen);
  Item *typed = view->is_conversation && view->items[MESSAGES] && g_hash_table_size(view->items[MESSAGES]) ? nearest(view, FIELDS, 0) : NULL;
  if (typed) gtk_editable_set_text(GTK_EDITABLE(typed->control), "");
"""))
def connection():
    line = Line(port)
    window = Window("--language", "en", server=line.address)
    converse(window, "bruno", "Encontro de cães")
    window.fill("Message", "Is anybody")
    size = window.size()
    line.cut()
    window.wait("… No connection. Reconnecting…")
    window.picture("no-connection")
    assert window.size() == size, (size, window.lines)
    keys("key", "End")
    keys("type", " there?")
    window.has("Is anybody there?")
    line.mend()
    window.wait(lambda lines: not any("No connection" in one for one in lines))
    window.has("Is anybody there?")
    keys("key", "Return")
    window.wait("Is anybody there?")
    window.has("")
    window.end()


@story("Desktop, paragraphs: Enter begins a line, Tab leaves, and Ctrl+Enter submits",
       ("item.c", '"paragraph") == 0 ?', '"paragraphs") == 0 ?'))
def paragraphs():
    window = Window("--language", "en")
    window.wait("Sign in")
    keys("key", "alt+2")
    window.press("Create account")
    window.wait(lambda lines: "Name" in lines and lines.index("Name") < lines.index("Email"))
    window.fill("Name", "Eva")
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
    window.end()


@story("Desktop, dates: they are typed and shown in the person's time zone, and the field says how to type one",
       ("item.c", "item->is_date ? time_label(item->label, item->value) : g_strdup(item->label)", "g_strdup(item->label)"),
       ("item.c", "item->is_date ? time_value(typed) : g_strdup(typed)", "g_strdup(typed)"),
       ("item.c", "gtk_entry_set_placeholder_text(GTK_ENTRY(item->control), item->hint)", "(void)item->hint"))
def dates():
    window = Window("--language", "en", TZ="America/Sao_Paulo")
    log_in(window, "carla")
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
    window.end()


@story("Desktop, pictures: a chosen picture is large and has its name, and when it is closed, the focus is where it was",
       ("view.c", "is_web && !gtk_widget_get_visible(GTK_WIDGET(view->undrawn))", "FALSE"),
       ("view.c", "  gtk_picture_set_alternative_text(view->picture, description);\n", ""),
       ("view.c", "if (!is_web && view->opener) {", "if (FALSE) {"))
def pictures_shown():
    window = Window("--language", "en")
    window.fill("Email", "ann@example.org")
    keys("key", "Return")
    window.wait("Feed: Hound")
    window.press("hound-5")
    window.wait(lambda lines: any(re.match(r"#[0-9]{3,}x[3-9][0-9]{2} hound-5", line) for line in lines))
    window.picture("picture")
    window.press("Back")
    window.wait(lambda lines: not any(line.startswith("#") for line in lines))
    window.wait(lambda _: window.focused()[0].startswith("<#hound-5"))
    window.end()


@story("Desktop, undrawn: in the place of a picture that can't be drawn is a text with its name and its address",
       ("picture.c", "gtk_widget_set_visible(undrawn, TRUE), ", ""))
def undrawn():
    window = Window("--language", "en", COLMEIA_UNDRAWN="1")
    window.fill("Email", "ann@example.org")
    keys("key", "Return")
    window.wait("Feed: Hound")
    window.press("hound-5")
    window.wait(f"! hound-5: This picture can't be shown: {origin}/")
    window.picture("undrawn")
    window.press("Back")
    window.wait(lambda lines: not any("can't be shown" in line for line in lines))
    window.end()


@story("Desktop, width: every screen fits into 360 pixels, and a wide window has more beside each other",
       ("view.c", "{99, 1, 1, 2, 2}", "{99, 1, 1, 4, 6}"), ("view.c", "{99, 1, 1, 4, 6}", "{99, 1, 1, 2, 2}"))
def width():
    window = Window("--language", "en")
    window.fill("Email", "ann@example.org")
    keys("key", "Return")
    window.wait("Feed: Hound")
    window.wait("columns 4")
    keys("key", "alt+2")
    window.wait("Encontro de cães")
    window.narrow()
    window.picture("narrow")
    for number, title in [(1, "Feed: Hound"), (3, "News"), (4, "Shots"), (5, "Album"), (6, "Profile"), (2, "Events")]:
        keys("key", f"alt+{number}")
        window.wait(title)
        window.wait(lambda lines: lines[-1] == "least width 360")
    window.end()


@story("Desktop, keys: Enter goes on and submits, a held one is one, and Esc goes back where there is a back",
       ("view.c", "if (next && next->position > item->position) gtk_widget_grab_focus(next->control);\n  else submit", "(void)next, submit"),
       ("view.c", "  return is_repeated || g_get_monotonic_time()", "  return g_get_monotonic_time()"),
       ("view.c", "key == GDK_KEY_Escape &&", "key == GDK_KEY_Cancel &&"))
def enter():
    window = Window("--language", "en")
    window.wait("Sign in")
    keys("key", "alt+2")
    window.wait("Password")
    window.fill("Email", "ana@colmeia.example")
    keys("key", "Return")
    window.wait(lambda lines: window.focused()[1] == "Password" and not any(line.startswith("! ") for line in lines))
    keys("type", "ana-123")
    window.wait(lambda _: window.focused()[0].removeprefix("= ") in ("***", "ana-123"))
    keys("key", "Return")
    window.wait("<New event>")
    window.press("Encontro de cães")
    # A held Enter, which the display repeats after 0.66 s, is one.
    window.press("Chat")
    window.focus(lambda line, _: line == "<Back>")
    keys("keydown", "Return", "sleep", "2.5", "keyup", "Return")
    window.wait("<Chat>")
    window.rests()
    window.wait("<Chat>")
    # When the button with the focus vanishes, Enter isn't meant for the next one.
    window.wait(lambda lines: "…" not in lines and any(line.startswith("<− Bruno") for line in lines))
    known = {line.lstrip(">") for line in window.lines}
    window.focus(lambda line, _: line.startswith("<− Bruno"))
    keys("key", "Return")
    window.wait("Remove Bruno from the event?")
    window.picture("question")
    # What answers is another control.
    window.press("− Bruno")
    window.rests()
    window.wait("Remove Bruno from the event?")
    window.press("Remove participant")
    window.wait("<Undo>")
    window.focus(lambda line, _: line == "<Undo>")
    keys("key", "shift+Tab", "Tab", "Return", "sleep", "0.4", "key", "Return")
    window.wait(lambda lines: not any("Undo" in line for line in lines))
    window.press("Reload")
    window.wait(lambda lines: {line.lstrip(">") for line in lines} == known)
    keys("key", "Escape")
    window.wait("<New event>")
    window.end()


@story("Desktop, files: a file is chosen in a dialog, and one that is no photo is refused at its field",
       ("item.c", "if (path) gtk_editable_set_text", "if (FALSE) gtk_editable_set_text"))
def files():
    window = Window("--language", "en")
    new_photo(window)
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
    window.wait(lambda lines: "! The file is not a JPEG or PNG image." in lines and
                lines.index("! The file is not a JPEG or PNG image.") < lines.index("Caption"))
    window.end()


@story("Desktop, names: a screen reader has a name for every field and button",
       ("item.c", '    name(button, text_of(field, "label"));\n', ""), ("item.c", "  name(item->control, label);\n", ""))
def names_read():
    window = Window("--language", "en")
    new_photo(window)
    window.wait("unnamed 0")
    keys("key", "alt+1")
    window.fill("Email", "ann@example.org")
    keys("key", "Return")
    window.wait("Feed: Hound")
    window.wait("unnamed 0")
    window.end()


@story("Desktop, passwords: one is never shown",
       ("item.c", "gtk_password_entry_set_show_peek_icon(GTK_PASSWORD_ENTRY(item->control), TRUE)",
        'g_object_set(gtk_editable_get_delegate(GTK_EDITABLE(item->control)), "visibility", TRUE, NULL)'))
def passwords():
    window = Window("--language", "en")
    log_in(window, "carla")
    assert not any("carla-1" in line for lines in window.all for line in lines), window.all
    window.end()


@story("Desktop, messages: kinds of messages differ, and an error is below its field, which gets the focus",
       ("item.c", '{"notice", "i"}', '{"notice", "!"}'),
       ("item.c", "gtk_box_append(GTK_BOX(item->widget), line);\n  gtk_box_append(GTK_BOX(item->widget), item->detail);",
        "gtk_box_append(GTK_BOX(item->widget), line);\n  gtk_box_prepend(GTK_BOX(item->widget), item->detail);"),
       ("view.c", "view->has_submitted = item->is_submit;", "view->has_submitted = FALSE, (void)item;"))
def messages():
    window = Window("--language", "en")
    window.wait("Sign in")
    keys("key", "alt+2")
    window.press("Create account")
    window.wait("About")
    window.fill("Name", "Eva")
    window.fill("Email", "x")
    window.fill("Password", "ana-123", "***")
    window.press("Create account")
    window.wait(lambda lines: follows(lines, ">= x", "! Enter a valid email address."))
    window.end()
    window = Window("--language", "en")
    log_in(window, "ana")
    window.press("Encontro de cães")
    window.press("− Bruno")
    window.wait("i Remove Bruno from the event?")
    window.end()


@story("Desktop, slow: a field keeps what is typed while the app is slow",
       ("view.c", "if (!item->asked || item->asked > number) continue;", "if (!item->asked) continue;"))
def slow():
    window = Window("--language", "en", COLMEIA_SLOW="1")
    window.wait("Sign in")
    window.focus(lambda line, name: line.startswith("=") and name == "Email")
    keys("type", "--delay", "80", "ann.with.a.long.name@example.org")
    window.wait(">= ann.with.a.long.name@example.org")
    window.rests()
    window.wait(">= ann.with.a.long.name@example.org")
    window.wait("<Sign in>")
    window.end()


@story("Desktop, commands: one that isn't possible looks so and can't get the focus",
       ("item.c", "gtk_widget_set_sensitive(item->control, is_enabled || item->is_submit);", "gtk_widget_set_sensitive(item->control, TRUE);"),
       ("item.c", '(is_enabled ? gtk_widget_remove_css_class : gtk_widget_add_css_class)(item->control, "disabled");', ""))
def commands():
    window = Window("--language", "en")
    window.wait("(Sign in)")
    log_in(window, "ana")
    window.press("Aniversário do Bruno")
    window.wait("(Enroll)")
    window.picture("commands")
    reached = set(window.reached())
    assert ("<Back>" in reached) and "(Enroll)" not in reached, reached
    window.end()


@story("Desktop, keyboard: Tab reaches everything, and Alt with a number is a tab",
       ("item.c", "section == TABS ? gtk_toggle_button_new() :", 'section == TABS ? g_object_new(GTK_TYPE_TOGGLE_BUTTON, "focusable", FALSE, NULL) :'))
def keyboard():
    window = Window("--language", "en")
    window.wait("Sign in")
    keys("key", "alt+2")
    window.wait("Encontro de cães")
    controls = {line.lstrip(">") for line in window.lines if line.lstrip(">")[:1] in tuple("<[(")} - {"<>"}
    reached = set(window.reached())
    assert controls <= reached, controls - reached
    window.end()


@story("Desktop, empty: a list without rows says so, and not as an error", ("item.c", '{"empty", "-"}', '{"empty", "!"}'))
def empty():
    window = Window("--language", "en")
    window.wait("Sign in")
    keys("key", "alt+3")
    window.press("Read as a guest")
    window.press("News>")
    window.wait("Choose the newspapers")
    window.sees("- Choose the newspapers")
    assert not any(line.startswith("! ") for line in window.lines), window.lines
    window.picture("empty")
    window.end()


@story("Desktop, windows: two are two apps, and each shows what the other one sends",
       ("view.c", "  const char *title = text_of(screen, \"title\");\n  gboolean is_other", """  if (view->arrays[TABS] && !gtk_window_is_active(view->window)) return;
  const char *title = text_of(screen, "title");
  gboolean is_other"""))
def windows():
    both = Window("--language", "en"), Window("--language", "en")
    for window, name in zip(both, ["ana", "bruno"]):
        window.front()
        converse(window, name, "Encontro de cães")
    for number in range(4):
        both[number % 2].front()
        keys("type", f"Number {number}")
        both[number % 2].has(f"Number {number}")
        keys("key", "Return")
        for window in both:
            window.wait(lambda lines: f"Number {number}" in lines)
    for window in both:
        window.front()
        window.end()


@story("Desktop, sight: a message is in sight in a conversation and deep in 600 rows",
       ("view.c", "  add_keys(GTK_WIDGET(view->window), view);\n  return view;", """  add_keys(GTK_WIDGET(view->window), view);
  GtkWidget *messages = g_object_ref(GTK_WIDGET(view->grids[MESSAGES]));
  gtk_box_remove(GTK_BOX(gtk_widget_get_parent(messages)), messages);
  gtk_box_prepend(GTK_BOX(gtk_widget_get_parent(GTK_WIDGET(view->grids[ROWS]))), messages);
  return view;"""))
def sight():
    fill_events()
    line = Line(port)
    window = Window("--language", "en", server=line.address)
    converse(window, "carla", "Aniversário do Bruno")
    for number in range(12):
        keys("type", f"Number {number}")
        window.has(f"Number {number}")
        keys("key", "Return")
        window.wait(lambda lines: f"Number {number}" in lines)
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
    window.press("Back")
    window.wait("Chat")
    window.press("Back")
    window.wait("<New event>")
    window.focus(lambda line, _: line.startswith("<Nr. 599"), key="shift+Tab")
    line.cut()
    window.press("Reload")
    window.sees("! ")
    window.sees("Nr. 597")
    line.mend()
    window.end()


@story("Desktop, lists: in a list of 600 rows, buttons are in sight, and Ctrl+Home and Ctrl+End lead to fields and buttons",
       ("view.c", "if (!item || item->section != ROWS ||", "if (TRUE || !item || item->section != ROWS ||"))
def lists():
    fill_events()
    window = Window("--language", "en")
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
    window.end()


@story("Desktop, dark: the window is dark or light as the desktop is", ("main.c", "  scheme_follow();\n", ""))
def dark():
    bus = start(["dbus-daemon", "--session", "--nofork", "--print-address", f"--address=unix:path={work}/bus"],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    address = {"DBUS_SESSION_BUS_ADDRESS": bus.stdout.readline().strip()}
    portal = start([f"{work}/portal"], stdout=subprocess.PIPE, env={**environment, **address})
    portal.stdout.readline()
    window = Window("--language", "en", **address)
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


@story("Desktop: rejects a server without a URL")
def nowhere():
    refused = subprocess.run([program, "--server", "nowhere"], env=environment, capture_output=True, text=True, timeout=60)
    assert refused.returncode == 2 and "must be a name and a URL" in refused.stderr, refused


@story("Desktop: shows in the window why the app cannot start")
def cannot_start():
    window = Window("--language", "pt-BR", "--folder", "/dev/null/folder")
    window.wait("the app cannot start")
    keys("key", "ctrl+q")
    assert window.process.wait(30) == 0, window.problems()


def build(_, folder):
    """Makes the program from changed sources, beside what its stories need."""
    def run(command):
        subprocess.run(["bash", "-c", command, "build", folder, work, top], check=True)
    run('glib-compile-resources --generate-source --sourcedir="$1" --target="$1/resources.c" "$1/desktop.gresource.xml"')
    run('gcc -std=c11 -w -o "$1/desktop" "$1"/*.c -I "$1" -I "$3/Sources/Hosts/CColmeia/include" -L "$2" -lDesktopC -Wl,-rpath,"$2" '
        '$(pkg-config --cflags --libs gtk4 json-glib-1.0 libsoup-3.0) && ln -s "$2/content.so" "$2/portal" "$1"')
    return f"{folder}/desktop"


if names[:1] == ["vary"]:
    stories.vary(build, sys.argv[:4], names[1:])
else:
    stories.tell(clean, names)
backend.send_signal(2)
assert backend.wait(10) == 0
