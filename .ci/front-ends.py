"""Runs both front ends through the story of Examples/Scenarios/story.scn and compares their last states with the expected
one. Shows news and shots in both. Then tests under a pseudo terminal: invalid input, long lists, a slow server, navigation
back, both languages, and a small terminal.

    python3 .ci/front-ends.py PRODUCTS [PICTURES [STORY…]]
    python3 .ci/front-ends.py PRODUCTS PICTURES vary [STORY…]   # tells the stories to variants that break them, see stories.py
"""
import atexit
import contextlib
import fcntl
import functools
import html
import io
import json
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import urllib.request
import zlib

here = os.path.dirname(os.path.abspath(__file__))
products, pictures, *names = [*sys.argv[1:], None][:max(2, len(sys.argv) - 1)]
variant = os.environ.get("COLMEIA_VARIANT", "")
sys.path.insert(0, here)
import conventions  # noqa: E402
import stories  # noqa: E402
from line import Line  # noqa: E402
from stories import story, top  # noqa: E402

terminal_program = f"{products}/Terminal" if not variant or variant.endswith(".py") else variant
python_program = variant if variant.endswith(".py") else f"{top}/Examples/Python/colmeia.py"
python_command = [sys.executable, python_program, f"{products}/colmeia"]
sys.path.insert(0, os.path.dirname(python_program))
from colmeia import Colmeia, controls, draw  # noqa: E402

text = open(f"{top}/Examples/Scenarios/story.scn", encoding="utf-8").read()
wanted = json.loads(text[text.index("expect   state == ") + len("expect   state == "):])

# Each convention of the guide is driven by a story, and each named story is one of a convention.
listed = {f"{name}, {story}" for name in ["Terminal", "Python", "Desktop"] for story in conventions.listed(name)}
told = {title for name in ["front-ends.py", "desktop.py"]
        for title in re.findall(r'^@story\("(\w+, \w+):', open(f"{here}/{name}", encoding="utf-8").read(), re.MULTILINE)}
told.discard("Terminal, Python")
assert listed == told, f"the guide's conventions and the stories differ: {listed ^ told}"


def ended_by(number):
    """Lets the app write a large state that nobody reads, and returns its exit code after a single signal."""
    served = subprocess.Popen([f"{products}/colmeia", "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    typed = json.dumps({"dispatch": {"auth": {"typed": "x" * 50_000}}})
    served.stdin.write(f'{{"hello": {{"protocol": 2}}}}\n{typed}\n'.encode())
    served.stdin.flush()
    end = time.monotonic() + 60
    while struct.unpack("i", fcntl.ioctl(served.stdout, termios.FIONREAD, bytes(4)))[0] < 40_000:
        assert time.monotonic() < end, "the pipe doesn't fill up"
        time.sleep(0.01)
    served.send_signal(number)
    return served.wait(10)


@story("serve: one signal ends an app whose output nobody reads")
def signals():
    assert [ended_by(number) for number in (signal.SIGTERM, signal.SIGINT)] == [130, 130]


backend = subprocess.Popen([f"{products}/colmeia", "backend"], stdout=subprocess.PIPE, text=True)
atexit.register(backend.kill)
origin = backend.stdout.readline().split()[-1]
port = int(origin.rsplit(":", 1)[1])
seen = ""
# The front ends that are running.
running = []


def take_picture(name, text, columns=80, lines=24):
    """Saves the content of a terminal as an SVG picture."""
    if not pictures or variant:
        return
    os.makedirs(pictures, exist_ok=True)
    width, height = 8.43, 18
    colors = {"": "#f5ecdc", "1": "#ffffff", "2": "#a39984", "31": "#ff8a70", "32": "#9be08a", "33": "#fbbf24", "36": "#7fd3e6", "7": "#17130c"}
    drawn = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * width + 24:.0f} {lines * height + 24}" '
             'font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14">',
             '<rect width="100%" height="100%" rx="8" fill="#17130c"/>']
    for number, line in enumerate(text.replace("\r", "").split("\n")[:lines]):
        column, pieces = 0, re.split("\x1b\\[([0-9;]*)m", line)
        for style, part in zip(["", *pieces[1::2]], pieces[::2]):
            x, y, length = 12 + column * width, number * height + 12, len(part) * width
            style, column = style.replace("0", ""), column + len(part)
            if style == "7":
                drawn.append(f'<rect x="{x:.0f}" y="{y}" width="{length:.0f}" height="{height}" fill="#fbbf24"/>')
            if part.strip():
                drawn.append(f'<text x="{x:.0f}" y="{y + 14}" xml:space="preserve" fill="{colors[style]}" '
                             f'textLength="{length:.0f}">{html.escape(part)}</text>')
    with open(f"{pictures}/{name}.svg", "w", encoding="utf-8") as file:
        file.write("\n".join([*drawn, "</svg>\n"]))


def start(*options, at=None, lines=24, columns=80, command=None, **variables):
    """Starts the front end in a pseudo terminal without a signed-in user."""
    global pid, terminal, seen
    seen = ""
    folder = tempfile.mkdtemp()
    pid, terminal = pty.fork()
    running.append(pid)
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        command = command or [terminal_program, at or origin, folder, "--print-state", *(options or ["--language", "pt-BR"])]
        usual = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
        os.execve(command[0], command, {**usual, "TERM": "xterm-256color", **variables})


def clean():
    """Ends the front ends that a failed story has left."""
    for one in running:
        with contextlib.suppress(OSError):
            os.kill(one, signal.SIGKILL)
            os.waitpid(one, 0)
    running.clear()


def end():
    """Ends the front end and returns the last state."""
    os.write(terminal, b"\x03")
    rest = end_of_output()
    return json.loads(rest[rest.index("{"):rest.rindex("}") + 1])


def end_of_output():
    """Waits until the front end has ended, and returns the rest of its output."""
    rest = ""
    try:
        while True:
            part = os.read(terminal, 65536).decode("utf-8", "replace")
            if not part:
                break
            rest += part
    except OSError:
        pass
    assert exit_code() == 0, rest
    return rest


def exit_code():
    """Waits until the front end has ended, and returns its code."""
    _, status = os.waitpid(pid, 0)
    running.remove(pid)
    return os.waitstatus_to_exitcode(status)


def screen(patience=0.05):
    """Returns the last screen, once no more output arrives."""
    global seen
    while select.select([terminal], [], [], patience)[0]:
        seen += os.read(terminal, 65536).decode("utf-8", "replace")
    # Without clearing, the cursor, and what belongs to the next screen.
    return re.sub("\x1b\\[(K|J|[0-9]+;[0-9]+H|\\?25[hl])", "", seen.split("\x1b[H")[-1])


def drawn():
    """Returns the lines of the last screen without escape sequences."""
    return [re.sub("\x1b\\[[0-9;]*m", "", line).rstrip("\r") for line in screen().split("\n")]


def plain():
    """Returns the text of the last screen. Columns are separated by one space."""
    return "\n".join(re.sub(" +", " ", line).rstrip() for line in drawn())


def read(holds, seconds=10):
    """Waits for a screen that contains this text or meets this condition."""
    end = time.monotonic() + seconds
    while not (holds(plain()) if callable(holds) else holds in plain()):
        assert time.monotonic() < end, f"timeout while waiting for '{holds}':\n{screen()}"


def focused(patience=0.05):
    """Returns the text that is highlighted."""
    found = re.search("\x1b\\[7m([^\x1b]*)", screen(patience))
    return found[1] if found else ""


def isFocused(label):
    return label in focused()


def send(keys, part):
    """Sends keys that change a part of the screen, and waits until they have, so that what follows isn't taken for it."""
    before, end = part(0), time.monotonic() + 2
    os.write(terminal, keys)
    while part() == before and time.monotonic() < end:
        select.select([terminal], [], [], end - time.monotonic())


def focus(label):
    """Moves the focus until the control with this label is highlighted: from tab to tab, field to field and button to
    button, and then from row to row. Moves it at least once, as Enter is ignored right after it has moved by itself."""
    read(lambda text: text.strip())  # Otherwise, the first screen would seem to be the result of the key.
    for key in 20 * [b"\t"] + 60 * [b"\x1b[B"]:
        send(key, focused)
        if label in focused(0):
            return
    raise AssertionError(f"'{label}' cannot be focused:\n{screen()}")


def press(label):
    focus(label)
    os.write(terminal, b"\r")


def fill(label, value):
    focus(label)
    send(value.encode(), screen)


def log_in(name):
    """Logs in to the events as one of the back end's people."""
    press("Eventos")
    read("Encontro de cães")
    fill("E-mail", f"{name}@colmeia.example")
    fill("Senha", f"{name}-123")
    press("<Entrar na Eventbee>")
    read("<Novo evento>")


@story("Terminal: the last state of the story is the scenario's")
def whole():
    start()
    read("E-mail:")
    assert isFocused("E-mail:"), screen()
    os.write(terminal, b"ann")
    read("E-mail: ann")
    press("(Entrar)")
    read("Digite um e-mail válido.")
    fill("E-mail", "x")
    read(lambda text: "Digite um e-mail válido." not in text)
    # Enter in the last field submits the fields.
    os.write(terminal, b"\r")
    read("Digite um e-mail válido.")
    assert isFocused("E-mail:"), screen()
    fill("E-mail", "\x7f@example.org")
    read(lambda text: "E-mail: ann@example.org" in text and "Digite um e-mail válido." not in text)
    press("<Entrar>")
    read("hound-1")
    press("Eventos")
    read("Encontro de cães")
    fill("E-mail", "carla@colmeia.example")
    fill("Senha", "wrong-one")
    press("<Entrar na Eventbee>")
    read("E-mail ou senha inválidos.")
    fill("Senha", "carla-123")
    press("<Entrar na Eventbee>")
    read("<Novo evento>")
    assert isFocused("Encontro de cães"), screen()
    press("Encontro de cães")
    read("<Inscrever-se>")
    press("<Inscrever-se>")
    read("<Cancelar inscrição>")
    take_picture("terminal", screen())
    press("Perfil")
    read("<Sair da Eventbee>")
    press("<Sair da Eventbee>")
    read(lambda text: "Sair da Eventbee" not in text)
    press("<Sair>")
    read("E-mail:")
    last = end()
    assert last == wanted, json.dumps(last)


@story("Terminal: shows news and shots, and their requests on Ctrl-R")
def requests():
    start()
    for label, shown in [
            ("Notícias", "<Só ler>"), ("<Só ler>", "Diário da Colmeia"), ("Diário da Colmeia", "<Assinar>"),
            ("<Assinar>", "Você assina"), ("<Voltar>", "Tudo o que zumbe"),
            ("<Notícias>", "Eleição da rainha"), ("Eleição da rainha", "Carla 49%"), ("<Voltar>", "Trânsito"),
            ("Shots", "CRM - Dashboard+"), ("CRM - Dashboard+", "<Voltar>")]:
        press(label)
        read(shown)
    assert "GET " not in screen(), screen()
    os.write(terminal, b"\x12")
    read(f"GET {origin}/v1/shots/")
    assert "colmeia-demo" not in screen(), screen()
    os.write(terminal, b"\x12")
    read(lambda text: "GET " not in text)
    assert end()["shots"]["detail"]["shot"]["title"] == "CRM - Dashboard+"


@story("Terminal, focus: a new screen has it on a field, a row or a tab, and an earlier one where it was",
       ("Focus.swift", "(chosen, position) = (known?.control, known?.position ?? 0)", "(chosen, position) = (nil, 0)"),
       ("Focus.swift", "return others.isEmpty ? nil : others[min(order, others.count - 1)]", "return others.first"))
def focuses():
    # On a new screen, a second Enter presses no button, and going back returns to the row.
    start()
    press("Notícias")
    press("<Só ler>")
    read("Diário da Colmeia")
    read(lambda _: isFocused("Diário da Colmeia"))
    log_in("carla")
    for event in ["Encontro de cães", "Aniversário do Bruno"]:
        press(event)
        read("<Voltar>")
        assert not isFocused("<"), screen()
        press("<Voltar>")
        read("<Novo evento>")
        assert isFocused(event) or isFocused("* " + event), screen()
    end()
    start()
    press("Notícias")
    press("<Só ler>")
    os.write(terminal, b"\r")  # a second Enter, which is too early to be meant for the first row
    read("Diário da Colmeia")
    assert end()["news"]["subscriptions"] == [], "a second Enter has chosen a row"
    # The neighbor of a removed row gets it.
    start()
    log_in("ana")
    press("Encontro de cães")
    press("<Adicionar participante>")
    press("+ Ana")
    read(lambda text: "+ Ana" not in text)
    read(lambda _: isFocused("− "))
    # What takes the place of a button, too.
    press("<Cancelar inscrição>")
    read(lambda _: isFocused("<Inscrever-se>"))
    end()


@story("Terminal: a day and a choice can be filled in, and a message names its field")
def choice():
    # A day is typed, an option is chosen with the arrows, and a message names its field.
    start()
    log_in("carla")
    press("<Novo evento>")
    fill("Nome", "Festa")
    fill("Início (UTC)", "2030-01-01T20:00")
    fill("Fim (UTC)", "2030-01-01T19:00")
    focus("Permissão:")
    os.write(terminal, b"\x1b[C")
    read("Permissão: ‹ Fechado ›")
    press("(Salvar)")
    read("Fim (UTC): 01/01/2030 19:00\n ! O fim é antes do início.")
    form = end()["events"]["form"]
    assert form["start"] == {"typed": "2030-01-01T20:00"} and form["event"]["permission"] == "private", form


@story("Terminal, dates: they are typed and shown in the person's time zone, and the field says how to type one",
       ("Main.swift", "let label = times.label(field.label, field.value)", "let label = field.label"),
       ("LocalTime.swift", "EventTime.plainText(time - offset(time - offset(time)))", "EventTime.plainText(time)"),
       ("Layout.swift", "if field.value.isEmpty, let hint = field.hint {", "if field.value == \" \", let hint = field.hint {"))
def dates():
    start(TZ="America/Sao_Paulo")
    log_in("carla")
    press("<Novo evento>")
    fill("Nome", "Festa")
    read("Início (UTC-3):\n 28/12/2016 20:00\n")
    fill("Início (UTC-3)", "1/7/2030 20:00")
    read("Início (UTC-3): 1/7/2030 20:00")
    fill("Fim (UTC-3)", "2030-07-01 30")
    read("Fim (UTC-3): 2030-07-01 30\n ! Digite dia e hora assim: 28/12/2016 20:00.")
    os.write(terminal, b"\x15" + b"2030-07-01 22:30")
    read("Início (UTC-3): 01/07/2030 20:00\n")
    press("<Salvar>")
    read("Início: 01/07/2030 23:00 UTC")
    press("<Editar evento>")
    read("Fim (UTC-3): 01/07/2030 22:30")
    end()


@story("Terminal, paragraphs: Enter begins a line, Ctrl-S submits, and the caret moves over wrapped lines",
       ("Main.swift", "isParagraph: field.kind == .paragraph)", "isParagraph: false)"),
       ("Layout.swift", "guard field.kind == .paragraph else {", "guard field.kind == .paragraph, false else {"))
def paragraphs():
    start(columns=46)
    press("Eventos")
    press("<Criar conta>")
    read(lambda _: isFocused("Nome:"))
    fill("Nome", "Dora")
    fill("E-mail", "dora@colmeia.example")
    fill("Senha", "dora-123")
    focus("Sobre:")
    read(lambda text: all(key in text for key in ["Enter nova linha", "Tab continuar", "Ctrl-S enviar"]))
    os.write(terminal, "Moro em Recife.\rGosto de cães grandes, de abelhas e de café.\r".encode())
    read("Sobre: Moro em Recife.\n Gosto de cães grandes, de abelhas e\n de café.\n")
    os.write(terminal, b"\x1b[A\x1b[A\x1b[A\x1b[F Sempre")
    read("Sobre: Moro em Recife. Sempre\n")
    os.write(terminal, b"\x1b[B\x1b[B\x1b[Hx\x1b[3~\x1b[200~A\rB\x1b[201~")
    read("Sobre: Moro em Recife. Sempre\n xA\n Bosto de cães grandes, de abelhas e\n")
    os.write(terminal, b"\x13")
    read("<Novo evento>")
    about = end()["members"]["session"]["signedIn"]["about"]
    assert about == "Moro em Recife. Sempre\nxA\nBosto de cães grandes, de abelhas e de café.\n", about


@story("Terminal: when a participant was taken out, the focus is on the button that undoes it")
def undo():
    # Wherever other controls have gone.
    start()
    log_in("ana")
    press("Encontro de cães")
    press("− Bruno")
    read("Tirar Bruno do evento?")
    press("<Remover participante>")
    read("Bruno sai do evento em 5 segundos.")
    assert isFocused("<Desfazer>"), screen()
    press("<Desfazer>")
    read(lambda text: "sai do evento" not in text and "− Bruno" in text)
    end()


@story("Terminal, passwords: one goes to the form in which it is typed, and is never shown",
       ("Main.swift", 'String(repeating: "•", count: secret.text.count)', "secret.text"))
def passwords():
    # A typed password belongs to its field, and starts anew after another one.
    start()
    press("Eventos")
    fill("E-mail", "carla@colmeia.example")
    fill("Senha", "carla-12x")
    read("Senha: " + "•" * len("carla-12x"))
    press("Álbum")
    fill("E-mail", "beto@colmeia.example")
    fill("Senha", "beto-12x\x7f3")
    press("<Entrar>")
    read("<Nova foto>")
    press("Eventos")
    fill("Senha", "carla-123")
    press("<Entrar na Eventbee>")
    read("<Novo evento>")
    assert not re.search("carla-12|beto-12", seen), "a password is shown"
    end()


@story("Terminal: ignores unsupported keys, in English")
def unsupported():
    # Unsupported keys, an incomplete UTF-8 sequence, function keys and Esc must not be typed and must not end the program. An
    # incomplete sequence takes no other key with it.
    start("--language", "en")
    read("Email:")
    focus("Email:")
    os.write(terminal, b"\x01\x1bOP\x1b[15~\x1b[[A\x1b[1;5C\xc3(\xff")
    time.sleep(0.2)
    os.write(terminal, b"\x1b")
    time.sleep(0.2)
    os.write(terminal, "ä@b.example".encode())
    read("Email: (ä@b.example")
    read("Ctrl-C quit")
    for _ in range(20):
        os.write(terminal, b"\x7f")
    read(lambda text: "Email:\n" in text)
    # A pasted line break is a space, and presses no button.
    os.write(terminal, b"\x1b[200~pasted\rtext" + b"+" * 1_000 + b"\x1b[20")
    os.write(terminal, b"1~")
    read("Email: …" + "+" * 60)
    os.write(terminal, b"\x7f" * 1_000)
    read("Email: pasted text")
    os.write(terminal, b"\x7f" * 11)
    read(lambda text: "Email:\n" in text)
    fill("Email", "ann@example.org")
    press("<Sign in>")
    read("hound-1")
    end()
    # A paste without an end ends by itself, and the window may be closed.
    start("--language", "en")
    read("Email:")
    focus("Email:")
    os.write(terminal, b"\x1b[200~unfinished")
    read("Email: unfinished")
    os.close(terminal)
    assert exit_code() == 0
    # What others write must not move the tabs out of the window, whatever its width on a terminal.
    start("--language", "en", lines=12, columns=46)
    fill("Email", "नमस्ते दुनिया " * 6)
    assert "[Feed]" in drawn()[0] and "\x1b[?7l" in seen, screen()
    end()


@story("Terminal, keyboard: in 46 columns and 12 lines, every control can be reached and keeps the focus",
       ("Main.swift", "case (.first, _): focus.move(by: -controls.count,", "case (.first, _): focus.move(by: -1,"))
def keyboard():
    # With a list longer than the terminal, the tabs, title and keys stay visible, as does the focus.
    start("--language", "pt-BR", lines=12, columns=46)
    fill("E-mail", "ann@example.org")
    press("<Entrar>")
    read("Feed: Hound")
    for label in ["hound-10", "<Labrador>", "hound-1 ", "Perfil"]:
        for _ in range(40):
            if isFocused(label):
                break
            os.write(terminal, {"hound-1 ": b"\x1b[D", "Perfil": b"\t"}.get(label, b"\x1b[B"))
            time.sleep(0.02)
        lines = drawn()
        assert isFocused(label) and len(lines) <= 12 and all(len(line) <= 46 for line in lines), "\n".join(lines)
        assert "[Feed]" in lines[0] and lines[2].startswith("Feed: Hound") and "Ctrl-C sair" in lines[-1], "\n".join(lines)
    os.write(terminal, b"\x1b[H")
    read(lambda _: isFocused("Feed"))
    os.write(terminal, b"\x1b[F")
    read(lambda _: isFocused("<Labrador>"))
    # Below the tabs is the first control, above it the selected tab.
    os.write(terminal, b"\x1b[H\x1b[B")
    read(lambda _: isFocused("hound-1 "))
    os.write(terminal, b"\x1b[A")
    read(lambda _: isFocused("Feed"))
    os.write(terminal, b"\x1b[A")
    read(lambda _: isFocused("<Labrador>"))
    # After a resize, the screen is drawn again without a key press.
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    read(lambda _: len(drawn()) > 12 and isFocused("<Labrador>"))
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 46, 0, 0))
    read(lambda _: len(drawn()) <= 12 and isFocused("<Labrador>"))
    # The chosen control keeps the focus while the list around it changes.
    focus("<Husky>")
    os.write(terminal, b"\r")
    read("Feed: Husky")
    assert isFocused("* <Husky>"), screen()
    # A text that is only to be read is shown on as many lines as it needs.
    press("Shots")
    read("CRM - Dashboard+")
    press("CRM - Dashboard+")
    read("do you think?")
    end()


@story("Terminal, messages: an error is red and below its field; without colors its mark remains",
       ("Layout.swift", 'case .notice: ("i", .notice)', 'case .notice: ("!", .notice)'),
       ("Style.swift", 'case error = "31"', 'case error = "91"'),
       ("Main.swift", "    hasSubmitted = true\n", ""))
def messages():
    for variables, error in [({}, "\x1b[31m! Digite um e-mail válido.\x1b[0m"), ({"NO_COLOR": "1"}, "! Digite um e-mail válido."),
                             ({"TERM": "dumb"}, "! Digite um e-mail válido.")]:
        start(**variables)
        fill("E-mail", "ann")
        press("Entrar)")
        read("E-mail: ann\n ! Digite um e-mail válido.\n")
        assert error in screen() and isFocused("E-mail:"), screen()
        press("Notícias")
        press("<Só ler>")
        read("Diário da Colmeia")
        styles = set(re.findall("\x1b\\[([0-9;]*)m", seen)) - {"0", "7"}
        assert styles >= {"1", "2", "31"} if not variables else styles == ({"1", "2"} if "NO_COLOR" in variables else set()), styles
        end()
    start()
    log_in("ana")
    press("Encontro de cães")
    press("− Bruno")
    read("\ni Tirar Bruno do evento?")
    end()


@story("Terminal, caret: it moves by arrows, Home, End, Ctrl-A and Ctrl-E, and Ctrl-U and Ctrl-W erase",
       ("Editor.swift", "case .left: move(by: -1)", "case .left: break"))
def caret():
    start()
    read("E-mail:")
    for typed, value, place in [
            ("ann.example", "ann.example", 11), ("\x1b[D" * 8, "ann.example", 3), ("@b", "ann@b.example", 5),
            ("\x1b[H\x1b[3~", "nn@b.example", 0), ("A", "Ann@b.example", 1), ("\x1b[F!", "Ann@b.example!", 14),
            ("\x7f\x01\x1b[C\x05", "Ann@b.example", 13), ("\x01\x1b[C\x1b[C\x15", "n@b.example", 0), ("\x05 x y", "n@b.example x y", 15),
            ("\x17\x17", "n@b.example ", 12), ("\x15", "", 0)]:
        os.write(terminal, typed.encode())
        read(f"E-mail: {value}".rstrip())
        read(lambda _: seen.endswith(f"\x1b[4;{9 + place}H\x1b[?25h"))
    end()


def at_cursor():
    """Returns what is highlighted, and the name of the line on which the terminal's visible cursor is."""
    shown = screen()
    line, column = map(int, re.search("\x1b\\[([0-9]+);([0-9]+)H\x1b\\[\\?25h$", seen).groups())
    marked = re.search("\x1b\\[7m([^\x1b]*)", shown.split("\n")[line - 1])
    return marked and marked[1].strip(), drawn()[line - 1][column - 1:].strip()


@story("Terminal, names: the cursor, which a screen reader follows, is at the name of what has the focus",
       ("Layout.swift", "(all[line].caret ?? before) + 1", "(all[line].caret ?? 0) + 1"))
def names_read():
    # It is at the beginning of the focused control, or behind the name of a field.
    start()
    press("Notícias")
    press("<Só ler>")
    read("Diário da Colmeia")
    reached = set()
    for _ in range(40):
        read(lambda _: seen.endswith("\x1b[?25h"))
        name, text = at_cursor()
        assert name and (text.startswith(name) or name.endswith(":")), (name, text, screen())
        reached.add(name)
        os.write(terminal, b"\x1b[C")
        select.select([terminal], [], [], 1)
    for name in ["Feed", "[Notícias]", "Diário da Colmeia", "<Notícias>"]:
        assert any(one.startswith(name) for one in reached), (name, reached)
    press("Eventos")
    for name in ["E-mail:", "Senha:", "Entrar na Eventbee", "Encontro de cães"]:
        focus(name)
        assert at_cursor()[0].lstrip("<(").startswith(name), (name, screen())
    end()


@story("Terminal, empty: a list without rows says so, and not as an error",
       ("Layout.swift", 'case .empty: ("-", .dim)', 'case .empty: ("!", .error)'))
def empty():
    start()
    press("Notícias")
    press("<Só ler>")
    read("Diário da Colmeia")
    press("<Notícias>")
    read("Escolha os jornais que quer ler.")
    assert "\x1b[2m- Escolha os jornais que quer ler." in screen() and "\n! " not in plain(), screen()
    end()


@story("Terminal, keys: Enter goes on and submits, a held one answers no question, and Esc goes back where there is a back",
       ("Main.swift", "if field == model.fields.last, let button {", "if let button {"),
       ("Main.swift", "let isHeld = key == .enter && entered.map { ContinuousClock.now - $0 < Self.repetition } ?? false", "let isHeld = false"),
       ("Main.swift", "guard let back = model.buttons.first(where: { $0.role == .back && $0.isEnabled }) else { break }",
        "guard let back = model.buttons.first(where: { $0.role == .back && $0.isEnabled && false }) else { break }"))
def keys():
    start()
    press("Eventos")
    read("E-mail:")
    focus("E-mail:")
    read("Enter continuar")
    # A held one, which a keyboard repeats after up to 0.66 s, goes on once, and submits nothing.
    os.write(terminal, b"carla@colmeia.example\r")
    for pause in [0.6, 0.03, 0.03, 0.03]:
        time.sleep(pause)
        os.write(terminal, b"\r")
    read(lambda _: isFocused("Senha:"))
    os.write(terminal, b"\x1b[C")
    time.sleep(0.2)
    assert isFocused("Senha:") and "\n! " not in plain() and "\n ! " not in plain(), screen()
    read("Enter enviar")
    os.write(terminal, b"carla-123")
    select.select([terminal], [], [], 1)
    os.write(terminal, b"\r")
    read("<Novo evento>")
    press("Encontro de cães")
    read("<Voltar>")
    os.write(terminal, b"\x1b")
    read("<Novo evento>")
    # An event without participants has no rows, so the focus is on the tab. It leaves it on the way back.
    press("Cinema")
    read(lambda _: isFocused("[Eventos]"))
    os.write(terminal, b"\x1b[A\x1b[B\x1b")
    read("<Novo evento>")
    assert isFocused("Cinema"), screen()
    end()
    # A held Enter asks and doesn't answer, and another press on the same control doesn't either.
    start()
    log_in("ana")
    press("Encontro de cães")
    press("− Bruno")
    for pause in [0.6, 0.03, 0.03, 0.03]:
        time.sleep(pause)
        os.write(terminal, b"\r")
    read("Tirar Bruno do evento?")
    os.write(terminal, b"\x1b[A\x1b[B\r\x1b[A\x1b[B\r")
    time.sleep(0.2)
    read("Tirar Bruno do evento?")
    press("<Remover participante>")
    read("Bruno sai do evento em 5 segundos.")
    press("<Desfazer>")
    read(lambda text: "sai do evento" not in text)
    end()


@story("Terminal, commands: one that isn't possible looks so, and the last line has the keys that work now",
       ("Layout.swift", "if model.buttons.contains(where: { $0.role == .back && $0.isEnabled }) { keys.append(.keyBack) }", "keys.append(.keyBack)"),
       ("Layout.swift", 'let label = button.isEnabled ? "<\\(button.label)>" : "(\\(button.label))"', 'let label = "<\\(button.label)>"'))
def commands():
    start()
    press("Eventos")
    read("(Entrar na Eventbee)")
    assert "Enter escolher" in plain() and "Esc voltar" not in plain(), plain()
    focus("E-mail:")
    read("Enter continuar")
    log_in("carla")
    assert "Esc voltar" not in plain(), plain()
    press("Encontro de cães")
    read("Esc voltar")
    end()


@story("Terminal, width: usable in 22 columns and 8 lines; in 160 columns rows and their picture are beside each other",
       ("Layout.swift", "rowsInLine = room / width", "rowsInLine = min(2, room / width)"))
def width():
    start(lines=8, columns=22)
    fill("E-mail", "ann@example.org")
    press("<Entrar>")
    read("Feed: Hound")
    for label in ["hound-1 ", "<Pug>", "Perfil"]:
        focus(label)
        assert len(drawn()) <= 8 and all(len(line) <= 22 for line in drawn()), drawn()
    end()
    start(lines=40, columns=160, COLORTERM="truecolor")
    assert "▀" not in screen()
    fill("E-mail", "ann@example.org")
    press("<Entrar>")
    read(lambda text: re.search("hound-1 hound-2 hound-3.*▀{60}", text))
    assert re.search("\x1b\\[38;2;\\d+;\\d+;\\d+;48;2;\\d+;\\d+;\\d+m▀", screen()) and all(len(line) <= 160 for line in drawn()), drawn()
    end()
    start(lines=24, columns=46, COLORTERM="truecolor")
    fill("E-mail", "ann@example.org")
    press("<Entrar>")
    read(lambda text: re.search("▀{14}\n.*hound-1 hound-2", text, re.DOTALL))
    assert all(len(line) <= 46 for line in drawn()), drawn()
    end()


@story("Terminal, pictures: a chosen one is drawn and has its name, and when it is closed, the focus is where it was",
       ("Main.swift", "var address = model.picture?.address", "var address: String? = nil"))
def pictures_drawn():
    start(COLORTERM="truecolor")
    fill("E-mail", "ann@example.org")
    press("<Entrar>")
    read("Feed: Hound")
    focus("hound-1 ")
    os.write(terminal, b"\x1b[C" * 4)
    read(lambda _: isFocused("hound-5"))
    os.write(terminal, b"\r")
    read("\n Imagem 4,7 KB")
    focus("<Voltar>")
    assert "▀" in plain() and "* hound-5" in plain(), plain()
    os.write(terminal, b"\r")
    read(lambda _: isFocused("hound-5"))
    end()


def png(color, channels):
    """Returns a picture as a PNG file of this color type, with each kind of filter, and its colors."""
    noise, size = random.Random(1), 20
    pixels = [[bytes(noise.choice([0, 40, 80, 120]) for _ in range(channels)) for _ in range(size)] for _ in range(size)]
    palette = noise.randbytes(3 * 121)
    if color in (4, 6):
        pixels = [[pixel[:-1] + b"\xff" for pixel in line] for line in pixels]
    data, above = b"", bytes(size * channels)
    for number, line in enumerate(map(b"".join, pixels)):
        left, corner = bytes(channels) + line, bytes(channels) + above
        guesses = [[0] * len(line), left, above, [(a + b) // 2 for a, b in zip(left, above)],
                   [min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2] for a, b, c in zip(left, above, corner)]]
        kind = number % 5
        data += bytes([kind, *((value - guess) % 256 for value, guess in zip(line, guesses[kind]))])
        above = line
    if color == 3:
        colors = {palette[3 * pixel[0]:][:3] for line in pixels for pixel in line}
    else:
        colors = {pixel[:3] if color in (2, 6) else pixel[:1] * 3 for line in pixels for pixel in line}
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, color, 0, 0, 0)), (b"PLTE", palette), (b"IDAT", zlib.compress(data)), (b"IEND", b"")]
    if color != 3:
        del chunks[1]
    file = b"".join(struct.pack(">I", len(part)) + kind + part + struct.pack(">I", zlib.crc32(kind + part)) for kind, part in chunks)
    return b"\x89PNG\r\n\x1a\n" + file, {";".join(map(str, one)) for one in colors}


def new_photo():
    """Logs in to the album and opens the form for a photo."""
    start(lines=24, columns=100, COLORTERM="truecolor")
    press("Álbum")
    fill("E-mail", "beto@colmeia.example")
    fill("Senha", "beto-123")
    press("<Entrar>")
    press("<Nova foto>")
    read("Legenda:")


@story("Terminal, files: a path is completed, a file that is no photo is refused at its field, and photos are drawn in their colors",
       ("Main.swift", "where field.kind == .file && complete(field): break", "where field.kind == .file && false && complete(field): break"))
def files():
    with tempfile.TemporaryDirectory() as folder:
        for name in ["photo-1.png", "photo-2.txt"]:
            open(f"{folder}/{name}", "w").close()
        new_photo()
        read("Tab completar")
        os.write(terminal, f"{folder}/ph\t".encode())
        read(f"{folder}/photo-\n photo-1.png photo-2.txt\n")
        os.write(terminal, b"2\t")
        read(f"{folder}/photo-2.txt")
        fill("Legenda", "Mel")
        press("<Publicar>")
        read(lambda text: re.search("photo-2.txt\\n ! .*\\n *Legenda", text))
        # A picture of each kind of PNG file, with each filter, is drawn in its own colors.
        for color, channels in [(0, 1), (2, 3), (3, 1), (4, 2), (6, 4)]:
            data, colors = png(color, channels)
            with open(f"{folder}/photo-1.png", "wb") as file:
                file.write(data)
            fill("Arquivo da nova foto", f"\x15{folder}/photo-1.png")
            fill("Legenda", f"\x15Mel {color}")
            press("<Publicar>")
            read("<Nova foto>")
            focus(f"Mel {color}")
            read(lambda _: set(re.findall("[34]8;2;(\\d+;\\d+;\\d+)", screen())) == colors)
            press("<Nova foto>")
            read("Legenda:")
        end()


@story("Terminal, undrawn: a picture that can't be drawn has its format and its address",
       ("Main.swift", "case .failure(.format(let name))??: return (nil, .undrawnPicture(name, address))",
        "case .failure(.format)??: return (nil, nil)"))
def undrawn():
    with tempfile.TemporaryDirectory() as folder:
        new_photo()
        with open(f"{folder}/photo-1.jpg", "wb") as file:
            file.write(b"\xff\xd8\xff\xe0" + bytes(100) + b"\xff\xd9")
        fill("Arquivo da nova foto", f"{folder}/photo-1.jpg")
        fill("Legenda", "Mel em JPEG")
        press("<Publicar>")
        read("<Nova foto>")
        focus("Mel em JPEG")
        read("Imagem JPEG, não exibida aqui:")
        read(f"{origin}/album/photos/")
        end()


def converse(name, event, at=None, lines=12):
    """Opens the conversation of an event in which this person takes part."""
    start(at=at, lines=lines, columns=60)
    log_in(name)
    press(event)
    read("<Conversa>")
    press("<Conversa>")
    focus("Mensagem:")


@story("Terminal, conversation: the field stays visible, older messages appear on the way up, and typing returns to the newest",
       ("Layout.swift", "isConversation ? empty + above + rows.lines + fields.lines :", "isConversation ? fields.lines + empty + above + rows.lines :"),
       ("Layout.swift", "rows.isAtEnd = isConversation", "rows.isAtEnd = false"))
def conversation():
    # A person types below the newest message, and sees older ones on the way up.
    converse("carla", "Aniversário do Bruno")
    for number in range(1, 16):
        os.write(terminal, f"nr. {number}.\r".encode())
        read(f"Carla: nr. {number}.\n")
        read("Mensagem:\n")
    assert "nr. 1.\n" not in plain() and "↑" in plain(), plain()
    assert plain().index("nr. 15.") < plain().index("Mensagem:"), plain()
    for _ in range(2):
        os.write(terminal, b"\x1b[5~")
    read(lambda text: "nr. 1.\n" in text and "nr. 15." not in text and "\nMensagem:" in text)
    os.write(terminal, "Quem traz".encode())
    read(lambda text: "nr. 15." in text and "Mensagem: Quem traz" in text)
    end()


@story("Terminal, connection: what was typed is still there when the connection is back",
       ("Main.swift", "    for field in model.fields where field.kind == .date { showDate(field, &model) }\n",
        "    for field in model.fields where field.kind == .date { showDate(field, &model) }\n"
        "    if model.layout == .conversation, model.messages.contains(where: { $0.kind == .busy }) { model.fields[0].value = \"\" }\n"))
def connection():
    line = Line(port)
    converse("bruno", "Encontro de cães", line.address, lines=24)
    os.write(terminal, "Quem traz".encode())
    read("Mensagem: Quem traz")
    line.cut()
    read("Sem conexão. Reconectando…", 30)
    os.write(terminal, " água?".encode())
    read(" água?")
    line.mend()
    read(lambda text: "Sem conexão" not in text, 60)
    read("Mensagem: Quem traz água?")
    os.write(terminal, b"\r")
    read("Bruno: Quem traz água?")
    end()


@story("Terminal, windows: two terminals are two apps, and each shows what the other one sends",
       ("Main.swift", "    for field in model.fields where field.kind == .date { showDate(field, &model) }\n",
        "    for field in model.fields where field.kind == .date { showDate(field, &model) }\n"
        "    if model.layout == .conversation { model.rows.removeAll { $0.detail == \"Ana\" } }\n"))
def windows():
    global pid, terminal, seen
    converse("bruno", "Encontro de cães")
    bruno = pid, terminal, seen
    converse("ana", "Encontro de cães")
    ana = pid, terminal, seen
    pid, terminal, seen = bruno
    os.write(terminal, "Vamos?\r".encode())
    read("Bruno: Vamos?")
    bruno = pid, terminal, seen
    pid, terminal, seen = ana
    read("Bruno: Vamos?")
    os.write(terminal, "Eu vou!\r".encode())
    read("Mensagem:\n")
    ana = pid, terminal, seen
    pid, terminal, seen = bruno
    read("Ana: Eu vou!")
    end()
    pid, terminal, seen = ana
    end()


@story("Terminal, slow: stays usable and shows what is typed while the server is slow, and returns to the list",
       ("Main.swift", "case (_, .field(let field)) where field.kind != .choice && edit(field, key): break",
        "case (_, .field(let field)) where field.kind != .choice && !model.isBusy && edit(field, key): break"))
def slow():
    start("--language", "pt-BR", at=Line(port, delay=0.5).address)
    fill("E-mail", "ann@example.org")
    press("<Entrar>")
    read(" …")
    assert "Ctrl-C sair" in screen()
    press("Eventos")
    read("Eventos …")
    fill("E-mail", "beto@colmeia.example")
    read("E-mail: beto@colmeia.example")
    press("Shots")
    read("CRM - Dashboard+", 20)
    press("CRM - Dashboard+")
    read("<Voltar>")
    press("<Voltar>")
    read(lambda text: "CRM - Dashboard+" in text and "<Voltar>" not in text)
    end()


def refuses(*command):
    """Asserts that a program accepts the known languages, and lists them."""
    refused = subprocess.run([*command, "--language", "fr"], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    assert refused.returncode == 2 and "--language must be pt-BR or en, not 'fr'" in refused.stderr, refused
    help_text = subprocess.run([*command, "--help"], capture_output=True, text=True, timeout=60)
    assert help_text.returncode == 0 and re.search("--language.*pt-BR.* or en", help_text.stdout, re.DOTALL), help_text


@story("Terminal, languages: LANG or --language determines it, and --help lists them",
       ("Arguments.swift", "language = isPortuguese ? .portuguese : .english", "language = isPortuguese ? .english : .english"))
def languages_known():
    # Without --language, LANG determines the language. An unknown language is an error that lists the known ones.
    for lang, wanted_field in [("pt_BR.UTF-8", "E-mail:"), ("en_GB.UTF-8", "Email:")]:
        start("--print-state", LANG=lang)
        read(wanted_field)
        end()
    refuses(terminal_program, origin)


@story("Python, languages: --language accepts pt-BR and en, and --help lists them; so do serve and run",
       ("colmeia.py", 'language = ["--language", arguments.language] if arguments.language else []', "language = []"))
def python_languages():
    for command in [python_command, [f"{products}/colmeia", "serve", "--stdio"], [f"{products}/colmeia", "serve", "--web", "0"],
                    [f"{products}/colmeia", "run", f"{top}/Examples/Scenarios/story.scn"]]:
        refuses(*command)
    start(command=[*python_command, "--language", "en"])
    read("Email")
    os.write(terminal, b"x\n")
    read(lambda _: "Type a number from the list" in seen)
    os.write(terminal, b"\x04")
    assert exit_code() == 0


@story("Terminal: --changes writes actions and changes to a file")
def changes_written():
    # Only its owner can read it.
    with tempfile.TemporaryDirectory() as folder:
        start("--language", "en", "--changes", f"{folder}/changes")
        read("Email:")
        os.write(terminal, b"q")
        read("Email: q")
        end()
        changes = open(f"{folder}/changes", encoding="utf-8").read()
        assert os.stat(f"{folder}/changes").st_mode & 0o777 == 0o600
        assert re.search(r'\[\d+\.\d{3} s\] \.auth\(\.typed\("q"\)\)\n(    .*\n|  . .*\n)*  \+ .*"q"', changes), changes


@story("Terminal: leaves the terminal as it was after SIGTERM and SIGHUP")
def left_as_it_was():
    for number in [signal.SIGTERM, signal.SIGHUP]:
        start("--language", "en")
        read("Email:")
        os.kill(pid, number)
        assert end_of_output().rindex("\x1b[?1049l") > 0, number


@story("Terminal: rejects input and output that are not a terminal")
def no_terminal():
    piped = subprocess.run(
        [terminal_program, origin], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert piped.returncode == 2 and "must be a terminal" in piped.stderr and not piped.stdout, piped


# Control characters (C1, DEL, bidirectional marks), which must not affect the terminal.
special = "\x9b\x7f\u202e\u2066\u200f"


def post(path, value, **fields):
    request = urllib.request.Request(
        origin + path, json.dumps(value).encode(), {"Content-Type": "application/json", **fields})
    return json.load(urllib.request.urlopen(request, timeout=10))


@functools.cache
def fill_events():
    """Adds 600 events to the back end's."""
    token = post("/users/login", {"email": "ana@colmeia.example", "password": "ana-123"})["token"]
    for name in [f"Zz{special}y", *(f"Nr. {number:03}" for number in range(600))]:
        post("/events", {"name": name, "permission": "public", "datetime_start": 1, "datetime_end": 2}, Token=token)


def deep_row():
    """Waits until one of the rows in the middle has the focus, and returns its name."""
    read(lambda _: re.search("\x1b\\[7m +Nr. 29[0-9]", screen()))
    return re.search("Nr. 29[0-9]", re.search("\x1b\\[7m[^\x1b]+", screen())[0])[0]


@story("Terminal, sight: a message is in sight in a conversation and deep in 600 rows",
       ("Layout.swift", "      head += Self.lines(message, columns)\n", "      rows.lines += Self.lines(message, columns)\n"))
def sight():
    line = Line(port)
    converse("carla", "Aniversário do Bruno", line.address)
    for number in range(1, 16):
        os.write(terminal, f"nr. {number}.\r".encode())
        read(f"Carla: nr. {number}.\n")
    for _ in range(2):
        os.write(terminal, b"\x1b[5~")
    read(lambda text: "nr. 15." not in text)
    line.cut()
    read(lambda text: "… Sem conexão. Reconectando…" in text and "nr. 15." not in text, 30)
    assert "\x1b[33m… Sem conexão" in screen(), screen()
    end()
    fill_events()
    line.mend()
    start("--language", "pt-BR", at=line.address)
    press("Eventos")
    read("Encontro de cães")
    focus("Encontro de cães")
    os.write(terminal, b"\x1b[6~" * 30)
    deep = deep_row()
    os.write(terminal, b"\x1b[F")
    read(lambda _: isFocused("<"))
    line.cut()
    for _ in range(5):
        if not isFocused("<Atualizar>"):
            os.write(terminal, b"\x1b[A")
            time.sleep(0.1)
    assert isFocused("<Atualizar>"), screen()
    os.write(terminal, b"\r")
    read(lambda text: "\n! " in text and deep in text)
    take_picture("terminal-sight", screen())
    end()


@story("Terminal, lists: in a list of 600 rows, fields and buttons stay visible, and Tab reaches them from any row",
       ("Focus.swift", "isRow(start) && isRow(target)", "isRow(start) && isRow(target) && controls.count < 100"))
def lists():
    fill_events()
    start()
    press("Eventos")
    read("Encontro de cães")
    focus("Senha:")
    os.write(terminal, b"\t")
    read(lambda _: isFocused("Encontro de cães"))
    os.write(terminal, b"\x1b[6~" * 30)
    deep = deep_row()
    assert "↑" in plain() and "E-mail:" in plain() and "<Atualizar>" in plain(), plain()
    os.write(terminal, b"\t")
    read(lambda _: isFocused("Entrar na Eventbee") and deep in plain())
    os.write(terminal, b"\x1b[Z")
    read(lambda _: isFocused(deep))
    os.write(terminal, b"\x1b[Z")
    read(lambda _: isFocused("Senha:") and deep in plain())
    end()


@story("Terminal, Python: replace control characters in texts of other users")
def harmless():
    # Such as the name of an event.
    fill_events()
    start("--language", "pt-BR", lines=700)
    press("Eventos")
    read("Zz\ufffd")
    assert not any(mark in seen for mark in special), ascii(seen)
    end()
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        row = {"text": special, "detail": special, "isSelected": False}
        draw({"title": special, "isBusy": False, "messages": [{"kind": special, "text": special}], "tabs": [{"label": special, "isSelected": True, "action": 1}],
              "fields": [{"label": special, "value": special, "kind": special, "options": [], "edit": 1}], "rows": [row, {**row, "action": 1}],
              "buttons": [{"label": special, "isEnabled": True, "action": 1}]})
    assert not any(mark in text.getvalue() for mark in special), ascii(text.getvalue())


@story("Python: the last state of the story is the scenario's")
def python_whole():
    python = subprocess.run([*python_command, "--story"], capture_output=True, text=True, timeout=60)
    assert python.returncode == 0, python.stderr
    assert json.loads(python.stdout) == wanted, python.stdout


@story("Python: shows news and shots")
def python_news():
    app = Colmeia(f"{products}/colmeia", "--seed", "42")

    def choose(label):
        """Dispatches the action of the first control with this label."""
        with app.changed:
            assert app.changed.wait_for(lambda: app.screen and any(label in l for l, _, _ in controls(app.screen)), 10), (
                label, app.screen)
            action = next(action for l, action, _ in controls(app.screen) if label in l)
        app.dispatch(action)

    for label in [
            "Notícias", "<Só ler>", "Diário da Colmeia", "<Assinar>", "<Voltar>", "<Notícias>", "Eleição da rainha", "<Voltar>",
            "Shots", "CRM"]:
        choose(label)
    with app.changed:
        assert app.changed.wait_for(lambda: app.screen["title"] == "CRM - Dashboard+", 10), app.screen
    assert app.close() == 0


def python_lines():
    return screen().split("\n== ")[-1]


def choose_number(label, text=""):
    """Types the number of the first control with this label, and a text."""
    read(lambda _: label in python_lines() and python_lines().rstrip().endswith(">"))
    number = next(line.split()[0] for line in python_lines().splitlines() if label in line and line.split()[0].isdigit())
    os.write(terminal, f"{number}{text and ' ' + text}\n".encode())


def python_log_in(name):
    """Logs in to the events as one of the back end's people."""
    for label, text, shown in [
            ("Eventos", "", "E-mail:"), ("E-mail:", f"{name}@colmeia.example", f"{name}@"), ("Senha:", "", ""),
            ("Entrar na Eventbee", "", "<Novo evento>")]:
        choose_number(label, text)
        if label == "Senha:":
            read(lambda _: python_lines().endswith("Senha: "))
            with contextlib.suppress(AssertionError):
                read(lambda _: not termios.tcgetattr(terminal)[3] & termios.ECHO, 3)
            os.write(terminal, f"{name}-123\n".encode())
            shown = "Senha: ***"
        read(lambda _: shown in python_lines())


def python_end():
    os.write(terminal, b"\x04")
    assert exit_code() == 0


@story("Python, keyboard: numbers and texts do everything, also after invalid input and after going back",
       ("colmeia.py", "            if choice < 1:\n                raise ValueError\n", ""))
def python_keyboard():
    global seen
    start(command=python_command)
    read("E-mail")
    for wrong in ["x", "0", "99", "-1", "", "5x"]:
        os.write(terminal, f"{wrong}\n".encode())
        read(lambda _: "Digite um número da lista" in seen and python_lines().rstrip().endswith(">"))
        seen = "\n== " + python_lines()
    choose_number("E-mail:", "ann")
    choose_number("Entrar")
    read(lambda _: "Digite um e-mail válido." in python_lines())
    choose_number("E-mail:", "ann@example.org")
    read(lambda _: "<Entrar>" in python_lines())
    choose_number("<Entrar>")
    read(lambda _: python_lines().startswith("Feed: Hound") and "hound-12" in python_lines())
    choose_number("Shots")
    read(lambda _: python_lines().startswith("Shots") and "CRM - Dashboard+" in python_lines())
    take_picture("python", "== " + python_lines())
    choose_number("CRM - Dashboard+")
    read(lambda _: python_lines().startswith("CRM - Dashboard+") and "<Voltar>" in python_lines())
    choose_number("<Voltar>")
    read(lambda _: python_lines().startswith("Shots"))
    python_end()


@story("Python, messages: an error is red and below its field",
       ("colmeia.py", 'KINDS = {"error": ("!", 31)', 'KINDS = {"error": ("i", 31)'),
       ("colmeia.py", 'KINDS = {"error": ("!", 31)', 'KINDS = {"error": ("!", 91)'),
       ("colmeia.py", 'if message.get("field") not in labels:', "if True:"))
def python_messages():
    start(command=python_command)
    python_log_in("carla")
    choose_number("<Novo evento>")
    for label, text, shown in [
            ("Nome:", "Festa", "Nome: Festa"), ("Início (", "2030-01-01T20:00", "01/01/2030 20:00"), ("Fim (", "2030-01-01T19:00", "01/01/2030 19:00"),
            ("Permissão:", "Fechado", "Permissão: Fechado (Público, Fechado)"), ("Salvar", "", "O fim é antes do início.")]:
        choose_number(label, text)
        read(lambda _: shown in python_lines())
    assert "\x1b[31m    ! O fim é antes do início.\x1b[0m" in python_lines(), python_lines()
    lines = python_lines().splitlines()
    assert "Fim (UTC):" in lines[next(n for n, line in enumerate(lines) if "O fim é" in line) - 1], lines
    choose_number("<Descartar>")
    read(lambda _: "<Novo evento>" in python_lines())
    python_end()


@story("Python, empty: a list without rows says so, and not as an error",
       ("colmeia.py", '"empty": ("-", 2)', '"empty": ("!", 31)'))
def python_empty():
    start(command=python_command)
    for label, shown in [("Notícias", "<Só ler>"), ("<Só ler>", "Diário da Colmeia"), ("<Notícias>", "Escolha os jornais que quer ler.")]:
        choose_number(label)
        read(lambda _: shown in python_lines())
    assert "\x1b[2m- Escolha os jornais que quer ler." in python_lines() and "! " not in python_lines(), python_lines()
    python_end()


@story("Python, commands: one that isn't possible is not in the list",
       ("colmeia.py", 'if button["isEnabled"] or button.get("role") == "submit":', "if True:"))
def python_commands():
    start(command=python_command)
    python_log_in("ana")
    choose_number("Aniversário do Bruno")
    read(lambda _: "== Aniversário" in seen and "<Voltar>" in python_lines())
    assert "Inscrever-se" not in python_lines(), python_lines()
    python_end()


@story("Python, paragraphs: one is typed line by line, until a dot",
       ("colmeia.py", 'if field and field["kind"] == "paragraph" and not text:', "if False:"))
def python_paragraphs():
    piped = subprocess.run(
        python_command, text=True, capture_output=True, timeout=60,
        input="2\n6 carla@colmeia.example\n7\ncarla-123\n11\n10\n7\nUma linha.\n\nOutra.\n.\n")
    assert piped.returncode == 0 and "7 Sobre: Uma linha.\n    \n    Outra.\n" in piped.stdout, piped
    assert "um ponto sozinho" in piped.stdout


@story("Python, dates: they are typed and shown in the user's time zone",
       ("colmeia.py", 'return field["label"].replace("UTC", zone) if minutes else field["label"]', 'return field["label"]'),
       ("colmeia.py", ".astimezone(datetime.timezone.utc).strftime(FORMS[0])", ".strftime(FORMS[0])"))
def python_dates():
    piped = subprocess.run(
        python_command, text=True, capture_output=True, timeout=60, env={**os.environ, "TZ": "America/Sao_Paulo"},
        input="2\n6 carla@colmeia.example\n7\ncarla-123\n11\n10\n6 Festa\n8 1/7/2030 20:00\n9 2 Jul 2030 1:00\n")
    assert piped.returncode == 0 and "Início (UTC-3): 01/07/2030 20:00" in piped.stdout, piped
    assert "Fim (UTC-3): 02/07/2030 01:00" in piped.stdout, piped


@story("Python, passwords: one is not shown while it is typed, nor without a terminal",
       ("colmeia.py", "    with without_echo():\n", "    if True:\n"))
def python_passwords():
    start(command=python_command)
    python_log_in("carla")
    assert "carla-123" not in seen
    python_end()
    # Without a terminal, nothing is colored, and a password isn't repeated either.
    typed = "2\n6 carla@colmeia.example\n7\ncarla-12x\n11\n7\ncarla-123\n11\n"
    piped = subprocess.run(python_command, input=typed, capture_output=True, text=True, timeout=60)
    assert piped.returncode == 0 and "E-mail ou senha inválidos." in piped.stdout, piped
    assert "<Novo evento>" in piped.stdout and not re.search("carla-12|\x1b", piped.stdout + piped.stderr), piped


@story("Python: ends on Ctrl-C, and reports a program that is missing or was killed")
def python_ended():
    for key, wanted_status, reason in [(b"\x03", 130, ""), (None, 247, "has ended with -9")]:
        start(command=python_command)
        read("E-mail")
        if key:
            os.write(terminal, key)
        else:
            os.kill(int(subprocess.check_output(["ps", "--ppid", str(pid), "-o", "pid="])), 9)
        status = exit_code()
        assert status == wanted_status, status
        with contextlib.suppress(OSError):
            read(reason)
        assert reason in seen and "Traceback" not in seen, seen
    missing = subprocess.run([*python_command[:2], "/nonexistent"], capture_output=True, text=True, timeout=60)
    assert missing.returncode == 1 and missing.stderr.startswith("'/nonexistent' cannot be run: No such file"), missing


def build(file, folder):
    """Makes a front end from changed sources, with the objects of its modules."""
    if file.endswith(".py"):
        return f"{folder}/colmeia.py"
    with open(f"{products}/Terminal.product/Objects.LinkFileList", encoding="utf-8") as objects:
        rest = [line for line in objects if "/Terminal.build/" not in line]
    with open(f"{folder}/objects", "w", encoding="utf-8") as objects:
        objects.writelines(rest)
    subprocess.run(
        ["bash", "-c", 'swiftc -swift-version 6 -suppress-warnings -wmo -parse-as-library -module-name Terminal -I "$1/Modules" '
         '$(printf -- "-Xcc -fmodule-map-file=%s " "$1"/C*.build/module.modulemap) '
         '-use-ld=lld -o "$2/Terminal" "$2"/*.swift @"$2/objects"', "build", products, folder], check=True)
    return f"{folder}/Terminal"


if names[:1] == ["vary"]:
    stories.vary(build, [sys.argv[0], products, pictures], names[1:])
else:
    stories.tell(clean, names)
backend.send_signal(2)
assert backend.wait(10) == 0
