"""The conventions of the guide's page on front ends: which story of which front end shows each of them, and the stories
of the page in browsers.

    python3 .ci/conventions.py .build/debug [NAME…]

A story of the page drives one convention, mostly with screens that it gives the page itself. Beside it are variants of the
page, changes of its text that break this convention: each of them must fail this story and no other one.
"""
import json
import os
import re
import sys

here = os.path.dirname(os.path.abspath(__file__))
top = os.path.dirname(here)


def listed(front_end):
    """Returns the names of the stories of a front end in the guide's table."""
    guide = open(f"{top}/Examples/Guide/11b-protocol.md", encoding="utf-8").read().split("## Conventions\n")[1].split("\n## ")[0]
    head, *rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in guide.splitlines() if line.startswith("| ")]
    for row in rows:
        assert len(row) == len(head) and all(row), f"no story drives a convention in each front end: {row}"
    return {row[head.index(front_end)] for row in rows} - {"–"}


# An app within the page: `show` gives it a screen, `acts` are the actions that it sends, and `obey` answers them.
APP = """
    var said = [], current;
    enqueue = (message) => { said.push(message); return true; };
    socket.onmessage = socket.onclose = null;
    var field = (label, more) => ({ kind: "text", label, value: "", edit: { [label]: "{{text}}" }, ...more });
    var button = (label, more) => ({ label, action: label, ...more });
    var row = (text, more) => ({ text, action: text, ...more });
    var rows = (count, more) => [...Array(count).keys()].map((number) => row(`Row ${number}`, more));
    var show = (screen) => { current = screen; hear({ screen }); };
    var change = (part) => show({ ...current, ...part });
    var acts = () => said.filter((message) => "dispatch" in message).map(({ dispatch }) => dispatch);
    var echo = () => { for (const { echo } of said.splice(0)) if (echo) hear({ echo }); };
    var obey = (part) => {
        const actions = acts();
        const taken = (one) => actions.reduce((value, action) => action[one.label] ?? value, one.value);
        change({ fields: current.fields.map((one) => ({ ...one, value: taken(one) })), ...part });
        echo();
    };
    var reset = () => {
        echo();
        problem = moved = undefined;
        forgetDrafts(true);
        show({ title: "Nowhere", fields: [] });
        show({ title: "Nothing", fields: [] });
        document.querySelector(".skip").focus();
        scrollTo(0, 0);
    };
    var input = (label) => [...$("fields").children].find((item) => item.field.label === label).input;
    var nameOf = (element) => (element.closest("label")?.querySelector(".name") ?? element).innerText.trim() || element.id;
    var focused = () => nameOf(document.activeElement);
    var isSeen = (element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return [[left + 2, y], [right - 2, y], [x, top + 2], [x, bottom - 2]].every((at) => element.contains(document.elementFromPoint(...at)));
    };
    0
"""


class Stage:
    """A tab with the page, or with a variant of it."""

    def __init__(self, browser, address):
        from browser import Page
        self.site = address.split("/?")[0]
        self.page = Page(browser, address, apart=True)
        self.other = Page(browser, f"{self.site}/?session=stage", context=self.page.context)
        for page in [self.page, self.other]:
            page.call("Emulation.setFocusEmulationEnabled", enabled=True)
            page.call("Network.setCacheDisabled", cacheDisabled=True)
        self.look = None
        self.use(None)

    def use(self, variant):
        """Opens a variant of the page: the path of a file, a text in it, and the text in its place."""
        for page in [self.page, self.other]:
            page.change(*variant) if variant else page.call("Fetch.disable")
        self.page.call("Network.deleteCookies", name="language", url=self.site)
        self.isWithin = False

    def open(self, page):
        """Opens the app of the server, which shows a field for an address."""
        page.show()
        page.evaluate("window.isOld = true; sessionStorage.clear()")
        page.go(f"{self.site}/?session=stage")
        try:
            page.wait("!window.isOld && typeof isReady === 'boolean' && isReady && shown && !shown.isBusy && echoed === asked && "
                      "document.readyState === 'complete'")
        except AssertionError as error:
            raise RuntimeError(f"the page doesn't open: {error}") from error
        self.isWithin = False

    def show(self, screen, size=(1100, 900)):
        """Shows a screen of the app within the page."""
        self.page.show()
        if not self.isWithin:
            self.open(self.page)
            self.page.evaluate(APP)
            self.isWithin = True
        if self.look != (*size, "light"):
            self.size(*size)
        self.evaluate(f"reset(); show({{ title: 'Title', fields: [], rows: [], buttons: [], messages: [], {screen} }})")

    def size(self, width, height, scheme="light"):
        self.look = width, height, scheme
        self.page.size(width, height)
        self.page.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}])

    def evaluate(self, expression):
        return self.page.evaluate(expression)

    def key(self, *names, **options):
        for name in names:
            self.page.key(name, **options)

    def type(self, text):
        self.page.call("Input.insertText", text=text)

    def focus(self, label):
        self.evaluate(f"input('{label}').focus()")

    def holds(self, *expressions):
        """Asserts what is true in the page now."""
        for expression in expressions:
            assert self.evaluate(expression), expression

    def equals(self, expression, wanted):
        value = self.evaluate(expression)
        assert value == wanted, f"{expression} is {value}, not {wanted}"

    def failure(self, check):
        """Returns why a story fails, or nothing."""
        try:
            check(self)
            assert not (errors := self.page.errors + self.other.errors), errors
        except AssertionError as error:
            self.isWithin = False
            self.page.errors.clear()
            self.other.errors.clear()
            return str(error) or "an assertion"


checks = {}


def convention(*variants):
    def add(check):
        checks[check.__name__] = check, variants
        return check
    return add


@convention(("/page.js", "  if (!next) return;\n", "  return;\n"),
            ("/page.js", 'if (event.key !== "Enter" || !event.repeat ||', "if (true ||"))
def enter(stage):
    """Enter goes to the next field, and submits from the last, and a held Enter is one"""
    stage.show("fields: [field('A'), field('B'), field('C')], buttons: [button('Send', { role: 'submit' })]")
    stage.focus("A")
    stage.key("Enter")
    stage.equals("focused()", "B")
    stage.key("Enter", held=True)
    stage.equals("focused()", "C")
    stage.equals("acts()", [])
    stage.key("Enter")
    stage.equals("acts()", ["Send"])
    stage.evaluate("obey({ rows: rows(1) }); $('rows').firstChild.firstChild.focus()")
    stage.key("Enter", held=True)
    stage.equals("acts()", ["Row 0"])


@convention(("/page.js", 'event.key === "Escape"', 'event.key === "Esc"'))
def back(stage):
    """Esc goes back where there is a back, also from a field and a large picture"""
    stage.show("fields: [field('A')], buttons: [button('Send', { role: 'submit' })]")
    stage.focus("A")
    stage.key("Escape")
    stage.equals("acts()", [])
    stage.evaluate("change({ buttons: [button('Back', { role: 'back' }), ...current.buttons] })")
    stage.key("Escape")
    stage.equals("acts()", ["Back"])
    stage.show("picture: { address: 'p', description: 'A dog' }, buttons: [button('Close', { role: 'back' })]")
    stage.key("Escape")
    stage.equals("acts()", ["Close"])


@convention(
    ("/page.js", "  (control ?? $(\"title\")).focus(", "  $(\"title\").focus("),
    ("/page.js", "(control ?? $(\"title\")).focus({ preventScroll: true });", "control?.focus({ preventScroll: true });"))
def focus(stage):
    """The focus stays at its control, goes to the neighbor of one that is gone, and to the title of another screen"""
    stage.show("rows: rows(5), buttons: [button('Join'), button('Chat')]")
    stage.evaluate("$('rows').children[2].firstChild.focus()")
    stage.evaluate("change({ rows: [row('New'), ...current.rows.toReversed()] })")
    stage.equals("focused()", "Row 2")
    stage.evaluate("change({ rows: current.rows.filter(({ text }) => text !== 'Row 2') })")
    stage.equals("focused()", "Row 1")
    stage.evaluate("$('buttons').firstChild.focus()")
    stage.evaluate("change({ buttons: [button('Leave'), button('Chat')] })")
    stage.equals("focused()", "Leave")
    stage.evaluate("change({ title: 'Elsewhere', buttons: [], rows: rows(5) })")
    stage.equals("document.activeElement.id", "title")


@convention(("/page.js", "  for (const item of all) if (textOf(item) !== known.get(item)) type(item);\n}", "}"))
def slow(stage):
    """A field keeps what is typed while a slow app answers, and sends it"""
    stage.show("fields: [field('A')], buttons: [button('Send', { role: 'submit' })]")
    stage.focus("A")
    stage.type("o")
    stage.type("ne")
    stage.evaluate("change({ fields: [field('A', { value: 'o' })] })")
    stage.equals("input('A').value", "one")
    stage.evaluate("obey()")
    stage.key("Enter", "Enter")
    stage.equals("acts()", ["Send"])
    stage.type(" two")
    stage.equals("acts()", ["Send"])
    stage.evaluate("obey({ fields: [field('A')] })")
    stage.equals("[input('A').value, acts()]", [" two", [{"A": " two"}]])


@convention(("/page.js", "  if (selection) input.setSelectionRange(...selection);\n", ""))
def caret(stage):
    """The caret stays where a person types, and the text of an input method is not interrupted"""
    stage.show("fields: [field('A')]")
    stage.focus("A")
    stage.type("ABCDEF")
    stage.evaluate("obey(); input('A').setSelectionRange(3, 3)")
    for letter in "xy":
        stage.type(letter)
        stage.evaluate("change({ fields: [field('A', { value: input('A').value.toUpperCase() })] }); echo()")
    stage.equals("[input('A').value, input('A').selectionStart]", ["ABCXYDEF", 5])
    stage.page.call("Input.imeSetComposition", text="日", selectionStart=1, selectionEnd=1)
    stage.evaluate("change({ fields: [field('A', { value: 'OTHER' })] }); echo()")
    stage.equals("input('A').value", "ABCXY日DEF")
    stage.type("日本")
    stage.equals("[input('A').value, acts().at(-1).A]", ["ABCXY日本DEF", "ABCXY日本DEF"])


@convention(
    ("/page.js", "opener.focus({ preventScroll: true });", "$(\"title\").focus();"),
    ("/page.css", "height: min(60vh, 30rem, 100vw - 2rem);", "height: 4rem;"),
    ("/page.css", " object-fit: contain; margin: 0 auto;", " margin: 0 auto;"))
def pictures(stage):
    """A chosen picture is large and has its name, and when it is closed, the focus is where it was"""
    stage.show("layout: 'grid', rows: rows(9, { picture: 'p' })")
    stage.evaluate("$('rows').children[4].firstChild.focus()")
    stage.key("Enter")
    stage.equals("acts()", ["Row 4"])
    stage.evaluate("obey({ picture: { address: 'p', description: 'A dog' }, buttons: [button('Back', { role: 'back' })] })")
    stage.holds("document.activeElement === $('picture')", "$('picture').getBoundingClientRect().height > 300")
    stage.equals("getComputedStyle($('picture').firstChild).objectFit", "contain")
    stage.equals("$('picture').querySelector('img').alt", "A dog")
    stage.holds("$('picture').innerText.startsWith('A dog')")
    stage.evaluate("change({ picture: null, buttons: [] })")
    stage.holds("$('picture').hidden")
    stage.equals("focused()", "Row 4")


@convention(("/page.js", '$("picture").firstChild.addEventListener("error"', '$("picture").firstChild.addEventListener("abort"'))
def undrawn(stage):
    """In the place of a picture that can't be drawn is a text with its name and its address"""
    stage.show("picture: { address: 'p', description: 'A dog' }, buttons: [button('Back', { role: 'back' })]")
    stage.page.wait("$('picture').innerText === `A dog: ${document.body.dataset.undrawn} p`")
    stage.holds("document.body.dataset.undrawn.length > 10")


@convention(("/page.js", "item.problem = isSent ? undefined : document.body.dataset.failed;", "item.problem = undefined;"))
def files(stage):
    """A file is chosen, and if it is refused or can't be sent, its field has the reason"""
    stage.show("fields: [field('File', { kind: 'file' })]")

    def choose():
        root = stage.page.call("DOM.getDocument")["root"]["nodeId"]
        node = stage.page.call("DOM.querySelector", nodeId=root, selector="input[type=file]")["nodeId"]
        stage.page.call("DOM.setFileInputFiles", nodeId=node, files=[f"{here}/docs"])
        stage.page.wait("input('File').value === '' && $('fields').querySelector('progress').hidden")

    choose()
    stage.holds("acts()[0].File.endsWith('docs')")
    stage.evaluate("obey({ messages: [{ kind: 'error', text: 'It is no picture.', field: 'File' }] })")
    stage.holds("$('fields').innerText.includes('It is no picture.')", "$('fields').querySelector('output').innerText.endsWith('docs')")
    stage.evaluate("change({ messages: [] })")
    stage.page.call("Network.setBlockedURLs", urls=["*/upload?*"])
    choose()
    stage.page.call("Network.setBlockedURLs", urls=[])
    stage.holds("$('fields').innerText.includes(document.body.dataset.failed)")
    stage.equals("acts()", [])


@convention(
    ("/page.js", '"input:not([type=file])"', '"input:not([type=file]), textarea"'),
    ("/page.js", 'paragraph: "textarea", ', ""))
def paragraphs(stage):
    """A paragraph has several lines: Enter begins another one"""
    stage.show("fields: [field('A', { kind: 'paragraph' }), field('B')], buttons: [button('Send', { role: 'submit' })]")
    stage.focus("A")
    stage.type("one")
    stage.key("Enter")
    stage.type("two")
    stage.equals("acts().at(-1)", {"A": "one\ntwo"})
    stage.evaluate("obey()")
    stage.equals("[focused(), input('A').value]", ["A", "one\ntwo"])
    stage.holds("input('A').clientHeight >= 3 * parseFloat(getComputedStyle(input('A')).lineHeight)")


@convention(("/page.js", "new Date(date - date.getTimezoneOffset() * 60_000)", "new Date(date)"),
            ("/page.js", "return new Date(input.value).toISOString().slice(0, 16);", "return input.value;"),
            ("/page.js", 'field.label.replace("UTC", zone(field.value))', "field.label"))
def dates(stage):
    """A date has a control of the browser, in the person's time zone, which its label names"""
    stage.page.call("Emulation.setTimezoneOverride", timezoneId="America/Sao_Paulo")
    stage.show("fields: [field('Start (UTC)', { kind: 'date', value: '2030-07-01T23:00' })]")
    stage.equals("[...document.querySelectorAll('label input')].map(({ type, value }) => [type, value])", [["datetime-local", "2030-07-01T20:00"]])
    stage.equals("document.querySelector('label .name').innerText", "Start (BRT)")
    stage.evaluate("{ const one = document.querySelector('label input'); one.value = '2030-07-02T01:30'; one.dispatchEvent(new Event('input', { bubbles: true })); }")
    stage.equals("acts()", [{"Start (UTC)": "2030-07-02T04:30"}])
    stage.evaluate("obey()")
    stage.equals("document.querySelector('label input').value", "2030-07-02T01:30")
    stage.page.call("Emulation.setTimezoneOverride", timezoneId="")


@convention(
    ("/page.js", "else if (wasAtEnd && last !== $(\"rows\").lastChild) scrollToEnd();", ""),
    ("/page.js", "if (staysAtEnd) scrollToEnd();", ""),
    ("/page.css", "margin: auto -1rem 0;", "margin: 0 -1rem;"),
    ("/page.js", "if (first?.isConnected) scrollBy(0, first.getBoundingClientRect().top - top);", ""),
    ("/page.css", "#fields { flex: 1 1 9rem; max-width: none; margin: 0; }", "#fields { flex: 1 1 9rem; max-width: none; margin: 0; visibility: hidden; }"))
def conversation(stage):
    """The field is in sight below the newest message, and older messages appear on the way up"""
    stage.show("layout: 'conversation', rows: rows(300), fields: [field('A')], buttons: [button('Send', { role: 'submit' })]")
    newest = ["isSeen($('rows').lastChild)", "isSeen(input('A'))"]
    stage.evaluate("window.wasAt = input('A').getBoundingClientRect().top")
    stage.holds(*newest)
    stage.evaluate("change({ rows: [...current.rows, row('Newest')] })")
    stage.holds(*newest)
    for size in [(320, 400), (1100, 900)]:
        stage.size(*size)
        stage.page.wait("innerWidth === %s" % size[0])
        stage.evaluate("new Promise(requestAnimationFrame)")
        stage.holds(*newest)
    stage.evaluate("scrollTo(0, 0)")
    stage.holds("isSeen($('rows').firstChild)", "isSeen(input('A'))")
    stage.evaluate("window.oldest = $('rows').firstChild; window.was = oldest.getBoundingClientRect().top")
    stage.evaluate("change({ rows: [row('Older'), ...current.rows, row('Newer')] })")
    stage.holds("Math.abs(oldest.getBoundingClientRect().top - was) < 2", "isSeen(input('A'))")
    stage.evaluate("change({ title: 'Quiet', rows: [] })")
    stage.equals("input('A').getBoundingClientRect().top - wasAt", 0)


@convention(
    ("/", '<div id="buttons"></div>\n        <div id="messages" role="status"></div>\n      </div>',
     '<div id="messages" role="status"></div>\n      </div><div id="buttons"></div>'),
    ("/page.js", '$("main").querySelector(controls)?.focus()', "true"),
    ("/page.js", "scrollPaddingTop = `${height + 8}px`", "scrollPaddingTop = 0"))
def lists(stage):
    """In a list of 600 rows, fields come first and commands stay in sight, and Ctrl-Home goes to them from any row"""
    stage.show("rows: rows(600), fields: [field('A')], buttons: [button('Send', { role: 'submit' }), button('Reload')]")
    stage.key("Tab")
    stage.evaluate("$('title').focus()")
    stage.key("Tab")
    stage.equals("focused()", "A")
    stage.evaluate("$('rows').children[300].firstChild.focus()")
    stage.holds("isSeen($('rows').children[300])", "[...$('buttons').children].every(isSeen)")
    stage.key("Home", control=True)
    stage.equals("focused()", "A")
    stage.holds("isSeen(input('A'))")
    stage.size(320, 640)
    stage.evaluate("change({ messages: [{ kind: 'error', text: 'A long message. '.repeat(9) }] }); new Promise(requestAnimationFrame)")
    stage.evaluate("$('rows').children[300].firstChild.focus()")
    for _ in range(8):
        stage.key("Tab", shift=True)
        stage.holds("isSeen(document.activeElement)")


@convention(
    ("/page.js", 'password: "password", ', ""),
    ("/page.js", '!["file", "password"].includes', '!["file"].includes'))
def passwords(stage):
    """A password is never shown, and not kept with drafts"""
    stage.show("isBusy: true, fields: [field('A', { kind: 'password' })]")
    stage.focus("A")
    stage.type("geheim")
    stage.equals("acts()", [{"A": "geheim"}])
    stage.evaluate("obey({ fields: [field('A', { kind: 'password', value: '••••••' })] })")
    stage.equals("input('A').value", "geheim")
    stage.holds("input('A').type === 'password'", "!document.documentElement.outerHTML.includes('geheim')",
                "!JSON.stringify({ ...sessionStorage }).includes('geheim')", "!location.href.includes('geheim')")


@convention(("/page.js", "list.hidden = !shown.rows?.length;", "list.hidden = false;"))
def empty(stage):
    """A list without rows is said to be empty, which is no error"""
    stage.show("messages: [{ kind: 'empty', text: 'No events yet.' }]")
    stage.holds("isSeen($('messages').firstChild)", "!$('rows').checkVisibility()", "!document.querySelector('.error, [aria-invalid]')")
    stage.evaluate("change({ rows: rows(1), messages: [] })")
    stage.holds("isSeen($('rows').firstChild)", "$('messages').innerText === ''")


@convention(("/page.css", '#messages p.busy::before, .about p.busy::before { content: "…" / ""; }', ""))
def messages(stage):
    """The kinds of messages differ in their signs, and an unknown kind is a text"""
    stage.show("messages: ['error', 'notice', 'empty', 'busy', 'later'].map((kind) => ({ kind, title: `T ${kind}`, text: `A ${kind}` }))")
    stage.equals("[...$('messages').children].map((e) => e.innerText)",
                 [f"T {kind}\nA {kind}" for kind in ["error", "notice", "empty", "busy", "later"]])
    stage.equals("new Set([...$('messages').children].slice(0, 4).map((e) => getComputedStyle(e, '::before').content)).size", 4)
    stage.holds("[...$('messages').children].every(isSeen)", "$('messages').role === 'status'")


@convention(
    ("/page.js", 'setAttribute(input, "aria-describedby", messages.length > 0 ? about.id : null);', ""),
    ("/page.js", '"aria-invalid", messages.some', '"data-invalid", messages.some'),
    ("/page.js", "  wrong.focus();\n", ""),
    ("/page.js", "item.about = item.appendChild(", "item.about = item.insertAdjacentElement(\"afterbegin\", "))
def errors(stage):
    """A message about a field is below it and described, and after a submission the first mistake has the focus"""
    stage.show("fields: [field('A')], messages: [{ kind: 'error', field: 'A', text: 'Wrong.' }]")
    stage.equals("$('fields').querySelector('.error').innerText", "Wrong.")
    stage.show("fields: [field('A'), field('B'), field('C')], buttons: [button('Send', { role: 'submit' })]")
    stage.evaluate("$('buttons').firstChild.focus()")
    stage.key("Enter")
    stage.equals("acts()", ["Send"])
    stage.evaluate("obey({ messages: ['B', 'C'].map((field) => ({ kind: 'error', field, text: `${field} is missing.` })) })")
    stage.equals("focused()", "B")
    stage.equals("[...document.querySelectorAll('[aria-invalid=true]')].map((e) => $(e.getAttribute('aria-describedby'))?.innerText)",
                 ["B is missing.", "C is missing."])
    stage.holds("[...document.querySelectorAll('.error')].every((e) => isSeen(e) && e.parentElement.getBoundingClientRect().top >= "
                "e.closest('[data-key^=\"{\"]').input.getBoundingClientRect().bottom)")
    stage.type("b")
    stage.evaluate("obey({ messages: [] })")
    stage.holds("!document.querySelector('.error, [aria-invalid], [aria-describedby]')")


@convention(("/", '<div id="messages" role="status"></div>\n      </div>', '</div>\n      <div id="messages" role="status"></div>'),
            ("/page.css", "#messages { position: sticky; ", "#messages { "))
def sight(stage):
    """A message is in sight wherever the screen is scrolled to, also in a conversation"""
    stage.show(r"rows: rows(30, { text: '\n'.repeat(99) + 'Row' }), fields: [field('A')], buttons: [button('Send', { role: 'submit' })]")
    stage.evaluate("scrollTo(0, 50000)")
    stage.evaluate("change({ messages: ['error', 'notice'].map((kind) => ({ kind, text: `A message, ${kind}` })) })")
    stage.holds("scrollY >= 50000")
    stage.holds("[...$('messages').children].every(isSeen)")
    stage.evaluate("change({ title: 'Chat', layout: 'conversation' })")
    for offset in [0, 50000, 1e9]:
        stage.evaluate(f"scrollTo(0, {offset})")
        stage.holds("[...$('messages').children].every(isSeen)")
    stage.show("buttons: rows(30).map(({ text }) => button(text)), messages: [{ kind: 'error', text: 'A message' }]", (320, 640))
    stage.holds("isSeen($('messages').firstChild)")


@convention(
    ("/page.js", "  if (button.getAttribute(\"aria-disabled\") === \"true\") return;\n", ""),
    ("/page.css", 'button[aria-disabled="true"] { opacity: 0.55;', "{"))
def commands(stage):
    """A command that is not possible looks so and does nothing, unless it submits"""
    stage.show("buttons: [button('Join', { isEnabled: false }), button('Chat'), button('Send', { isEnabled: false, role: 'submit' })]")
    for number in range(3):
        stage.evaluate(f"$('buttons').children[{number}].focus()")
        stage.key("Enter")
    stage.equals("acts()", ["Chat", "Send"])
    stage.equals("[...$('buttons').children].map((e) => [e.ariaDisabled, getComputedStyle(e).opacity < 1])",
                 [["true", True], [None, False], ["true", True]])


@convention(("/page.css", "body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere; }",
             "body { margin: 0; background: var(--ground); color: var(--ink); }"),
            ("/page.css", "#rows.grid { grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 0.75rem; }", ""))
def width(stage):
    """The page fits into 320 pixels, and uses a large window"""
    word = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen"
    for size in [(320, 640), (1280, 640)]:
        for layout in ["list", "grid", "text", "conversation"]:
            stage.show(f"""title: '{word}', layout: '{layout}', rows: rows(9, {{ text: '{word}', detail: '{word}', picture: 'p' }}),
                tabs: ['Feed', 'Eventos', 'Notícias', 'Shots', 'Álbum', 'Perfil'].map((label) => button(label)),
                fields: [field('{word}'), field('B', {{ kind: 'date' }}), field('C', {{ kind: 'file' }}), field('D', {{ kind: 'paragraph' }})],
                messages: [{{ kind: 'error', text: '{word}' }}], buttons: [button('{word}'), button('Back', {{ role: 'back' }})]""", size)
            stage.equals("""[document.documentElement, ...document.querySelectorAll('h1, a, button, input, textarea, p, .row span')]
                .filter((e) => e.checkVisibility() && (e.scrollWidth > e.clientWidth + 1 && e.matches('html, .tab') || e.getBoundingClientRect().right > innerWidth + 1))
                .map((e) => e.outerHTML.slice(0, 200))""", [])
            stage.equals("new Set([...$('rows').children].map((e) => Math.round(e.getBoundingClientRect().left))).size", {320: 2, 1280: 3}[size[0]] if layout == "grid" else 1)


@convention(("/page.css", "--ground: #17130c;", "--ground: #fffaf0;"))
def dark(stage):
    """Light and dark are as the person's system, and every text has a contrast of 4.5"""
    stage.show("""tabs: [button('Feed', { isSelected: true }), button('News')], fields: [field('A'), field('B')],
        rows: [row('Row', { detail: 'Detail' }), row('Selected', { isSelected: true }), { text: 'Text' }],
        messages: [...['error', 'notice', 'empty', 'busy'].map((kind) => ({ kind, text: kind })), { kind: 'error', text: 'B', field: 'B' }],
        buttons: ['back', 'choice', 'submit', 'plain'].map((role) => button(role, { role }))""")
    grounds = []
    for scheme in ["light", "dark"]:
        stage.size(1100, 900, scheme)
        stage.equals("""(() => {
            const parts = (color) => color.match(/[\\d.]+/g).map(Number);
            const light = (color) => parts(color).slice(0, 3).map((n) => n / 255).map((n) => n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4)
                .reduce((sum, n, at) => sum + n * [0.2126, 0.7152, 0.0722][at], 0);
            const ground = (e) => { const color = getComputedStyle(e).backgroundColor; return parts(color)[3] === 0 ? ground(e.parentElement) : color; };
            return [...document.querySelectorAll('h1, a, button, input, p, span, strong')].filter((e) => e.checkVisibility() && e.innerText)
                .map((e) => { const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((a, b) => b - a);
                    return [e.innerText, (a + 0.05) / (b + 0.05)]; }).filter(([, contrast]) => contrast < 4.5); })()""", [])
        grounds.append(stage.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert grounds[0] != grounds[1], grounds


@convention(("/page.css", "outline: 3px solid var(--accent);", "outline: none;"))
def keyboard(stage):
    """Tab reaches every control in its order, each shows that it has the focus, and Enter or Space activates it"""
    stage.show("""tabs: [button('Feed'), button('News')], rows: [row('Row 0'), row('Row 1'), { text: 'Text' }],
        fields: [field('A'), field('B', { kind: 'paragraph' }), field('C', { kind: 'choice', options: [{ label: 'X', value: 'x' },
            { label: 'Y', value: 'y' }], value: 'x' }), field('D', { kind: 'file' })],
        buttons: [button('Back', { role: 'back' }), button('Left', { role: 'choice' }), button('Send', { role: 'submit' }), button('Plain')]""")
    names = ["Feed", "News", "PT", "EN", "Back", "A", "B", "C", "D", "Left", "Send", "Plain", "Row 0", "Row 1"]
    for name in names:
        stage.key("Tab")
        stage.equals("focused()", name)
        stage.holds("getComputedStyle(document.activeElement).outlineStyle === 'solid'", "isSeen(document.activeElement)")
        if name == "C":
            stage.key("ArrowDown")
            stage.equals("acts()", [{"C": "y"}])
            stage.evaluate("obey()")
        elif name not in ["PT", "EN", "A", "B", "D"]:
            stage.key("Enter" if name.startswith("Row") else "Space")
            stage.equals("acts()", [name])
            stage.evaluate("obey()")


@convention(("/", '<nav id="tabs" aria-label=', '<nav id="tabs" data-label='), ("/", ' aria-labelledby="caption"', ""),
            ("/", '<ul id="rows" aria-labelledby="title">', '<ul id="rows">'))
def names(stage):
    """A screen reader has a name for every control, list and picture"""
    stage.show("""tabs: [button('Feed'), button('News')], rows: rows(3, { picture: 'p' }), picture: { address: 'p', description: 'A dog' },
        isBusy: true, buttons: [button('Back', { role: 'back' }), button('Left', { role: 'choice' }), button('Send', { role: 'submit' })],
        fields: ['text', 'email', 'password', 'paragraph', 'date', 'file'].map((kind) => field(`The ${kind}`, { kind }))""")
    nodes = [(node["role"]["value"], node.get("name", {}).get("value"))
             for node in stage.page.call("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
    named = {"button", "link", "textbox", "heading", "navigation", "list", "progressbar", "figure", "image", "DateTime"}
    assert not (missing := [role for role, name in nodes if role in named and not name]), f"without a name: {missing}"
    assert named <= (roles := {role for role, _ in nodes}), f"{named - roles} among {roles}"
    assert ("textbox", "The password") in nodes and ("list", "Title") in nodes and ("image", "A dog") in nodes, nodes


@convention(("/page.js", "fetch(link.href).then(", "fetch(\"/\").then("))
def languages(stage):
    """Both languages can be chosen, and the page's own texts are in it"""
    page = stage.page
    stage.open(page)
    for language, skip in [("EN", "Skip to content"), ("PT", "Ir para o conteúdo")]:
        page.evaluate(f"window.isOld = true; {page.find('.languages a', language)}.click()")
        page.wait("!window.isOld && document.readyState === 'complete' && typeof isReady === 'boolean' && isReady && shown")
        stage.equals("[document.documentElement.lang.slice(0, 2).toUpperCase(), document.querySelector('.skip').innerText]", [language, skip])
        stage.holds(f"document.querySelector('.languages [aria-current]').innerText === '{language}'")


@convention(("/session.js", "if (!isReady && !key) return 0;", "if (!isReady) return 0;"))
def connection(stage):
    """What was typed is still there when the connection is back, and the app gets it"""
    page = stage.page
    stage.open(page)
    page.fill("E-mail", "ann")
    page.evaluate("window.again = connect; connect = () => {}; socket.close()")
    page.wait("document.body.dataset.connection === 'lost'")
    stage.holds("$('connection').checkVisibility() && $('connection').innerText === document.body.dataset.lost")
    stage.type("@example.org")
    page.evaluate("connect = again; connect()")
    page.wait("isReady && echoed === asked")
    stage.equals("[document.querySelector('label input').value, shown.fields[0].value]", 2 * ["ann@example.org"])
    stage.equals("$('connection').innerText", "")


@convention(("/session.js", "const id = shared || sessionStorage", "const id = sessionStorage"))
def windows(stage):
    """Two windows of one session show the same, and what is typed in one doesn't move the other's focus"""
    for page in [stage.other, stage.page]:
        stage.open(page)
    stage.page.evaluate("document.querySelector('nav a').focus()")
    for text in ["ann", "beatrice"]:
        stage.other.fill("E-mail", text)
        stage.other.wait("echoed === asked")
        stage.page.evaluate("asked += 1; enqueue({ echo: asked })")
        stage.page.wait("echoed === asked")
        stage.equals("document.querySelector('label input').value", text)
    stage.holds("document.activeElement === document.querySelector('nav a')")


def run(browser, address, names=checks, isWhole=False):
    """Tells the stories with these names, and then those of their variants. Unless it is to be the whole, a convention's
    second variant and those after it are only told the story that they break."""
    guide = listed("Page")
    assert guide == set(checks), f"the guide's conventions and the stories of the page differ: {guide ^ set(checks)}"
    stage = Stage(browser, address)

    def failures(names):
        return {name: failure for name in names if (failure := stage.failure(checks[name][0]))}

    assert not (failed := failures(names)), "\n".join(f"Page, {name}: {failure}" for name, failure in failed.items())
    for name in names:
        print(f"Page, {name}: {checks[name][0].__doc__}", flush=True)
    for name in names:
        for number, variant in enumerate(checks[name][1]):
            stage.use(variant)
            failed = failures(checks if number == 0 or isWhole else [name])
            assert set(failed) == {name}, f"a variant that breaks '{name}' fails {failed or 'nothing'}: {variant}"
    print("Page: each variant that breaks a convention fails exactly its story", flush=True)


if __name__ == "__main__":
    import atexit
    import subprocess
    from browser import Browser, install
    server = subprocess.Popen([f"{sys.argv[1]}/colmeia", "serve", "--web", "0"], stdout=subprocess.PIPE, text=True)
    atexit.register(server.kill)
    browser = Browser(install())
    atexit.register(browser.close)
    run(browser, server.stdout.readline().split()[-1], sys.argv[2:] or checks, isWhole=True)
