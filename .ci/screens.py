"""Goes through all screens of the reference app in a browser, in both languages, and checks each of them in light and dark
and at 320 and 1280 pixels: axe-core finds no problem, and nothing is wider than the window.

    python3 .ci/screens.py .build/debug [FOLDER FOR PICTURES]
"""
import atexit
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser, Page, install  # noqa: E402

products = sys.argv[1]
pictures = sys.argv[2] if len(sys.argv) > 2 else None
looks = [(width, scheme) for width in [1280, 320] for scheme in ["light", "dark"]]


class Tour:
    def __init__(self, page, language):
        self.page, self.language, self.seen = page, language, []

    def say(self, text):
        """Returns one of two texts: Portuguese or English."""
        portuguese, _, english = text.partition(" / ")
        return portuguese if self.language == "pt" or not english else english

    def press(self, *labels, selector="button, a"):
        for label in labels:
            self.page.press(self.say(label), selector)

    def tab(self, label):
        self.press(label, selector="nav > *")

    def fill(self, **values):
        for label, value in values.items():
            self.page.fill(self.say(label), value)

    def submit(self):
        """Submits the form, although it is not complete."""
        self.page.evaluate("$('buttons').querySelector('[type=submit]').click()")

    def back(self):
        self.page.wait("$('top').firstChild && !shown.isBusy")
        self.page.key("Escape")

    def shows(self, text):
        self.page.shows(self.say(text))

    def title(self, text):
        self.page.title(self.say(text))

    def sees(self, name):
        """Checks the screen that is shown."""
        page = self.page
        page.show()
        page.wait("!shown.isBusy && echoed === asked && ![...document.images].some((i) => i.checkVisibility() && i.loading !== 'lazy' && !i.complete)")
        self.seen.append(name)
        for width, scheme in looks:
            page.size(width, 800)
            page.call("Emulation.setEmulatedMedia", features=[
                {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}])
            if pictures:
                page.wait("![...document.images].some((i) => i.checkVisibility() && i.getBoundingClientRect().top < innerHeight && !i.complete)")
                page.picture(f"{pictures}/{name}-{self.language}-{width}-{scheme}.png")
            if (found := page.evaluate("document.documentElement.scrollWidth")) > width:
                problems.append(f"{name}, {self.language}, {width}: {found} pixels wide")
            problems.extend(f"{name}, {self.language}, {width}, {scheme}: {problem}" for problem in page.problems())
        page.size(1280, 800)

    def go(self):
        fields = {"mail": "E-mail / Email", "password": "Senha / Password"}

        def log_in(mail, password, button):
            self.page.fill(self.say(fields["mail"]), mail)
            self.page.fill(self.say(fields["password"]), password)
            self.press(button)

        self.title("Entrar / Sign in")
        self.sees("sign-in")
        self.page.fill(self.say(fields["mail"]), "ann")
        self.page.key("Enter")
        self.page.wait("document.querySelector('[aria-invalid]')")
        self.sees("sign-in-error")
        self.page.fill(self.say(fields["mail"]), "ann@example.org")
        self.press("Entrar / Sign in", selector="#buttons button")
        for breed in ["Hound", "Husky", "Pug", "Labrador"]:
            if breed != "Hound":
                self.press(breed)
            self.title(f"Feed: {breed}")
            self.page.wait("document.querySelector('#rows img')")
            self.sees(f"feed-{breed.lower()}")
        self.page.press("labrador-3")
        self.page.wait("document.querySelector('#picture img').naturalWidth > 0")
        self.sees("picture")
        self.page.key("Escape")
        self.tab("Eventos / Events")
        self.title("Eventos / Events")
        self.sees("events-signed-out")
        self.press("Criar conta / Create account")
        self.page.wait("shown.fields.length > 2")
        self.sees("sign-up")
        self.submit()
        self.page.wait("document.querySelector('[aria-invalid]')")
        self.sees("sign-up-error")
        self.press("Entrar na Eventbee / Log in to Eventbee")
        log_in("carla@colmeia.example", "wrong-one", "Entrar na Eventbee / Log in to Eventbee")
        self.page.wait("document.querySelector('#messages .error')")
        self.sees("events-wrong-password")
        log_in("carla@colmeia.example", "carla-123", "Entrar na Eventbee / Log in to Eventbee")
        self.page.shows(self.say("Novo evento / New event"))
        self.sees("events")
        self.page.press("Cinema")
        self.title("Cinema")
        self.sees("event-without-participants")
        self.back()
        self.page.press("Encontro de cães")
        self.title("Encontro de cães")
        self.sees("event")
        self.press("Inscrever-se / Enroll")
        self.shows("Cancelar inscrição / Leave")
        self.press("Conversa / Chat")
        self.title("Conversa / Chat")
        self.sees("chat-empty" if self.language == "pt" else "chat-read")
        for number in range(30):
            self.page.fill(self.say("Mensagem / Message"), f"Nr. {number} " + "Vamos ao parque? " * (number % 7))
            self.page.key("Enter")
        self.page.wait("echoed === asked && !submission && document.querySelector('label input').value === ''")
        self.sees("chat")
        self.back()
        self.press("Cancelar inscrição / Leave")
        self.back()
        self.press("Novo evento / New event")
        self.page.wait("shown.fields.length > 3")
        self.sees("event-form")
        self.submit()
        self.page.wait("document.querySelector('[aria-invalid]')")
        self.sees("event-form-error")
        self.fill(**{"Nome / Name": "Festa " + self.language})
        self.page.choose(self.say("Início / Start"), "2030-01-01T20:00")
        self.page.choose(self.say("Fim / End"), "2030-01-01T22:00")
        self.press("Salvar / Save")
        self.page.title("Festa")
        self.sees("event-own")
        self.press("Adicionar participante / Add participant")
        self.sees("event-add")
        self.back()
        self.title("Eventos / Events")
        self.press("Meu perfil / My profile")
        self.sees("profile")
        self.press("Editar perfil / Edit profile")
        self.sees("profile-edit")
        self.press("Descartar / Discard")
        self.back()

        self.tab("Notícias / News")
        self.sees("news-sign-in")
        self.submit()
        self.sees("news-sign-in-error")
        self.press("Criar jornal / Create a newspaper")
        self.sees("newspaper-form")
        self.press("Só ler / Read as a guest")
        self.shows("Diário da Colmeia")
        self.sees("newspapers")
        self.press("Notícias / News", selector="#buttons button")
        self.page.wait("document.querySelector('#messages p')")
        self.sees("news-empty")
        self.press("Jornais / Newspapers")
        self.press("Diário da Colmeia")
        self.sees("newspaper")
        self.press("Assinar / Subscribe")
        self.shows("Você assina / Subscribed")
        self.back()
        self.press("Notícias / News", selector="#buttons button")
        self.shows("Eleição da rainha")
        self.sees("news")
        self.press("Eleição da rainha")
        self.page.wait("shown.layout === 'text'")
        self.sees("news-item")
        self.back()

        self.tab("Shots")
        self.page.wait("document.querySelector('#rows img')")
        self.sees("shots")
        self.press("CRM - Dashboard+")
        self.page.wait("document.querySelector('#picture img').naturalWidth > 0")
        self.sees("shot")
        self.back()

        self.tab("Álbum / Album")
        self.sees("album-sign-in")
        log_in("beto@colmeia.example", "beto-123", "Entrar / Sign in")
        self.shows("Nova foto / New photo")
        self.sees("album")
        self.press("Nova foto / New photo")
        self.sees("album-form")
        self.submit()
        self.sees("album-form-error")

        self.tab("Perfil / Profile")
        self.sees("settings")


problems = []
if pictures:
    os.makedirs(pictures, exist_ok=True)
server = subprocess.Popen([f"{products}/colmeia", "serve", "--web", "0"], stdout=subprocess.PIPE, text=True)
atexit.register(server.kill)
address = server.stdout.readline().split()[-1]
browser = Browser(install())
atexit.register(browser.close)
for language in ["pt", "en"]:
    page = Page(browser, address, 1280, 800, apart=True)
    page.wait("document.querySelector('input')")
    if language == "en":
        page.evaluate("window.isOld = true")
        page.press("EN", ".languages a")
        page.wait("!window.isOld && document.querySelector('input')")
    tour = Tour(page, language)
    tour.go()
    print(f"Screens: {len(tour.seen)} in {language}", flush=True)
    assert not page.errors, page.errors
print(*problems, sep="\n")
assert not problems, f"{len(problems)} problems"
