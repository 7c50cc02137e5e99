"""Runs the common story of all front ends in a browser, and tests what only a page has: history, a reload, two tabs that
chat, a photo, live news, both languages, dark mode, the width of a phone, keyboard navigation, accessibility, a server that
is killed and restarted, and refused requests. Checks screens with axe-core, and each convention of the guide with the page and
with variants that break it (conventions.py).

    python3 .ci/web.py .build/debug [FOLDER FOR PICTURES]

The line to the server delays each direction by 50 ms, or by COLMEIA_DELAY, and with COLMEIA_STALLS=1 it stalls for 3 of
every 10 seconds.
"""
import atexit
import http.client
import json
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

here = os.path.dirname(os.path.abspath(__file__))
top = os.path.dirname(here)
sys.path[:0] = [here, f"{top}/Examples/Python"]
import conventions  # noqa: E402
from browser import Browser, Page, install  # noqa: E402
from colmeia import patched  # noqa: E402
from line import Line  # noqa: E402

began = time.monotonic()
products = sys.argv[1]
pictures = sys.argv[2] if len(sys.argv) > 2 else None
program = install()
assert program, "Chromium is not installed, and cannot be installed"


def start(*arguments):
    """Starts a server and returns its process and address."""
    process = subprocess.Popen([f"{products}/colmeia", *arguments], stdout=subprocess.PIPE, text=True)
    atexit.register(process.kill)
    return process, process.stdout.readline().split()[-1]


def line(address):
    """Returns the address of a page behind a slow line, and the port of the server."""
    port = int(address.split("/?")[0].rsplit(":", 1)[1])
    delay = float(os.environ.get("COLMEIA_DELAY", "50")) / 1000
    return address.replace(f":{port}", f":{Line(port, delay, 'COLMEIA_STALLS' in os.environ).port}"), port


def take(page, name):
    """Checks a screen with axe-core, and takes its picture."""
    assert not (problems := page.problems()), (name, problems)
    if pictures:
        os.makedirs(pictures, exist_ok=True)
        page.picture(f"{pictures}/{name}.png")


def done(result):
    assert not any(page.errors for page in browser.pages.values()), [p.errors for p in browser.pages.values()]
    print(f"Web: {result} (after {time.monotonic() - began:.0f} s)", flush=True)


def state_of(page):
    """Returns the app's state from the messages that the page received."""
    state = None
    for message in map(json.loads, page.frames):
        if "state" in message:
            state = message["state"]["value"]
        elif "patch" in message:
            state = patched(state, message["patch"]["changes"])
    return state


def png(size):
    """Returns an incompressible picture."""
    noise = random.Random(1).randbytes
    rows = b"".join(b"\0" + noise(3 * size) for _ in range(size))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")


backend, origin = start("backend")
folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
serve = ["--folder", folder.name, "--origin", f"server={origin}"]
server, direct = start("serve", "--web", "0", *serve)
address, port = line(direct)
site = address.split("/?")[0]
host = site.removeprefix("http://")
browser = Browser(program)
atexit.register(browser.close)

# The common story. A reload of the page in the middle loses nothing.
page = Page(browser, address)
page.wait("document.querySelector('input')")
assert page.evaluate("location.href") == f"{site}/"
invalid = "document.body.innerText.includes('Digite um e-mail válido.')"
page.fill("E-mail", "ann")
page.key("Enter")
page.wait(invalid, "the message about the invalid address")
page.fill("E-mail", "ann@example.org")
page.wait(f"!{invalid}", "no message while the address is being corrected")
take(page, "sign-up")
page.press("Entrar")
page.title("Feed: Hound")
shown = "[...document.querySelectorAll('#rows img')].filter(i => i.complete && i.naturalWidth > 0).length"
page.wait(f"{shown} >= 9", "nine pictures")
across = page.evaluate("new Set([...document.querySelectorAll('#rows li')].map(e => e.offsetLeft)).size")
assert across == 3, f"the feed has {across} columns"
take(page, "feed")
page.size(860, 600)
take(page, "web")
page.size(1100, 900)
done("sign-up works, and the feed shows its pictures in three columns")

page.press("Husky")
page.title("Feed: Husky")
page.wait("document.querySelector('#rows li:nth-child(3) a')?.getAttribute('href') === '/feed?category=husky&id=husky-3'")
page.press("husky-3")
page.wait("document.querySelector('#picture img').naturalWidth > 0")
assert page.wait("location.search.includes('id=husky-3') && location.pathname + location.search") == (
    "/feed?category=husky&id=husky-3")
page.wait("document.activeElement.id === 'picture'", "the focus on the picture")
take(page, "picture")
page.evaluate("history.back()")
page.wait("document.querySelector('#picture').hidden")
page.wait("document.activeElement.innerText.startsWith('husky-3')", "the focus where it was")
page.evaluate("history.back()")
page.title("Feed: Hound")
page.evaluate("history.forward()")
page.title("Feed: Husky")
page.evaluate("history.forward()")
page.wait("!document.querySelector('#picture').hidden")
page.go(f"{site}/feed?category=pug")
page.title("Feed: Pug")
page.go(f"{site}/feed?category=poodle")
page.shows('A raça "poodle" não existe.')
page.wait("location.search === '?category=pug'")
done("links are addresses, back and forward work, and a wrong address is reported")

page.press("Eventos")
page.shows("Encontro de cães")
page.evaluate("""window.changes = []; new MutationObserver((records) => changes.push(...records)).observe(
    document.querySelector("#rows"), { subtree: true, childList: true, attributes: true, characterData: true })""")
received = len(page.frames)
page.fill("E-mail", "carla@colmeia.example")
page.fill("Senha", "wrong-one")
page.press("Entrar na Eventbee")
page.shows("E-mail ou senha inválidos.")
assert page.evaluate("changes.length") == 0, "typing changes the list of events"
assert not any("screen" in json.loads(frame) for frame in page.frames[received:]), "typing sends the whole screen"
page.fill("Senha", "carla-123")
page.press("Entrar na Eventbee")
page.shows("Novo evento")
take(page, "events")
page.press("Encontro de cães")
page.shows("Inscrever-se")
page.evaluate("window.isOld = true")
page.call("Page.reload")
page.wait("!window.isOld && document.querySelector('h1')?.innerText === 'Encontro de cães'")
page.press("Inscrever-se")
page.shows("Cancelar inscrição")
take(page, "event")
page.press("Perfil", "nav a")
page.press("Sair da Eventbee")
page.lacks("Sair da Eventbee")
page.press("Sair")
page.title("Entrar")
text = open(f"{top}/Examples/Scenarios/story.scn", encoding="utf-8").read()
wanted = json.loads(text[text.index("expect   state == ") + len("expect   state == "):])
page.wait("shown && !shown.isBusy")
assert state_of(page) == wanted, json.dumps(state_of(page))
done("a reload loses nothing, and the last state of the story is the scenario's")

# A form has no address, but an entry in the history: Back leads to the list, and so does the end of the form.
author = Page(browser, f"{site}/events?session=author")
author.fill("E-mail", "carla@colmeia.example")
author.fill("Senha", "carla-123")
author.press("Entrar na Eventbee")
author.shows("Novo evento")
for _ in range(5):
    author.press("Novo evento")
    author.wait("history.state === 'form'")
    author.press("Descartar")
    author.title("Eventos")
    author.wait("history.state === 'visited' && location.pathname === '/events'")
author.press("Novo evento")
author.fill("Nome", "Festa")
author.evaluate("document.querySelector('.skip').click()")
assert author.wait("document.activeElement.id === 'main' && shown.fields[0].value") == "Festa"
assert "#" not in author.evaluate("location.href")
author.evaluate("history.back()")
author.title("Eventos")
author.wait("history.state === 'visited' && location.pathname === '/events'")
# A draft survives a reload and Back, but not its end.
author.press("Novo evento")
author.wait("history.state === 'form'")
author.fill("Nome", "Rascunho")
author.wait("echoed === asked && document.querySelector('input').value === 'Rascunho' && (window.isOld = true)")
author.call("Page.reload")
author.wait("!window.isOld && document.querySelector('input')?.value === 'Rascunho'")
author.evaluate("history.back()")
author.title("Eventos")
author.press("Novo evento")
author.wait("shown.fields[0]?.value === 'Rascunho'", "the draft")
author.press("Descartar")
author.title("Eventos")
author.press("Novo evento")
author.wait("history.state === 'form' && document.querySelector('input').value === '' && shown.fields[0].value === ''")
author.press("Descartar")
author.title("Eventos")
# Rows are links, which the browser opens in another tab.
author.wait("document.querySelector('#rows a').href.endsWith('/events/1?session=author')")
point = author.evaluate("(({ x, y }) => [x + 20, y + 20])(document.querySelector('#rows a').getBoundingClientRect())")
for kind in ["mousePressed", "mouseReleased"]:
    author.call("Input.dispatchMouseEvent", type=kind, x=point[0], y=point[1], button="middle", clickCount=1)
end = time.monotonic() + 20
while not (opened := [t for t in browser.call("Target.getTargets")["targetInfos"] if t["url"].endswith("/events/1?session=author")]):
    assert time.monotonic() < end, "the link was not opened in another tab"
    browser.read(0.05)
browser.call("Target.closeTarget", targetId=opened[0]["targetId"])
assert author.evaluate("shown.title") == "Eventos"
browser.front = None
# A message shows its title.
newcomer = Page(browser, f"{site}/events?session=newcomer")
newcomer.press("Criar conta")
for label, value in [("Nome", "Ana"), ("E-mail", "ana@colmeia.example"), ("Senha", "ana-123456")]:
    newcomer.fill(label, value)
newcomer.press("Criar conta", "#buttons [type=submit]")
newcomer.wait("$('fields').querySelector('.error')?.innerText === 'Erro!\\nE-mail já em uso!'")
newcomer.wait("document.activeElement.value === 'ana@colmeia.example'", "the focus on the field with the mistake")
# What is wrong with a form is visible wherever it is scrolled to.
author.size(390, 420)
author.press("Novo evento")
author.wait("history.state === 'form'")
author.evaluate("scrollTo(0, document.body.scrollHeight)")
author.evaluate("document.querySelector('#buttons [type=submit]').click()")
author.wait("document.activeElement.closest('label')?.innerText === 'Nome'", "the focus on the field with the mistake")
author.wait("(({ top, bottom }) => top >= 0 && bottom <= innerHeight)($('fields').querySelector('.error').getBoundingClientRect())")
# A day and a choice have the browser's own controls, and a message names its field.
author.choose("Início (UTC)", "2030-01-01T20:00")
author.choose("Fim (UTC)", "2030-01-01T19:00")
author.choose("Permissão", "private")
author.fill("Nome", "Festa")
author.key("Enter")
author.wait("document.activeElement.localName === 'textarea'", "the next field after Enter")
author.evaluate("document.querySelector('#buttons [type=submit]').click()")
author.wait("document.activeElement.ariaInvalid === 'true' && document.activeElement.value === '2030-01-01T19:00'")
author.wait("$(document.activeElement.getAttribute('aria-describedby')).innerText === 'O fim é antes do início.'")
form = state_of(author)["events"]["form"]
assert form["start"] == {"typed": "2030-01-01T20:00"} and form["event"]["permission"] == "private", form
author.call("Emulation.setTimezoneOverride", timezoneId="America/Sao_Paulo")
author.evaluate("draw()")
assert author.evaluate("$('fields').querySelectorAll('input[type=datetime-local]')[0].value") == "2030-01-01T17:00"
assert author.evaluate("/Início .(BRT|GMT-3)/.test($('fields').innerText)")
author.choose("Início", "2030-01-01T18:00")
author.wait("shown.fields[2].value === '2030-01-01T21:00'", "a time in UTC")
author.call("Emulation.setTimezoneOverride", timezoneId="")
assert author.evaluate("document.querySelector('select').selectedOptions[0].textContent") == "Fechado"
# A message and a field of a kind that the page doesn't know are texts.
author.evaluate("""shown = { ...shown, messages: [{ kind: "later", text: "Mais tarde" }],
    fields: [{ kind: "later", label: "Depois", value: "7", edit: "{{text}}" }] }; draw()""")
author.shows("Mais tarde")
author.wait("document.querySelector('#fields input').value === '7'")
author.press("Descartar")
author.title("Eventos")
done("forms keep their text, and the browser's history works with them")

# Two users in separate tabs, one of whom also has a second tab in the same session.
people = {}
for name in ["ana", "bruno"]:
    person = people[name] = Page(browser, f"{site}/events?session={name}")
    person.fill("E-mail", f"{name}@colmeia.example")
    person.fill("Senha", f"{name}-123")
    person.press("Entrar na Eventbee")
    person.shows("Novo evento")
    person.press("Encontro de cães")
    person.press("Conversa")
    person.title("Conversa")
    person.wait("shown.fields.length === 1 && !shown.isBusy")
ana, bruno = people["ana"], people["bruno"]
ana.fill("Mensagem", "Oi, Bruno! <b>🐝</b>")
ana.key("Enter")
bruno.shows("Oi, Bruno! <b>🐝</b>")
bruno.fill("Mensagem", "Oi, Ana!")
bruno.press("Enviar")
ana.shows("Oi, Ana!")
assert ana.wait("document.querySelector('label input').value === '' && location.pathname") == "/events/1/chat"
second = Page(browser, f"{site}/events?session=bruno")
second.wait("document.querySelector('h1').innerText !== ''")
bruno.evaluate("history.back()")
second.title("Conversa: Encontro de cães")
# Messages are typed faster than the line is.
ana.show()
before = ana.evaluate("shown.rows.length")
lines = ["sim", "ou nao?", "sim", "ou nao?", "oi bia", "tudo bem?"]
for letter in "".join(f"{text}\n" for text in lines):
    if letter == "\n":
        ana.key("Enter")
    else:
        ana.call("Input.insertText", text=letter)
    time.sleep(0.02)
# A connection that is lost after Enter neither loses nor repeats a message.
for text in ["um", "dois", "três"]:
    ana.wait("isReady && !submission")
    ana.call("Input.insertText", text=text)
    ana.key("Enter")
    ana.evaluate("socket.close()")
lines += ["um", "dois", "três"]
ana.wait(f"echoed === asked && !submission && shown.rows.length === {before + len(lines)} && !shown.rows.at(-1).detail.endsWith('…')")
assert ana.evaluate(f"shown.rows.slice({before}).map((row) => row.text)") == lines
assert ana.evaluate("document.querySelector('label input').value") == ""
assert ana.evaluate("document.querySelector('#rows').lastChild.getBoundingClientRect().bottom <= $('form').getBoundingClientRect().top + 1")
take(ana, "chat")
done("two users chat, and two tabs of one session show the same screen")

# A photo
photo = tempfile.NamedTemporaryFile(suffix=".png")
photo.write(png(900))
photo.flush()
ana.go(f"{site}/people/1?session=ana")
ana.press("Editar perfil")
ana.fill("Sobre", "Gosto de cães.")
ana.wait("document.querySelector('input[type=file]')")
ana.evaluate("""(() => { window.seen = []; new MutationObserver(() => {
    const p = document.querySelector('#busy'); if (p.hasAttribute('value')) window.seen.push(p.value); })
    .observe(document.querySelector('#busy'), {attributes: true}); })()""")
root = ana.call("DOM.getDocument")["root"]["nodeId"]
node = ana.call("DOM.querySelector", nodeId=root, selector="input[type=file]")["nodeId"]
ana.call("DOM.setFileInputFiles", nodeId=node, files=[photo.name])
ana.wait(f"document.querySelector('output').innerText === {json.dumps(os.path.basename(photo.name))}")
take(ana, "upload")
ana.press("Salvar")
ana.wait("document.querySelector('#picture img').naturalWidth === 900", "the photo")
assert ana.evaluate("window.seen.length") > 0, "no progress was shown"
take(ana, "photo")
done("a photo is uploaded with a progress bar, and is shown")

# Live news: one tab publishes, and the other one shows it.
page.press("Notícias")
page.press("Só ler")
page.press("Zangão")
page.press("Assinar")
page.shows("Você assina")
page.press("Voltar")
page.press("Notícias", "#buttons button")
page.shows("Nenhuma notícia ainda.")
bruno.go(f"{site}/news?session=bruno")
bruno.fill("Jornal", "Zangão")
bruno.press("Entrar")
bruno.press("Escrever notícia")
bruno.fill("Título", "Primavera")
bruno.wait("echoed === asked && document.querySelector('input').value === 'Primavera' && (window.isOld = true)")
bruno.call("Page.reload")
bruno.wait("!window.isOld && document.querySelector('input')?.value === 'Primavera'", "what was typed before the reload")
bruno.fill("Mensagem", "As flores abriram.\n\nVamos!")
bruno.press("Publicar")
page.press("Primavera")
page.shows("As flores abriram.")
take(page, "news")
page.key("Escape")
page.title("Notícias")

page.press("Shots")
page.wait(f"{shown} >= 3", "pictures of shots")
take(page, "shots")
page.press("CRM - Dashboard+")
page.wait("document.querySelector('#picture img').naturalWidth > 0")
take(page, "shot")
page.evaluate("history.back()")
page.title("Shots")
page.size(1100, 400)
for back in ["history.back()", "press(document.querySelector('#top button'))"]:
    page.evaluate("document.querySelector('#rows').lastElementChild.firstChild.scrollIntoView({block: 'center'})")
    left = page.evaluate("scrollY")
    assert left > 0
    last = page.evaluate("document.querySelector('#rows').lastElementChild.querySelector('.text').innerText")
    page.press(last)
    page.wait("!document.querySelector('#picture').hidden")
    assert page.evaluate("scrollY") == 0, "a new place is shown from its top"
    page.evaluate(back)
    page.wait("document.querySelector('#picture').hidden")
    assert page.evaluate("scrollY") == left, "a place to which the user returns is shown as it was left"
    assert page.evaluate("document.activeElement.innerText").startswith(last)
page.size(1100, 900)
done("news appear live, and shots are shown")

# English, dark mode, and the width of a phone
page.press("EN", ".languages a")
page.wait("document.documentElement.lang === 'en' && document.querySelector('nav').innerText.includes('News')")
page.press("Feed")
page.title("Sign in")
page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
page.size(390, 844)
page.fill("Email", "ann@example.org")
page.press("Sign in")
page.title("Feed: Hound")
page.wait(f"{shown} >= 9", "nine pictures")
for tab in ["Feed", "Events", "News", "Shots", "Album", "Profile"]:
    page.press(tab, "nav > *")
    page.wait(f"document.querySelector('nav [aria-current]')?.innerText === '{tab}' && !shown.isBusy")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, f"{tab} is {width} pixels wide"
    take(page, f"phone-{tab.lower()}")
broken = """[...document.querySelectorAll('nav a')].map(b => { const r = document.createRange(); r.selectNodeContents(b);
    return [b.innerText, r.getClientRects().length, r.getBoundingClientRect().right - b.getBoundingClientRect().right] })
    .filter(([_, lines, outside]) => lines > 1 || outside > 1)"""
for width in [390, 320]:
    page.size(width, 844)
    for language in ["PT", "EN"]:
        page.press(language, ".languages a")
        page.wait(f"document.documentElement.lang.startsWith('{language.lower()}') && document.querySelectorAll('nav a').length === 6")
        assert page.evaluate(broken) == [], (width, page.evaluate(broken))
        take(page, f"tabs-{width}-{language}")
done("English, dark mode and the width of a phone work")

# Keyboard navigation and accessibility
page.size(1100, 900)
page.call("Page.reload")
page.wait("document.readyState === 'complete' && typeof shown === 'object' && shown && document.querySelector('nav a')")
page.tab_to("Skip")
page.key("Enter")
page.tab_to("Events")
page.key("Enter")
page.title("Events")
page.tab_to("Reload")
page.key("Space")
page.shows("Encontro de cães")
page.tab_to("Encontro de cães")
take(page, "focus")
page.key("Enter")
page.title("Encontro de cães")
page.wait("document.activeElement.id === 'title'", "the focus on the title")
page.key("Escape")
page.title("Events")
page.tab_to("Email")
page.call("Input.insertText", text="carla@colmeia.example")
page.tab_to("Password")
# The connection is lost before the app has confirmed the typed text, so the page sends the form again.
server.send_signal(signal.SIGSTOP)
page.call("Input.insertText", text="carla-123")
page.key("Enter")
page.evaluate("socket.close()")
server.send_signal(signal.SIGCONT)
page.shows("New event")
named = {"button", "link", "textbox", "heading", "img", "navigation", "main", "list"}
for node in page.call("Accessibility.getFullAXTree")["nodes"]:
    role = node.get("role", {}).get("value")
    if role in named - {"main"} and not node.get("ignored") and not node.get("name", {}).get("value"):
        raise AssertionError(f"a {role} without a name: {node}")
roles = {node.get("role", {}).get("value") for node in page.call("Accessibility.getFullAXTree")["nodes"]}
assert named - {"img", "textbox"} <= roles, roles
done("everything works by keyboard, the focus is kept, and all elements have accessible names")

# A picture that could not be loaded is requested again after a reconnect.
page.press("Feed", "nav > *")
page.title("Feed: Hound")
page.evaluate("""window.failures = 0; window.image = document.querySelector("#rows img");
    image.addEventListener("error", () => { failures += 1; }); image.src = "/picture?session=none&address=none"; 0""")
page.wait("failures === 1 && image.classList.contains('broken')")
page.evaluate("socket.close()")
page.wait("failures === 2")
page.press("Events", "nav a")
page.title("Events")
done("a picture that could not be loaded is requested again")

# The server is killed and restarted at the same port, and the page reconnects. What was typed before and meanwhile is kept.
ana = Page(browser, f"{site}/events?session=restart")
ana.fill("Email", "ana@colmeia.example")
ana.fill("Password", "ana-123")
ana.key("Enter")
ana.press("Encontro de cães")
ana.press("Chat")
ana.fill("Message", "Eu ainda")
ana.wait("echoed === asked && shown.fields[0].value === 'Eu ainda'")
server.send_signal(signal.SIGKILL)
server.wait()
page.shows("No connection to the server.")
take(page, "offline")
ana.show()
ana.wait("document.body.dataset.connection !== 'open'")
ana.evaluate("(() => { const i = document.querySelector('label input'); i.focus(); i.setSelectionRange(9, 9); })()")
ana.call("Input.insertText", text=" digito")
page.show()
server, again = start("serve", "--web", str(port), *serve)
assert again == direct
page.wait("document.body.dataset.connection === 'open' && document.querySelector('#connection').innerText === ''")
ana.wait("document.querySelector('label input').value === 'Eu ainda digito' && shown.fields[0].value === 'Eu ainda digito'")
page.title("Events")
page.shows("New event")
page.press("Feed", "nav > *")
page.title("Feed: Hound")
page.call("Network.clearBrowserCookies")
page.evaluate("socket.close()")
page.shows("Open the new address shown in the terminal.")
page.go(address)
page.wait("document.body.dataset.connection === 'open'")
done("a killed server is reported, a restarted one keeps all users signed in, and a lost token is reported")

# Refused requests
cookie = next(c for c in page.call("Network.getCookies")["cookies"] if c["name"].startswith("colmeia-"))
assert cookie["httpOnly"] and cookie["sameSite"] == "Strict", cookie


def status(path, **headers):
    connection = http.client.HTTPConnection(host, timeout=10)
    connection.request("GET", path, headers={
        "Cookie": f"{cookie['name']}={cookie['value']}", **{name.replace("_", "-"): text for name, text in headers.items()}})
    return connection.getresponse().status


upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13",
           "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
assert status("/") == 200
assert status("/", Cookie="") == 403 and status("/?token=wrong") == 403
assert status("/", Host="evil.example") == 421
assert status("/session?session=x", Origin="http://evil.example", **upgrade) == 403
assert status("/session?session=../x", Origin=site, **upgrade) == 400
assert status("/etc/passwd") == 404 and status("/../../etc/passwd") == 404
assert status("/picture?session=ana&address=file:///etc/passwd") == 404
page.evaluate("socket.send('nonsense')")
page.evaluate("socket.send('{\"dispatch\": \"nothing\"}')")
page.press("Pug")
page.title("Feed: Pug")
errors = [m["error"]["message"] for m in map(json.loads, page.frames) if "error" in m]
assert len(errors) == 2, errors
done("wrong tokens, hosts, origins and messages are rejected, and the server keeps running")

# A server with its own back end
alone, direct = start("serve", "--web", "0")
page = Page(browser, line(direct)[0], apart=True)
page.fill("E-mail", "ann@example.org")
page.key("Enter")
page.title("Feed: Hound")
page.wait(f"{shown} >= 9", "nine pictures")
# A picture that can't be loaded leaves its place empty, without the browser's broken image.
page.call("Network.setBlockedURLs", urls=["*/picture?*"])
page.press("Husky")
hidden = "[...document.querySelectorAll('#rows img')].filter(i => getComputedStyle(i).visibility === 'hidden').length"
page.wait(f"{hidden} >= 9", "nine hidden pictures")
page.call("Network.setBlockedURLs", urls=[])
page.press("Pug")
page.wait(f"{shown} >= 9 && {hidden} === 0", "nine pictures")
done("works without a separate back end")

# A log-in without an address, and optional members, which the reference app doesn't have.
page.evaluate("var said = []; enqueue = (message) => said.push(message)")
opens = "open: {visit: '{{text}}'}, rows: [{text: 'A', detail: null}], buttons: [{label: 'B', action: 'b', role: null}]"
for state, sequence, follows in [("null", 3, True), ("'visited'", 0, True), ("'visited'", 3, False)]:
    page.evaluate(f"""history.replaceState({state}, '', '/groups/2'); said = []; isBack = true;
        hear({{state: {{value: 1, sequence: {sequence}}}}});
        hear({{screen: {{title: 'Log in', {opens}}}}})""")
    assert page.evaluate("[document.querySelectorAll('#rows .selected').length, $('buttons').innerText, location.pathname]") == [
        0, "B", "/groups/2"]
    page.evaluate(f"hear({{screen: {{title: 'Groups', address: '/groups', {opens}}}}})")
    followed = page.evaluate("said.map((message) => message.dispatch?.visit).filter(Boolean)")
    assert followed == (["/groups/2"] if follows else []), (state, sequence, followed)
done("an opened address is followed after the log-in, but a reload stays at a place without an address")

# An app that answers from within the page, when it is told to: `answer` sends the echoes, and `app` changes the screen.
page.evaluate("""var screen = { title: 'Test', fields: [{ kind: 'text', label: 'Text', value: '', edit: { type: '{{text}}' } }],
    buttons: [{ label: 'Send', action: 'send', role: 'submit' }] };
    var app = (changes) => { screen = { ...screen, ...changes }; hear({ screen }); };
    var answer = () => { for (const { echo } of said.splice(0)) if (echo) hear({ echo }); };
    var dispatched = () => said.filter(({ dispatch }) => dispatch).map(({ dispatch }) => dispatch.type ?? dispatch);
    var value = (value) => app({ fields: [{ ...screen.fields[0], value }] });
    said = []; navigation = echoed = asked; history.replaceState('visited', '', '/'); app({}); 0""")
page.fill("Text", "ABCDEF")
assert page.evaluate("dispatched()") == ["ABCDEF"]
page.evaluate("value('ABCDEF'); answer(); document.querySelector('label input').setSelectionRange(3, 3)")
for letter in "xy":
    page.call("Input.insertText", text=letter)
    page.evaluate("value(document.querySelector('label input').value.toUpperCase()); answer()")
assert page.evaluate("document.querySelector('label input').value") == "ABCXYDEF", "the caret stays where the user types"
page.call("Input.imeSetComposition", text="日", selectionStart=1, selectionEnd=1)
page.evaluate("value('OTHER'); answer()")
assert page.evaluate("document.querySelector('label input').value") == "ABCXY日DEF", "a composition isn't interrupted"
page.call("Input.insertText", text="日本")
page.wait("document.querySelector('label input').value === 'ABCXY日本DEF' && dispatched().at(-1) === 'ABCXY日本DEF'")
page.evaluate("value('ABCXY日本DEF'); answer()")
page.evaluate("""const input = document.querySelector('label input');
    input.value = '\\uD83D'; input.dispatchEvent(new Event('input')); 0""")
assert page.evaluate("dispatched()") == [], "half a character is not sent"
page.wait("$('fields').querySelector('.error').innerText.includes('meio caractere') && document.querySelector('[aria-invalid]')")
page.fill("Text", "one")
page.wait("!document.querySelector('[aria-invalid]')")
# What is typed after Enter waits for the app's answer, which may empty the field, keep it, or change it.
for layout in ["list", "conversation"]:
    for kept, wanted in [("", ["two", "send"]), ("one", ["onetwo", "send"]), ("1", ["1two", "send"])]:
        if (layout, kept) == ("conversation", "one"):
            wanted = []
        page.evaluate(f"app({{ layout: '{layout}' }}); value(''); answer()")
        page.fill("Text", "one")
        page.evaluate("value('one'); answer()")
        page.key("Enter")
        page.key("Enter")
        assert page.evaluate("dispatched()") == ["send"], "Enter sends at once, and a second one nothing"
        page.call("Input.insertText", text="two")
        page.key("Enter")
        page.call("Input.insertText", text="three")
        assert page.evaluate("dispatched()") == ["send"]
        page.evaluate(f"value('{kept}'); answer()")
        assert page.evaluate("dispatched()")[:2] == (wanted or ["one two three"]), (layout, kept, page.evaluate("dispatched()"))
        text = "one two three" if not wanted else "three" if layout == "conversation" else wanted[0] + "three"
        assert page.evaluate("document.querySelector('label input').value") == text, (layout, kept)
        page.evaluate("value(''); answer()")
        assert page.evaluate("document.querySelector('label input').value") == ("three" if wanted else "")
        page.evaluate("value(document.querySelector('label input').value); answer()")
done("what is typed is sent once and in order, whatever the app answers; the caret and a composition stay")

# Addresses are passed on as they are.
for text in ["a%20b", "a+b", "it's (x)~*", "%C3%A9%26%3D%23", "a%2Fb%3Fc", "a b&x=#y"]:
    page.evaluate(f"app({{ address: {json.dumps('/s?q=' + text)}, open: {{ visit: '{{{{text}}}}' }} }}); answer()")
    length = page.evaluate("history.length")
    for number in range(3):
        page.evaluate(f"app({{ title: 'T{number}' }})")
    assert page.evaluate("history.length") == length and page.evaluate("asURL(here()) === asURL(shown.address)"), text
page.evaluate("history.replaceState('visited', '', '/s?session=x&q=a%20b&r=a+b#c')")
assert page.evaluate("here()") == "/s?q=a%20b&r=a+b#c"
assert page.evaluate("link('/s?q=a%20b#c')") == "/s?q=a%20b&session=" + page.evaluate("session") + "#c"
done("addresses stay as the app writes them")

# Messages and commands are visible wherever the user is, and the header doesn't jump.
brand = page.evaluate("document.querySelector('.brand').getBoundingClientRect().x")
page.evaluate("""app({ layout: 'list', fields: [], rows: [...Array(2000).keys()].map((i) => ({ text: `Row ${i}`, action: i, address: `/r/${i}` })),
    messages: ['error', 'notice', 'empty', 'busy'].map((kind) => ({ kind, text: `A message, ${kind}` })) }); scrollTo(0, 50000)""")
seen = """(({ top, bottom, x }) => top >= 0 && bottom <= innerHeight && e.contains(document.elementFromPoint(x + 5, (top + bottom) / 2)))(
    e.getBoundingClientRect())"""
assert page.evaluate("scrollY") == 50000
assert page.evaluate("document.querySelector('.brand').getBoundingClientRect().x") == brand
for selector in ["#messages p", "#buttons button"]:
    assert page.evaluate(f"[...document.querySelectorAll('{selector}')].every((e) => {seen})"), selector
looks = "[...document.querySelectorAll('#messages p')].map((e) => ['backgroundColor', 'borderStyle', 'color', 'borderColor'].map((n) => getComputedStyle(e)[n]).join())"
assert page.evaluate(f"new Set({looks}).size") == 4
page.evaluate("app({ layout: 'conversation', fields: [{ kind: 'text', label: 'Text', value: '', edit: { type: '{{text}}' } }] }); scrollTo(0, 50000)")
for selector in ["#messages p:first-child", "#buttons button", "#fields input"]:
    assert page.evaluate(f"[...document.querySelectorAll('{selector}')].every((e) => {seen})"), selector
# Older messages that appear above leave what is read where it is.
page.evaluate("scrollTo(0, 0); window.row = document.querySelector('#rows').firstChild; window.was = row.getBoundingClientRect().top")
page.evaluate("app({ rows: [...Array(50).keys()].map((i) => ({ text: `Older ${i}` })).concat(screen.rows) })")
assert page.evaluate("Math.abs(row.getBoundingClientRect().top - was)") < 2
done("messages, commands and the field of a conversation are always in view")

# A page of another version says why it can't go on, and doesn't reconnect.
page.evaluate("hear({error: {kind: 'unsupportedVersion', message: 'Version 3', advice: 'reload the page'}}); socket.close()")
page.shows("Version 3; reload the page")
assert page.evaluate("socket.onclose === null")
done("a page of another version of the protocol says so")

# These are not behind the line.
if not {"COLMEIA_DELAY", "COLMEIA_STALLS"} & set(os.environ):
    conventions.run(browser, direct)
    done("each convention of the guide has a story, which fails if the page breaks it")

for process in [alone, server, backend]:
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
