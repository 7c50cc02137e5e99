"""Runs both front ends through the story of Examples/Scenarios/story.scn and compares their last states with the expected
one. Shows news and shots in both. Then tests under a pseudo terminal: invalid input, long lists, a slow server, navigation
back, both languages, and a small terminal.

Usage: .ci/front-ends.py PRODUCTS [FOLDER], where FOLDER is for pictures of the screens.
"""
import atexit
import contextlib
import fcntl
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

products = sys.argv[1]
pictures = sys.argv[2] if len(sys.argv) > 2 else None
here = os.path.dirname(os.path.abspath(__file__))
top = os.path.dirname(here)
text = open(f"{top}/Examples/Scenarios/story.scn", encoding="utf-8").read()
wanted = json.loads(text[text.index("expect   state == ") + len("expect   state == "):])

# Each convention of the guide is driven by a story, and each named story is one of a convention.
sys.path[:0] = [here, f"{top}/Examples/Python"]
import conventions  # noqa: E402

listed = {f"{name}, {story}" for name in ["Terminal", "Python", "Desktop"] for story in conventions.listed(name)}
told = {story for name in ["front-ends.py", "desktop.py"]
        for story in re.findall(r'^print\("(\w+, \w+):', open(f"{here}/{name}", encoding="utf-8").read(), re.MULTILINE)}
told.discard("Terminal, Python")
assert listed == told, f"the guide's conventions and the stories differ: {listed ^ told}"

python = subprocess.run(
    [sys.executable, f"{top}/Examples/Python/colmeia.py", f"{products}/colmeia", "--story"], capture_output=True,
    text=True, timeout=60)
assert python.returncode == 0, python.stderr
assert json.loads(python.stdout) == wanted, python.stdout
print("Python: the last state of the story is the scenario's")

from line import Line  # noqa: E402
from colmeia import Colmeia, controls, draw  # noqa: E402

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
print("Python: shows news and shots")



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


assert [ended_by(number) for number in (signal.SIGTERM, signal.SIGINT)] == [130, 130]
print("serve: one signal ends an app whose output nobody reads")

backend = subprocess.Popen([f"{products}/colmeia", "backend"], stdout=subprocess.PIPE, text=True)
atexit.register(backend.kill)
origin = backend.stdout.readline().split()[-1]
port = int(origin.rsplit(":", 1)[1])
seen = ""


def take_picture(name, text, columns=80, lines=24):
    """Saves the content of a terminal as an SVG picture."""
    if not pictures:
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
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        command = command or [f"{products}/Terminal", at or origin, folder, "--print-state", *(options or ["--language", "pt-BR"])]
        usual = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
        os.execve(command[0], command, {**usual, "TERM": "xterm-256color", **variables})


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
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, rest
    return rest


def screen():
    """Returns the last screen, once no more output arrives."""
    global seen
    while select.select([terminal], [], [], 0.05)[0]:
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


def isFocused(label):
    return re.search("\x1b\\[7m[^\x1b]*" + re.escape(label), screen()) is not None


def focus(label):
    """Moves the focus until the control with this label is highlighted: from tab to tab, field to field and button to
    button, and then from row to row. Moves it at least once, as Enter is ignored right after it has moved by itself."""
    read(lambda text: text.strip())  # Otherwise, the first screen would seem to be the result of the key.
    for key in 20 * [b"\t"] + 60 * [b"\x1b[B"]:
        os.write(terminal, key)
        select.select([terminal], [], [], 1)  # Most keys change the screen.
        if isFocused(label):
            return
    raise AssertionError(f"'{label}' cannot be focused:\n{screen()}")


def press(label):
    focus(label)
    os.write(terminal, b"\r")


def fill(label, value):
    """Types a text, and waits until the screen shows it, so that a key after it isn't taken to have done that."""
    focus(label)
    os.write(terminal, value.encode())
    select.select([terminal], [], [], 1)
    screen()


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
print("Terminal: the last state of the story is the scenario's")

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
print("Terminal: shows news and shots, and their requests on Ctrl-R")

# On a new screen, a second Enter presses no button, and going back returns to the row.
start()
press("Notícias")
press("<Só ler>")
read("Diário da Colmeia")
read(lambda _: isFocused("Diário da Colmeia"))
press("Eventos")
fill("E-mail", "carla@colmeia.example")
fill("Senha", "carla-123")
press("<Entrar na Eventbee>")
read("<Novo evento>")
for event in ["Encontro de cães", "Aniversário do Bruno"]:
    press(event)
    read("<Voltar>")
    assert not isFocused("<"), screen()
    if event == "Encontro de cães":
        press("<Voltar>")
    else:
        os.write(terminal, b"\x1b")  # Esc
    read("<Novo evento>")
    assert isFocused(event) or isFocused("* " + event), screen()
# An event without participants has no rows, so the focus is on the tab. It leaves it on the way back.
press("Cinema")
read(lambda _: isFocused("[Eventos]"))
os.write(terminal, b"\x1b[A\x1b[B\x1b")
read("<Novo evento>")
assert isFocused("Cinema"), screen()
end()
start()
press("Notícias")
press("<Só ler>")
os.write(terminal, b"\r")  # a second Enter, which is too early to be meant for the first row
read("Diário da Colmeia")
assert end()["news"]["subscriptions"] == [], "a second Enter has chosen a row"
print("Terminal, focus: a new screen has it on a field, a row or a tab, and an earlier one where it was")

# A day is typed, an option is chosen with the arrows, and a message names its field.
start()
press("Eventos")
fill("E-mail", "carla@colmeia.example")
fill("Senha", "carla-123")
press("<Entrar na Eventbee>")
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
print("Terminal: a day and a choice can be filled in, and a message names its field")

# Dates are those of the person's time zone, in the form that the field shows.
start(TZ="America/Sao_Paulo")
press("Eventos")
fill("E-mail", "carla@colmeia.example")
fill("Senha", "carla-123")
press("<Entrar na Eventbee>")
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
print("Terminal, dates: they are typed and shown in the person's time zone, and the field says how to type one")

# A paragraph has several lines: Enter begins one, Ctrl-S submits, and the caret moves over lines that are wrapped.
start(columns=46)
press("Eventos")
press("<Criar conta>")
read(lambda _: isFocused("Nome:"))
os.write(terminal, b"Dora")
read("Enter continuar")
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
print("Terminal, paragraphs: Enter begins a line, Ctrl-S submits, and the caret moves over wrapped lines")

# The focus is on what undoes the last step, wherever other controls have gone.
start()
press("Eventos")
fill("E-mail", "ana@colmeia.example")
fill("Senha", "ana-123")
press("<Entrar na Eventbee>")
read("<Novo evento>")
press("Encontro de cães")
press("− Bruno")
read("Tirar Bruno do evento?")
press("<Remover participante>")
read("Bruno sai do evento em 5 segundos.")
assert isFocused("<Desfazer>"), screen()
press("<Desfazer>")
read(lambda text: "sai do evento" not in text and "− Bruno" in text)
end()
print("Terminal: when a participant was taken out, the focus is on the button that undoes it")

# A held Enter, which a keyboard repeats after up to 0.66 s, asks and doesn't answer. Another press does.
start()
press("Eventos")
fill("E-mail", "ana@colmeia.example")
fill("Senha", "ana-123")
press("<Entrar na Eventbee>")
read("<Novo evento>")
press("Encontro de cães")
press("− Bruno")
for pause in [0.6, 0.03, 0.03, 0.03]:
    time.sleep(pause)
    os.write(terminal, b"\r")
read("Tirar Bruno do evento?")
os.write(terminal, b"\x1b[A\x1b[B\r")
read("Bruno sai do evento em 5 segundos.")
press("<Desfazer>")
read(lambda text: "sai do evento" not in text)
end()
print("Terminal: a held Enter answers no question")

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
print("Terminal, passwords: one goes to the form in which it is typed, and is never shown")


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
_, status = os.waitpid(pid, 0)
assert os.waitstatus_to_exitcode(status) == 0, status
# What others write must not move the tabs out of the window, whatever its width on a terminal.
start("--language", "en", lines=12, columns=46)
fill("Email", "नमस्ते दुनिया " * 6)
assert "[Feed]" in drawn()[0] and "\x1b[?7l" in seen, screen()
end()
print("Terminal: ignores unsupported keys, in English")

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
print("Terminal, keyboard: in 46 columns and 12 lines, every control can be reached and keeps the focus")

# Each kind of a message has its color and its mark, and an error is below its field, which gets the focus.
for variables, error in [({}, "\x1b[31m! Digite um e-mail válido.\x1b[0m"), ({"NO_COLOR": "1"}, "! Digite um e-mail válido."),
                         ({"TERM": "dumb"}, "! Digite um e-mail válido.")]:
    start(**variables)
    fill("E-mail", "ann")
    press("(Entrar)")
    read("E-mail: ann\n ! Digite um e-mail válido.\n")
    assert error in screen() and isFocused("E-mail:"), screen()
    press("Notícias")
    press("<Só ler>")
    read("Diário da Colmeia")
    styles = set(re.findall("\x1b\\[([0-9;]*)m", seen)) - {"0", "7"}
    assert styles >= {"1", "2", "31"} if not variables else styles == ({"1", "2"} if "NO_COLOR" in variables else set()), styles
    end()
print("Terminal, messages: an error is red and below its field; without colors its mark remains")

# The caret moves within a text.
start()
read("E-mail:")
for keys, value, caret in [
        ("ann.example", "ann.example", 11), ("\x1b[D" * 8, "ann.example", 3), ("@b", "ann@b.example", 5),
        ("\x1b[H\x1b[3~", "nn@b.example", 0), ("A", "Ann@b.example", 1), ("\x1b[F!", "Ann@b.example!", 14),
        ("\x7f\x01\x1b[C\x05", "Ann@b.example", 13), ("\x01\x1b[C\x1b[C\x15", "n@b.example", 0), ("\x05 x y", "n@b.example x y", 15),
        ("\x17\x17", "n@b.example ", 12), ("\x15", "", 0)]:
    os.write(terminal, keys.encode())
    read(f"E-mail: {value}".rstrip())
    read(lambda _: seen.endswith(f"\x1b[4;{9 + caret}H\x1b[?25h"))
end()
print("Terminal, caret: it moves by arrows, Home, End, Ctrl-A and Ctrl-E, and Ctrl-U and Ctrl-W erase")

def at_cursor():
    """Returns what is highlighted, and the name of the line on which the terminal's visible cursor is."""
    shown = screen()
    line, column = map(int, re.search("\x1b\\[([0-9]+);([0-9]+)H\x1b\\[\\?25h$", seen).groups())
    marked = re.search("\x1b\\[7m([^\x1b]*)", shown.split("\n")[line - 1])
    return marked and marked[1].strip(), drawn()[line - 1][column - 1:].strip()


# A screen reader follows the cursor, which is at the beginning of the focused control, or behind the name of a field.
start()
press("Notícias")
press("<Só ler>")
read("Diário da Colmeia")
os.write(terminal, b"\x1b[H")
names = set()
for _ in range(40):
    read(lambda _: seen.endswith("\x1b[?25h"))
    name, text = at_cursor()
    assert name and (text.startswith(name) or name.endswith(":")), (name, text, screen())
    names.add(name)
    os.write(terminal, b"\x1b[C")
    select.select([terminal], [], [], 1)
for name in ["Feed", "[Notícias]", "Diário da Colmeia", "<Notícias>"]:
    assert any(one.startswith(name) for one in names), (name, names)
press("Eventos")
for name in ["E-mail:", "Senha:", "(Entrar na Eventbee)", "Encontro de cães"]:
    focus(name)
    assert at_cursor()[0].startswith(name), (name, screen())
print("Terminal, names: the cursor, which a screen reader follows, is at the name of what has the focus")

press("Notícias")
press("<Notícias>")
read("\n- Escolha os jornais que quer ler.")
assert "\x1b[2m- Escolha os jornais que quer ler." in screen() and "\n! " not in plain(), screen()
end()
print("Terminal, empty: a list without rows says so, and not as an error")

# The last line has the keys that work now. Enter goes on from the first field, and submits from the last.
start()
press("Eventos")
read("E-mail:")
assert "Enter escolher" in plain() and "Esc voltar" not in plain(), plain()
focus("E-mail:")
read("Enter continuar")
os.write(terminal, b"carla@colmeia.example\r")
read(lambda _: isFocused("Senha:"))
read("Enter enviar")
os.write(terminal, b"carla-123")
read("Senha: •••••••••")
os.write(terminal, b"\r")
read("<Novo evento>")
assert "carla-123" not in seen
press("Encontro de cães")
read("Esc voltar")
os.write(terminal, b"\x1b")
read(lambda text: "<Novo evento>" in text and "Esc voltar" not in text)
end()
print("Terminal, keys: Enter goes on and submits, Esc goes back where there is a back, and the last line says so")

# Small and wide terminals.
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
print("Terminal, width: usable in 22 columns and 8 lines; in 160 columns rows and their picture are beside each other")

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


# The paths of files are completed, and a file that can't be sent is refused with the reason.
with tempfile.TemporaryDirectory() as folder:
    for name in ["photo-1.png", "photo-2.txt"]:
        open(f"{folder}/{name}", "w").close()
    start(lines=24, columns=100, COLORTERM="truecolor")
    press("Álbum")
    fill("E-mail", "beto@colmeia.example")
    fill("Senha", "beto-123")
    press("<Entrar>")
    press("<Nova foto>")
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
    # A photo that this program can't draw has its format and its address.
    with open(f"{folder}/photo-1.jpg", "wb") as file:
        file.write(b"\xff\xd8\xff\xe0" + bytes(100) + b"\xff\xd9")
    fill("Arquivo da nova foto", f"\x15{folder}/photo-1.jpg")
    fill("Legenda", "\x15Mel em JPEG")
    press("<Publicar>")
    read("<Nova foto>")
    focus("Mel em JPEG")
    read("Imagem JPEG, não exibida aqui:")
    read(f"{origin}/album/photos/")
    end()
print("Terminal, pictures: one that can't be drawn has its format and its address")
print("Terminal, files: a path is completed, a file that is no photo is refused at its field, and photos are drawn in their colors")


# In a conversation a person types below the newest message, and sees older ones on the way up.
line = Line(port)
start(at=line.address, lines=12, columns=60)
press("Eventos")
fill("E-mail", "carla@colmeia.example")
fill("Senha", "carla-123")
press("<Entrar na Eventbee>")
read("<Novo evento>")
press("Encontro de cães")
read("<Conversa>")
press("<Conversa>")
focus("Mensagem:")
for number in range(1, 16):
    os.write(terminal, f"nr. {number}.\r".encode())
    read(f"Carla: nr. {number}.\n")
    read("Mensagem:\n")
assert "nr. 1.\n" not in plain() and "↑" in plain(), plain()
for _ in range(2):
    os.write(terminal, b"\x1b[5~")
read(lambda text: "nr. 1.\n" in text and "nr. 15." not in text and "\nMensagem:" in text)
os.write(terminal, "Quem traz".encode())
read(lambda text: "nr. 15." in text and "Mensagem: Quem traz" in text)
print("Terminal, conversation: the field stays visible, older messages appear on the way up, and typing returns to the newest")

for _ in range(2):
    os.write(terminal, b"\x1b[5~")
read(lambda text: "nr. 1.\n" in text and "nr. 15." not in text)
line.cut()
read(lambda text: "… Sem conexão. Reconectando…" in text and "nr. 1.\n" in text and "nr. 15." not in text, 30)
assert "\x1b[33m… Sem conexão" in screen() and "Mensagem: Quem traz" in plain(), screen()
os.write(terminal, " água?".encode())
read("Mensagem: Quem traz água?")
line.mend()
read(lambda text: "Sem conexão" not in text, 60)
assert "Mensagem: Quem traz água?" in plain(), screen()
os.write(terminal, b"\r")
read("Carla: Quem traz água?")
print("Terminal, connection: what was typed is still there when the connection is back")

# Two terminals are two apps. What one sends, the other shows.
carla = pid, terminal, seen
start()
press("Eventos")
fill("E-mail", "ana@colmeia.example")
fill("Senha", "ana-123")
press("<Entrar na Eventbee>")
read("<Novo evento>")
press("Encontro de cães")
press("<Conversa>")
read("Carla: Quem traz água?")
focus("Mensagem:")
os.write(terminal, "Eu!\r".encode())
read("Ana: Eu!")
ana = pid, terminal, seen
pid, terminal, seen = carla
read("Ana: Eu!")
end()
pid, terminal, seen = ana
end()
print("Terminal, windows: two terminals are two apps, and each shows what the other one sends")

start("--language", "pt-BR", at=Line(port, delay=0.5).address)
fill("E-mail", "ann@example.org")
press("<Entrar>")
read(" …")
assert "Ctrl-C sair" in screen()
press("Álbum")
fill("E-mail", "beto@colmeia.example")
read("E-mail: beto@colmeia.example")
press("Shots")
read("CRM - Dashboard+", 20)
press("CRM - Dashboard+")
read("<Voltar>")
press("<Voltar>")
read(lambda text: "CRM - Dashboard+" in text and "<Voltar>" not in text)
end()
print("Terminal, slow: stays usable and shows what is typed while the server is slow, and returns to the list")

# Without --language, LANG determines the language. An unknown language is an error that lists the known ones.
usual = os.environ.get("LANG")
for lang, wanted_field in [("pt_BR.UTF-8", "E-mail:"), ("en_GB.UTF-8", "Email:")]:
    os.environ["LANG"] = lang
    start("--print-state")
    read(wanted_field)
    end()
os.environ.pop("LANG") if usual is None else os.environ.update(LANG=usual)
python_command = [sys.executable, f"{top}/Examples/Python/colmeia.py", f"{products}/colmeia"]
for command in [[f"{products}/Terminal", origin], python_command, [f"{products}/colmeia", "serve", "--stdio"],
                [f"{products}/colmeia", "serve", "--web", "0"],
                [f"{products}/colmeia", "run", f"{top}/Examples/Scenarios/story.scn"]]:
    refused = subprocess.run([*command, "--language", "fr"], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    assert refused.returncode == 2 and "--language must be pt-BR or en, not 'fr'" in refused.stderr, refused
    help_text = subprocess.run([*command, "--help"], capture_output=True, text=True, timeout=60)
    assert help_text.returncode == 0 and re.search("--language.*pt-BR.* or en", help_text.stdout, re.DOTALL), help_text
print("Terminal, languages: LANG or --language determines it, and --help lists them")
print("Python, languages: --language accepts pt-BR and en, and --help lists them; so do serve and run")

# What happens in the app can be written to a file, which only its owner can read.
with tempfile.TemporaryDirectory() as folder:
    start("--language", "en", "--changes", f"{folder}/changes")
    read("Email:")
    os.write(terminal, b"q")
    read("Email: q")
    end()
    changes = open(f"{folder}/changes", encoding="utf-8").read()
    assert os.stat(f"{folder}/changes").st_mode & 0o777 == 0o600
    assert re.search(r'\[\d+\.\d{3} s\] \.auth\(\.typed\("q"\)\)\n(    .*\n|  . .*\n)*  \+ .*"q"', changes), changes
print("Terminal: --changes writes actions and changes to a file")

for number in [signal.SIGTERM, signal.SIGHUP]:
    start("--language", "en")
    read("Email:")
    os.kill(pid, number)
    assert end_of_output().rindex("\x1b[?1049l") > 0, number
print("Terminal: leaves the terminal as it was after SIGTERM and SIGHUP")

piped = subprocess.run(
    [f"{products}/Terminal", origin], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
assert piped.returncode == 2 and "must be a terminal" in piped.stderr and not piped.stdout, piped
print("Terminal: rejects input and output that are not a terminal")

# An event name with control characters (C1, DEL, bidirectional marks) must not affect the terminal.
special = "\x9b\x7f\u202e\u2066\u200f"


def post(path, value, **fields):
    request = urllib.request.Request(
        origin + path, json.dumps(value).encode(), {"Content-Type": "application/json", **fields})
    return json.load(urllib.request.urlopen(request, timeout=10))


token = post("/users/login", {"email": "ana@colmeia.example", "password": "ana-123"})["token"]
post("/events", {"name": f"Zz{special}y", "permission": "public", "datetime_start": 1, "datetime_end": 2}, Token=token)
for number in range(600):
    post("/events", {"name": f"Nr. {number:03}", "permission": "public", "datetime_start": 1, "datetime_end": 2}, Token=token)
line = Line(port)
start("--language", "pt-BR", at=line.address)
press("Eventos")
read("Encontro de cães")
focus("Senha:")
os.write(terminal, b"\t")
read(lambda _: isFocused("Encontro de cães"))
os.write(terminal, b"\x1b[6~" * 30)
read(lambda _: isFocused("Nr. 295") and "↑" in plain() and "E-mail:" in plain() and "<Atualizar>" in plain())
os.write(terminal, b"\t")
read(lambda _: isFocused("(Entrar na Eventbee)") and "Nr. 295" in plain())
os.write(terminal, b"\x1b[Z")
read(lambda _: isFocused("Nr. 295"))
os.write(terminal, b"\x1b[Z")
read(lambda _: isFocused("Senha:") and "Nr. 295" in plain())
print("Terminal, lists: in a list of 600 rows, fields and buttons stay visible, and Tab reaches them from any row")

line.cut()
press("<Atualizar>")
read(lambda text: "\n! " in text and "Nr. 295" in text)
take_picture("terminal-sight", screen())
end()
print("Terminal, sight: a message is in sight in a conversation and deep in 600 rows")

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
print("Terminal, Python: replace control characters in texts of other users")


# The same tests for the Python front end, in which the user types a number from the list.
def python_lines():
    return screen().split("\n== ")[-1]


def choose_number(label, text=""):
    read(lambda _: label in python_lines() and python_lines().rstrip().endswith(">"))
    number = next(line.split()[0] for line in python_lines().splitlines() if label in line and line.split()[0].isdigit())
    os.write(terminal, f"{number}{text and ' ' + text}\n".encode())


start(command=python_command)
read("E-mail")
for wrong in ["x", "0", "99", "-1", "", "5x"]:
    os.write(terminal, f"{wrong}\n".encode())
    read(lambda _: "Digite um número da lista" in seen and python_lines().rstrip().endswith(">"))
    seen = "\n== " + python_lines()
choose_number("E-mail:", "ann")
choose_number("(Entrar)")
read(lambda _: "Digite um e-mail válido." in python_lines())
choose_number("E-mail:", "ann@example.org")
read(lambda _: "<Entrar>" in python_lines())
choose_number("<Entrar>")
read(lambda _: python_lines().startswith("Feed: Hound") and "hound-12" in python_lines())
for label, text, shown in [
        ("Eventos", "", "E-mail:"), ("E-mail:", "carla@colmeia.example", "carla@"), ("Senha:", "carla-123", "Senha: ***"),
        ("<Entrar na Eventbee>", "", "<Novo evento>"), ("<Novo evento>", "", "Nome:"), ("Nome:", "Festa", "Nome: Festa"),
        ("Início (UTC):", "2030-01-01T20:00", "(UTC): 01/01/2030 20:00"),
        ("Fim (UTC):", "2030-01-01T19:00", "(UTC): 01/01/2030 19:00"),
        ("Permissão:", "Fechado", "Permissão: Fechado (Público, Fechado)"),
        ("(Salvar)", "", "\x1b[31m    ! O fim é antes do início.\x1b[0m"), ("<Descartar>", "", "<Novo evento>")]:
    if label == "Senha:":
        choose_number(label)
        read(lambda _: python_lines().endswith("Senha: "))
        read(lambda _: not termios.tcgetattr(terminal)[3] & termios.ECHO)
        os.write(terminal, f"{text}\n".encode())
    else:
        choose_number(label, text)
    read(lambda _: shown in python_lines())
    if label == "(Salvar)":
        lines = python_lines().splitlines()
        assert "Fim (UTC):" in lines[next(n for n, line in enumerate(lines) if "O fim é" in line) - 1], lines
assert "carla-123" not in seen
choose_number("Shots")
read(lambda _: python_lines().startswith("Shots") and "CRM - Dashboard+" in python_lines())
take_picture("python", "== " + python_lines())
choose_number("CRM - Dashboard+")
read(lambda _: python_lines().startswith("CRM - Dashboard+") and "<Voltar>" in python_lines())
choose_number("<Voltar>")
read(lambda _: python_lines().startswith("Shots"))
os.write(terminal, b"\x04")
_, status = os.waitpid(pid, 0)
assert os.waitstatus_to_exitcode(status) == 0
start(command=[*python_command, "--language", "en"])
read("Email")
os.write(terminal, b"x\n")
read(lambda _: "Type a number from the list" in seen)
os.write(terminal, b"\x04")
_, status = os.waitpid(pid, 0)
assert os.waitstatus_to_exitcode(status) == 0
# A list without rows says so, not as an error, and a command that isn't possible is not in the list.
start(command=python_command)
for label, shown in [("Notícias", "<Só ler>"), ("<Só ler>", "Diário da Colmeia"), ("<Notícias>", "Escolha os jornais que quer ler.")]:
    choose_number(label)
    read(lambda _: shown in python_lines())
assert "\x1b[2m- Escolha os jornais que quer ler." in python_lines() and "! " not in python_lines(), python_lines()
print("Python, empty: a list without rows says so, and not as an error")
for label, text, shown in [
        ("Eventos", "", "E-mail:"), ("E-mail:", "ana@colmeia.example", "ana@"), ("Senha:", "ana-123", "Senha: ***"),
        ("<Entrar na Eventbee>", "", "<Novo evento>"), ("Aniversário do Bruno", "", "<Voltar>")]:
    choose_number(label, text if label != "Senha:" else "")
    if label == "Senha:":
        read(lambda _: not termios.tcgetattr(terminal)[3] & termios.ECHO)
        os.write(terminal, f"{text}\n".encode())
    read(lambda _: shown in python_lines())
read(lambda _: "== Aniversário" in seen and "<Voltar>" in python_lines())
assert "Inscrever-se" not in python_lines(), python_lines()
print("Python, commands: one that isn't possible is not in the list")
os.write(terminal, b"\x04")
_, status = os.waitpid(pid, 0)
assert os.waitstatus_to_exitcode(status) == 0
print("Python, keyboard: numbers and texts do everything, also after invalid input and after going back")
print("Python, messages: an error is red and below its field")
# A paragraph is typed line by line, and dates are those of the user's time zone.
piped = subprocess.run(
    python_command, text=True, capture_output=True, timeout=60, env={**os.environ, "TZ": "America/Sao_Paulo"},
    input="2\n6 carla@colmeia.example\n7\ncarla-123\n11\n10\n6 Festa\n7\nUma linha.\n\nOutra.\n.\n8 1/7/2030 20:00\n"
    "9 2 Jul 2030 1:00\n")
assert piped.returncode == 0 and "7 Sobre: Uma linha.\n    \n    Outra.\n" in piped.stdout, piped
assert "um ponto sozinho" in piped.stdout
print("Python, paragraphs: one is typed line by line, until a dot")
assert "Início (UTC-3): 01/07/2030 20:00" in piped.stdout and "Fim (UTC-3): 02/07/2030 01:00" in piped.stdout, piped
print("Python, dates: they are typed and shown in the user's time zone")

# Without a terminal, nothing is colored, and a password isn't repeated either.
typed = "2\n6 carla@colmeia.example\n7\ncarla-12x\n11\n7\ncarla-123\n11\n"
piped = subprocess.run(python_command, input=typed, capture_output=True, text=True, timeout=60)
assert piped.returncode == 0 and "! E-mail ou senha inválidos." in piped.stdout, piped
assert "<Novo evento>" in piped.stdout and not re.search("carla-12|\x1b", piped.stdout + piped.stderr), piped
print("Python, passwords: one is not shown while it is typed, nor without a terminal")

for key, wanted_status, reason in [(b"\x03", 130, ""), (None, 247, "has ended with -9")]:
    start(command=python_command)
    read("E-mail")
    if key:
        os.write(terminal, key)
    else:
        os.kill(int(subprocess.check_output(["ps", "--ppid", str(pid), "-o", "pid="])), 9)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == wanted_status, status
    with contextlib.suppress(OSError):
        read(reason)
    assert reason in seen and "Traceback" not in seen, seen
missing = subprocess.run([*python_command[:2], "/nonexistent"], capture_output=True, text=True, timeout=60)
assert missing.returncode == 1 and missing.stderr.startswith("'/nonexistent' cannot be run: No such file"), missing
print("Python: ends on Ctrl-C, and reports a program that is missing or was killed")

backend.send_signal(2)
assert backend.wait(10) == 0
