"""Drives both front ends through the story of Examples/Scenarios/story.scn, and compares their last states with its; then
has both show news and shots."""
import json
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

products = sys.argv[1]
here = os.path.dirname(os.path.abspath(__file__))
top = os.path.dirname(here)
text = open(f"{top}/Examples/Scenarios/story.scn", encoding="utf-8").read()
wanted = json.loads(text[text.index("expect   state == ") + len("expect   state == "):])

python = subprocess.run(
    [sys.executable, f"{top}/Examples/Python/colmeia.py", f"{products}/colmeia", "--story"], capture_output=True,
    text=True, timeout=60)
assert python.returncode == 0, python.stderr
assert json.loads(python.stdout) == wanted, python.stdout
print("Python: the last state is the scenario's")

sys.path.insert(0, f"{top}/Examples/Python")
from colmeia import Colmeia, controls  # noqa: E402

app = Colmeia(f"{products}/colmeia", "--seed", "42")


def choose(label):
    """Does what the first control with this label does."""
    with app.changed:
        assert app.changed.wait_for(lambda: app.screen and any(label in l for l, _, _ in controls(app.screen)), 10), (
            label, app.screen)
        action = next(action for l, action, _ in controls(app.screen) if label in l)
    app.dispatch(action)


for label in ["Notícias", "<Só ler>", "Diário da Colmeia", "<Notícias>", "Eleição da rainha", "<Voltar>", "Shots", "CRM"]:
    choose(label)
with app.changed:
    assert app.changed.wait_for(lambda: app.screen["title"] == "CRM - Dashboard+", 10), app.screen
assert app.close() == 0
print("Python: news and shots are shown")

backend = subprocess.Popen([f"{products}/colmeia", "backend"], stdout=subprocess.PIPE, text=True)
origin = backend.stdout.readline().split()[-1]
seen = ""


def start():
    """A terminal with the front end in it, and nobody signed in."""
    global pid, terminal, seen
    seen = ""
    folder = tempfile.mkdtemp()
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(f"{products}/Terminal", ["Terminal", origin, folder, "--print-state"])


def end():
    """Ends it, and answers the last state."""
    os.write(terminal, b"\x03")
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
    return json.loads(rest[rest.index("{"):rest.rindex("}") + 1])


def screen():
    """The last screen, once nothing more of it comes."""
    global seen
    while select.select([terminal], [], [], 0.05)[0]:
        seen += os.read(terminal, 65536).decode("utf-8", "replace")
    return seen.split("\x1b[2J")[-1]


def read(holds, seconds=10):
    """Waits for a screen that shows this, or of which this holds."""
    end = time.monotonic() + seconds
    while not (holds(screen()) if callable(holds) else holds in screen()):
        assert time.monotonic() < end, f"'{holds}' did not come:\n{screen()}"


def isFocused(label):
    return re.search("\x1b\\[7m[^\x1b]*" + re.escape(label), screen()) is not None


def focus(label):
    """Moves until the line with this label is marked."""
    for _ in range(40):
        if isFocused(label):
            return
        os.write(terminal, b"\x1b[B")
    raise AssertionError(f"no '{label}':\n{screen()}")


def press(label):
    focus(label)
    os.write(terminal, b"\r")


def fill(label, value):
    focus(label + ":")
    os.write(terminal, value.encode())


start()
read("E-mail:")
fill("E-mail", "ann@example.org")
read("<Entrar>")
press("<Entrar>")
read("husky-1")
press("Eventos")
read("Encontro de cães")
fill("E-mail", "carla@colmeia.example")
fill("Senha", "wrong-one")
press("<Entrar na Eventbee>")
read("E-mail ou senha inválidos.")
fill("Senha", "carla-123")
press("<Entrar na Eventbee>")
read("<Novo evento>")
press("Encontro de cães")
read("<Inscrever-se>")
press("<Inscrever-se>")
read("<Cancelar inscrição>")
press("Perfil")
read("<Sair da Eventbee>")
press("<Sair da Eventbee>")
read(lambda text: "Sair da Eventbee" not in text)
press("<Sair>")
read("E-mail:")
last = end()
assert last == wanted, json.dumps(last)
print("Terminal: the last state is the scenario's")

start()
for label, shown in [
        ("Notícias", "<Só ler>"), ("<Só ler>", "Diário da Colmeia"), ("Diário da Colmeia", "Tudo o que zumbe"),
        ("<Notícias>", "Eleição da rainha"), ("Eleição da rainha", "Carla 49 %"), ("<Voltar>", "Trânsito"),
        ("Shots", "CRM - Dashboard+"), ("CRM - Dashboard+", "<Voltar>")]:
    press(label)
    read(shown)
assert end()["shots"]["detail"]["shot"]["title"] == "CRM - Dashboard+"
print("Terminal: news and shots are shown")
backend.send_signal(2)
assert backend.wait(10) == 0
