#!/usr/bin/env python3
"""The reference app in a terminal, in Python: a front end in another process and another language.

It starts `colmeia serve --stdio`, draws the screens, and sends the actions of the controls that the user selects. It
contains no logic of the app. Examples/Guide/11b-protocol.md lists the messages.
"""
from __future__ import annotations

import argparse
import contextlib
import datetime
import json
import os
import select
import subprocess
import sys
import threading
import unicodedata
from typing import TYPE_CHECKING, Any, Callable, Iterator

if TYPE_CHECKING:
    from messages import Action, Screen, ScreenModelField, State, ToApp


class Colmeia:
    """A running app: its state, its screen, and methods to send actions."""

    def __init__(self, command: str, *options: str) -> None:
        self.process = subprocess.Popen(
            [command, "serve", "--stdio", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, encoding="utf-8", bufsize=1)
        assert self.process.stdin and self.process.stdout
        self.input, self.output = self.process.stdin, self.process.stdout
        self.state: State | None = None
        self.screen: Screen | None = None
        self.errors: list[Any] = []
        self.effects: list[Any] = []
        self.asked, self.echoed, self.has_ended = 0, 0, False
        self.changed = threading.Condition()
        with contextlib.suppress(BrokenPipeError):
            self.put({"hello": {"protocol": 2, "client": "python"}})
        line = self.output.readline()
        if not line:  # The process has reported the reason on standard error.
            raise SystemExit(self.process.wait(10))
        first = json.loads(line)
        if "hello" not in first:
            error = first["error"]
            raise SystemExit(": ".join(filter(None, [error["message"], error.get("advice")])))
        self.origin, self.texts = first["hello"].get("origin"), first["hello"].get("texts", {})
        threading.Thread(target=self.read, daemon=True).start()

    def put(self, message: ToApp) -> None:
        self.input.write(json.dumps(message) + "\n")
        self.input.flush()

    def read(self):
        for line in self.output:
            with self.changed:
                self.receive(json.loads(line))
                self.changed.notify_all()
        with self.changed:
            self.has_ended = True
            self.changed.notify_all()

    def receive(self, message):
        if "state" in message:
            self.state = message["state"]["value"]
        elif "patch" in message:
            self.state = patched(self.state, message["patch"]["changes"])
        elif "screen" in message:
            self.screen = message["screen"]
        elif "screenPatch" in message:
            self.screen = patched(self.screen, message["screenPatch"])
        elif "error" in message:
            self.errors.append(message["error"])
        elif "effect" in message:
            self.effects.append(message["effect"])
        elif "echo" in message:
            self.echoed = message["echo"]

    def dispatch(self, action: Action) -> None:
        self.put({"dispatch": action})

    def settle(self, seconds=5):
        """Waits until all dispatched actions have been reduced, and then until the screen is not busy."""
        self.asked += 1
        self.put({"echo": self.asked})
        with self.changed:
            self.changed.wait_for(lambda: self.has_ended or self.echoed >= self.asked, seconds)
            self.changed.wait_for(lambda: self.has_ended or (self.screen and not self.screen["isBusy"]), seconds)
            return self.screen

    def wait(self, condition: Callable[[Any], bool], seconds: float = 10) -> State | None:
        """Waits until `condition(state)` holds. It does not hold while a part of the state is missing."""
        def holds() -> bool:
            try:
                return condition(self.state)
            except (KeyError, TypeError):
                return False
        with self.changed:
            if not self.changed.wait_for(holds, seconds):
                raise SystemExit(f"timeout while waiting; the last state: {json.dumps(self.state, indent=1)} {self.errors}")
            return self.state

    def close(self):
        if not self.has_ended:
            with contextlib.suppress(BrokenPipeError):
                self.put("bye")
        return self.process.wait(10)


def patched(document, patch):
    """Returns a copy of the document with a patch applied (RFC 6902). It shares the unchanged parts of the original."""
    for change in patch:
        steps = [step.replace("~1", "/").replace("~0", "~") for step in change["path"].split("/")[1:]]
        document = changed(document, steps, change)
    return document


def changed(document, steps, change):
    """Returns a copy of the document with one change of the part that the steps lead to."""
    if not steps:
        return change["value"]
    step = int(steps[0]) if isinstance(document, list) else steps[0]
    copy = document.copy()
    if len(steps) > 1:
        copy[step] = changed(document[step], steps[1:], change)
    elif change["op"] == "remove":
        del copy[step]
    elif change["op"] == "add" and isinstance(copy, list):
        copy.insert(step, change["value"])
    else:
        copy[step] = change["value"]
    return copy


def typed(edit, text):
    """Returns the action that results from inserting the text into a field's template."""
    if edit == "{{text}}":
        return text
    if isinstance(edit, list):
        return [typed(part, text) for part in edit]
    if isinstance(edit, dict):
        return {key: typed(part, text) for key, part in edit.items()}
    return edit


def controls(screen: Screen) -> Iterator[tuple[str, Action | None, ScreenModelField | None]]:
    """Yields the controls of a screen: a label, and its action or field."""
    for tab in screen["tabs"]:
        yield ("[%s]" if tab["isSelected"] else " %s ") % tab["label"], tab["action"], None
    for field in screen["fields"]:
        labels = {option["value"]: option["label"] for option in field["options"]}
        note = ", ".join(labels.values()) or field.get("hint")
        choices = f" ({note})" if note else ""
        yield f"{zoned(field)}: {labels.get(shown(field), shown(field))}{choices}", None, field
    for row in screen["rows"]:
        if row.get("action"):
            yield f"{row['text']}  {row['detail']}", row["action"], None
    for button in screen["buttons"]:
        # A disabled submit button sends its action, too, so that the app can say what is wrong.
        if button["isEnabled"] or button.get("role") == "submit":
            label = f"<{button['label']}>" if button["isEnabled"] else f"({button['label']})"
            yield f"{'* ' if button.get('isSelected') else ''}{label}", button["action"], None


def value_of(field, text):
    """Returns the value for a field: that of an option, if the text is its label, a time in UTC, and otherwise the text."""
    if field["kind"] == "date" and (form := form_of(text)):
        return datetime.datetime.strptime(text, form).astimezone(datetime.timezone.utc).strftime(FORMS[0])
    return next((option["value"] for option in field["options"] if option["label"] == text), text)


# The forms of the app's dates, which are in UTC, and those that can be typed.
FORMS = ["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%d/%m/%Y %H:%M", "%d %b %Y %H:%M"]


def form_of(text):
    """Returns the form of a date, or None if the text is none."""
    for form in FORMS:
        with contextlib.suppress(ValueError):
            datetime.datetime.strptime(text, form)
            return form
    return None


def local_time(field):
    """Returns a field's date in the user's time zone, or None if it has none."""
    if field["kind"] != "date" or form_of(field["value"]) != FORMS[0]:
        return None
    return datetime.datetime.strptime(field["value"] + "+0000", FORMS[0] + "%z").astimezone()


def shown(field):
    """Returns the value of a field as it is shown: a date has the form of the hint."""
    time = local_time(field)
    return time.strftime(form_of(field.get("hint") or "") or FORMS[1]) if time else field["value"]


def zoned(field):
    """Returns the label of a field. That of a date has the user's time zone instead of UTC."""
    if field["kind"] != "date":
        return field["label"]
    offset = (local_time(field) or datetime.datetime.now().astimezone()).utcoffset()
    minutes = int(offset.total_seconds()) // 60
    zone = f"UTC{'-' if minutes < 0 else '+'}{abs(minutes) // 60}" + (f":{abs(minutes) % 60:02}" if minutes % 60 else "")
    return field["label"].replace("UTC", zone) if minutes else field["label"]


def harmless_lines(text, indent):
    """Returns the lines of a text, of which all but the first are indented."""
    return f"\n{indent}".join(map(harmless, text.split("\n")))


def harmless(text):
    """Returns the text on one line, without control and formatting characters (categories Cc and Cf)."""
    return "".join(" " if c in "\n\t" else "\ufffd" if unicodedata.category(c) in ("Cc", "Cf") and c != "\u200d" else c
                   for c in text)


# The mark and the color (of the user's theme) of each kind of message. A kind that this front end doesn't know is a text, too.
KINDS = {"error": ("!", 31), "empty": ("-", 2), "busy": ("…", 33)}


def has_colors():
    return os.isatty(1) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def draw_message(message, indent=""):
    mark, color = KINDS.get(message["kind"], ("i", 36))
    text = indent + harmless(" ".join(filter(None, [mark, message.get("title"), message["text"]])))
    print(f"\x1b[{color}m{text}\x1b[0m" if has_colors() else text)


def draw(screen):
    """Prints the screen. A message about a field is below it."""
    print(f"\n== {harmless(screen['title'])}{' …' if screen['isBusy'] else ''}")
    labels = [field["label"] for field in screen["fields"]]
    for message in screen["messages"]:
        if message.get("field") not in labels:
            draw_message(message)
    for row in screen["rows"]:
        if not row.get("action"):
            print(f"   {'*' if row['isSelected'] else ' '} {harmless_lines(row['text'], 5 * ' ')}  {harmless(row['detail'])}")
    for number, (label, _, field) in enumerate(controls(screen), 1):
        print(f"{number:3} {harmless_lines(label, 4 * ' ')}")
        for message in screen["messages"]:
            if field and message.get("field") == field["label"]:
                draw_message(message, "    ")
    print("> ", end="", flush=True)


def line(app, screen, typed_ahead, isAlone=False):
    """Returns the user's next line, or None at the end of the input. Redraws the screen whenever it changes, unless the line
    is alone, without the screen."""
    if not isAlone:
        draw(screen)
    while not app.has_ended:
        if b"\n" in typed_ahead:
            text, _, rest = typed_ahead.partition(b"\n")
            typed_ahead[:] = rest
            return screen, text.decode("utf-8", "replace").rstrip("\r")
        if select.select([0], [], [], 0.2)[0]:
            more = os.read(0, 4096)
            if not more:
                return None
            typed_ahead += more
            continue
        with app.changed:
            latest = app.screen
        if latest != screen and not isAlone:
            screen = latest
            draw(screen)
    return None


@contextlib.contextmanager
def without_echo():
    """Lets the terminal hide what is typed, if the input is a terminal."""
    if not os.isatty(0):
        yield
        return
    import termios
    before = termios.tcgetattr(0)
    hidden = termios.tcgetattr(0)
    hidden[3] &= ~termios.ECHO
    termios.tcsetattr(0, termios.TCSAFLUSH, hidden)
    try:
        yield
    finally:
        termios.tcsetattr(0, termios.TCSADRAIN, before)
        print()


def hidden_line(app, screen, typed_ahead, label):
    """Asks for a password, which is on a line of its own and is never shown."""
    print(f"{harmless(label)}: ", end="", flush=True)
    with without_echo():
        return line(app, screen, typed_ahead, isAlone=True)


def lines(app, screen, typed_ahead, label):
    """Asks for the lines of a paragraph. A line with only a dot is behind the last."""
    print(f"{harmless(label)} {app.texts.get('endWithDot', '')}")
    given = []
    while True:
        print("| ", end="", flush=True)
        if not (one := line(app, screen, typed_ahead, isAlone=True)):
            return None
        if one[1] == ".":
            return "\n".join(given)
        given.append(one[1])


def converse(app):
    """Draws screens and reads `NUMBER` or `NUMBER TEXT` until the input ends."""
    screen, typed_ahead = app.settle(), bytearray()
    while screen and (given := line(app, screen, typed_ahead)):
        screen, text = given
        number, _, text = text.strip().partition(" ")
        try:
            choice = int(number)
            if choice < 1:
                raise ValueError
            _, action, field = list(controls(screen))[choice - 1]
        except (ValueError, IndexError):
            print(app.texts.get("chooseByNumber", "?"))
            continue
        if field and field["kind"] == "password":
            if not (given := hidden_line(app, screen, typed_ahead, field["label"])):
                break
            text = given[1]
        if field and field["kind"] == "paragraph" and not text:
            if (text := lines(app, screen, typed_ahead, field["label"])) is None:
                break
        app.dispatch(typed(field["edit"], value_of(field, text)) if field else action)
        screen = app.settle()
    print()


def story(app: Colmeia) -> State | None:
    """Signs up, loads dogs, handles an error, retries, enrolls and signs out, which every front end must support."""
    app.wait(lambda s: s["auth"]["session"] == {"signedOut": None})
    app.dispatch({"auth": {"typed": "ann@example.org"}})
    app.dispatch({"auth": "submit"})
    app.wait(lambda s: s["feed"] and "loaded" in s["feed"]["phase"])
    app.dispatch({"open": "/feed?category=poodle"})
    app.wait(lambda s: s["linkFailure"] == {"unknownBreed": "poodle"})
    app.dispatch("dismissLinkFailure")
    app.dispatch({"members": {"typed": ["email", "carla@colmeia.example"]}})
    app.dispatch({"members": {"typedPassword": "wrong-one"}})
    app.dispatch({"members": "submit"})
    app.wait(lambda s: s["members"]["form"]["failure"] == {"logIn": "wrongCredentials"})
    app.dispatch({"members": {"typedPassword": "carla-123"}})
    app.dispatch({"members": "submit"})
    app.wait(lambda s: "signedIn" in s["members"]["session"])
    app.dispatch({"events": "load"})
    app.wait(lambda s: s["events"]["list"]["value"])
    app.dispatch({"events": {"open": 1}})
    app.wait(lambda s: s["events"]["detail"]["participants"]["value"] is not None)
    app.dispatch({"events": "enroll"})
    app.wait(lambda s: any(p["name"] == "Carla" for p in s["events"]["detail"]["participants"]["value"]))
    app.dispatch({"members": "logOut"})
    app.dispatch({"auth": "signOut"})
    return app.wait(lambda s: s["feed"] is None and s["members"]["session"] == {"signedOut": "byUser"})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="The reference app in a terminal.")
    parser.add_argument("command", nargs="?", default=".build/debug/colmeia", help="the program (default: %(default)s)")
    parser.add_argument("--language", metavar="NAME", help="pt-BR (the default) or en")
    parser.add_argument("--story", action="store_true", help="do what Examples/Scenarios/story.scn does, print the state")
    arguments = parser.parse_args()
    language = ["--language", arguments.language] if arguments.language else []
    try:
        app = Colmeia(arguments.command, "--seed", "42", "--date", "1795262400", *language)
    except OSError as error:
        sys.exit(f"'{arguments.command}' cannot be run: {error.strerror}; run 'swift build' first, or pass its path")
    if arguments.story:
        print(json.dumps(story(app), sort_keys=True).replace(app.origin, "ORIGIN"))
    else:
        try:
            converse(app)
        except BrokenPipeError:  # The process has ended.
            pass
        except KeyboardInterrupt:
            app.close()
            sys.exit(130)
    if status := app.close():
        print(f"{arguments.command} has ended with {status}", file=sys.stderr)
    sys.exit(status)
