// Draws the screens that the app sends, and sends the actions behind what the user chooses. There is no logic of the app
// here: texts, controls, addresses and what may be pressed all come with the screen.
"use strict";

const $ = (id) => document.getElementById(id);
const longestPause = 5000;
let socket, screen, isNew = true, isDrawn = false, isBack = false, attempts = 0, asked = 0, echoed = 0, navigation = 0, submitted = 0;

// The connection

/// The tab's own session, or one that is shared: `?session=`.
const session = (() => {
  const named = new URLSearchParams(location.search).get("session");
  const id = named || sessionStorage.getItem("session") || `tab-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
  sessionStorage.setItem("session", id);
  return id;
})();

function connect() {
  show("connecting");
  const address = new URL(`/talk?${new URLSearchParams({ session })}`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(address);
  socket.onopen = () => {
    isBack = true;
    put({ hello: { protocol: 1, client: "web", language: document.documentElement.lang } });
  };
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  socket.onclose = comeBack;
}

/// Asks why there is no connection, and tries again after a pause that grows.
async function comeBack() {
  const pause = Math.min(longestPause, 200 * 2 ** attempts++) * (0.5 + Math.random() / 2);
  const answer = await fetch("/talk/state", { cache: "no-store" }).catch(() => null);
  show(answer?.status === 403 ? "refused" : "lost");
  setTimeout(connect, pause);
}

function show(connection) {
  const isSilent = connection === "open" || (connection === "connecting" && attempts === 0 && !isNew);
  document.body.dataset.connection = connection;
  // Said once, not at each attempt.
  const text = isSilent ? "" : attempts > 0 && connection === "connecting" ? null : document.body.dataset[connection];
  if (text !== null && $("connection").textContent !== text) $("connection").textContent = text;
}

function put(message) {
  if (socket.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

/// Sends an action; the number of the echo that comes behind all that came of it.
function dispatch(action) {
  if (!put({ dispatch: action })) return 0;
  asked += 1;
  put({ echo: asked });
  return asked;
}

function hear(message) {
  if (message.screen) {
    screen = message.screen;
    attempts = 0;
    show("open");
    if (isBack) sendAgain();
    if (isNew) arrive();
    // Another place than the address says is not shown on the way there.
    if (isDrawn || echoed >= navigation) draw();
  } else if ("echo" in message) {
    echoed = message.echo;
    if (screen) draw();
    if (submitted && echoed >= submitted) submit();
  } else if (message.error) {
    console.warn(message.error.message);
  }
}

/// No echo comes of what was sent over the old connection; what was typed meanwhile is said again.
function sendAgain() {
  isBack = false;
  const unheard = [...$("fields").children].filter((label) => (label.asked ?? 0) > echoed);
  [echoed, navigation, submitted] = [asked, 0, 0];
  for (const label of unheard) label.asked = dispatch(typed(label.edit, label.children[1].value));
}

// Addresses

/// Where the page is, as the app knows it.
function here() {
  const query = new URLSearchParams(location.search);
  query.delete("session");
  return location.pathname + (query.size ? `?${query}` : "");
}

/// The first screen: the address says where to, unless it is the app's own place already.
function arrive() {
  isNew = false;
  if (location.pathname !== "/" && here() !== screen.address) open();
}

/// Goes where the address says.
function open() { navigation = dispatch(typed(screen.open, here())) || navigation; }

/// Brings the address to where the app is. While the app still goes where an address has sent it, nothing is done.
function followAddress() {
  if (!screen.address || echoed < navigation) return;
  const wanted = new URL(screen.address, location.href);
  const isShared = new URLSearchParams(location.search).has("session");
  if (here() !== wanted.pathname + wanted.search) {
    if (isShared) wanted.searchParams.set("session", session);
    history[navigation || location.pathname === "/" ? "replaceState" : "pushState"](null, "", wanted);
  }
  navigation = 0;
}

window.addEventListener("popstate", () => screen && open());

// The screen

/// The template of an action with the text in its place.
function typed(template, text) {
  if (template === "{{text}}") return text;
  if (Array.isArray(template)) return template.map((part) => typed(part, text));
  if (template === null || typeof template !== "object") return template;
  return Object.fromEntries(Object.entries(template).map(([name, part]) => [name, typed(part, text)]));
}

/// Brings the children of an element to what the items say. What stays keeps its element, and so the focus.
function fill(parent, items, key, make, update) {
  const known = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  const count = new Map();
  const wanted = items.map((item) => {
    const text = key(item);
    count.set(text, (count.get(text) ?? 0) + 1);
    return `${text} ${count.get(text)}`;
  });
  for (const [name, child] of known) if (!wanted.includes(name)) child.remove();
  items.forEach((item, index) => {
    const child = known.get(wanted[index]) ?? make(item);
    child.dataset.key = wanted[index];
    update(child, item);
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
}

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function setText(target, text) { if (target.textContent !== text) target.textContent = text; }
function setAttribute(target, name, value) {
  if (value === undefined || value === null || value === false) target.removeAttribute(name);
  else if (target.getAttribute(name) !== String(value)) target.setAttribute(name, value);
}
const address = (picture) => `/picture?${new URLSearchParams({ session, address: picture })}`;

function draw() {
  isDrawn = true;
  const focused = document.activeElement;
  const hadFocus = $("main").contains(focused);
  document.title = `${screen.title} – ${document.querySelector(".brand").textContent}`;
  setText($("title"), screen.title);
  setAttribute($("main"), "aria-busy", screen.isBusy);
  $("busy").hidden = !screen.isBusy && screen.progress == null;
  setAttribute($("busy"), "max", screen.progress == null ? null : 100);
  setAttribute($("busy"), "value", screen.progress);
  drawTabs();
  fill($("messages"), screen.messages, (text) => text, () => element("p"), setText);
  drawPicture();
  drawRows();
  fill($("fields"), screen.fields, (field) => JSON.stringify(field.edit), makeField, updateField);
  for (const [id, roles] of [["top", ["back"]], ["choices", ["choice"]], ["buttons", ["submit", "plain"]]]) {
    const buttons = screen.buttons.filter((button) => roles.includes(button.role));
    fill($(id), buttons, (button) => JSON.stringify(button.action), makeButton, updateButton);
    $(id).hidden = buttons.length === 0;
  }
  followAddress();
  // What had the focus is gone: the new screen is read from its title on.
  if (hadFocus && !document.contains(focused)) $("title").focus({ preventScroll: true });
}

function drawTabs() {
  fill($("tabs"), screen.tabs, (tab) => JSON.stringify(tab.action), makeButton, (button, tab) => {
    updateButton(button, { ...tab, isEnabled: true });
    button.removeAttribute("aria-pressed");
    setAttribute(button, "aria-current", tab.isSelected ? "page" : null);
  });
}

function drawPicture() {
  const [figure, picture] = [$("picture"), screen.picture];
  figure.hidden = !picture;
  if (!picture) return figure.firstChild.removeAttribute("src");
  setAttribute(figure.firstChild, "src", address(picture.address));
  setAttribute(figure.firstChild, "alt", picture.description);
  setText(figure.lastChild, picture.description);
}

function drawRows() {
  const list = $("rows");
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 80;
  const last = list.lastChild;
  list.className = screen.layout;
  setAttribute(list, "aria-live", screen.layout === "conversation" ? "polite" : null);
  fill(list, screen.rows, (row) => JSON.stringify(row.action ?? row.text), makeRow, updateRow);
  list.hidden = screen.rows.length === 0;
  // A conversation is read at its end.
  if (screen.layout === "conversation" && last !== list.lastChild && isAtEnd) list.lastChild?.scrollIntoView?.({ block: "center" });
}

function makeRow(row) {
  const item = element("li");
  const body = item.appendChild(element(row.action ? "button" : "div", "row"));
  if (row.action) {
    body.type = "button";
    body.addEventListener("click", () => dispatch(item.action));
  }
  const image = body.appendChild(element("img"));
  image.alt = "";
  image.loading = "lazy";
  body.append(element("span", "text"), element("span", "detail"));
  return item;
}

function updateRow(item, row) {
  const [body] = item.children;
  const [image, text, detail] = body.children;
  item.action = row.action;
  item.classList.toggle("selected", row.isSelected);
  setAttribute(body, "aria-current", row.action && row.isSelected ? "true" : null);
  image.hidden = !row.picture;
  setAttribute(image, "src", row.picture ? address(row.picture) : null);
  setText(text, row.text);
  setText(detail, row.detail);
  // An address is said by its picture.
  detail.hidden = row.detail === "" || row.detail === row.picture;
}

function makeButton() {
  const button = element("button");
  button.type = "button";
  button.addEventListener("click", () => { if (button.type === "button") press(button); });
  return button;
}

function press(button) { if (button.getAttribute("aria-disabled") !== "true") dispatch(button.action); }

function updateButton(button, { label, action, isEnabled, role, isSelected }) {
  setText(button, label);
  button.action = action;
  // Not `disabled`, which would lose the focus.
  setAttribute(button, "aria-disabled", isEnabled ? null : "true");
  setAttribute(button, "aria-pressed", role === "choice" ? String(isSelected) : null);
  button.className = role ?? "tab";
  button.type = role === "submit" ? "submit" : "button";
}

$("form").addEventListener("submit", (event) => {
  event.preventDefault();
  // What was typed last may not be heard yet.
  submitted = asked;
  if (echoed >= submitted) submit();
});

function submit() {
  submitted = 0;
  const button = $("buttons").querySelector("[type=submit]");
  if (button) press(button);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && $("top").firstChild) press($("top").firstChild);
});

// Fields

const inputTypes = { text: "text", email: "email", password: "password", file: "file" };

function makeField(field) {
  const label = element("label", field.kind);
  label.append(element("span", "name"));
  const input = label.appendChild(element(field.kind === "paragraph" ? "textarea" : "input"));
  if (field.kind === "paragraph") input.rows = 4; else input.type = inputTypes[field.kind] ?? "text";
  if (field.kind === "email") input.autocomplete = "email";
  if (field.kind === "password") input.autocomplete = "current-password";
  if (field.kind === "file") {
    input.accept = "image/png,image/jpeg";
    input.addEventListener("change", () => upload(label, input));
    label.append(element("output"), element("progress"));
    label.lastChild.hidden = true;
    label.lastChild.max = 100;
  } else {
    // Until its echo comes, what was typed is newer than what the screen says.
    input.addEventListener("input", () => { label.asked = dispatch(typed(label.edit, input.value)) || Infinity; });
  }
  return label;
}

function updateField(label, field) {
  const [name, input, output] = label.children;
  label.edit = field.edit;
  setText(name, field.label);
  if (field.kind === "file") return setText(output, field.value);
  if ((label.asked ?? 0) > echoed) return;
  const value = field.kind === "password" && field.value !== "" ? input.value : field.value;
  if (input.value !== value) input.value = value;
}

/// Hands a file to the app, which puts it where it belongs when the user saves.
function upload(label, input) {
  const [file] = input.files;
  if (!file) return;
  const progress = label.lastChild;
  const request = new XMLHttpRequest();
  request.open("POST", `/upload?${new URLSearchParams({ session, name: file.name })}`);
  request.upload.onprogress = (event) => { progress.value = (100 * event.loaded) / event.total; };
  request.onloadend = () => {
    progress.hidden = true;
    if (request.status === 201) dispatch(typed(label.edit, JSON.parse(request.response).file));
    else setText(label.children[2], document.body.dataset.failed);
  };
  progress.hidden = false;
  request.send(file);
}

for (const link of document.querySelectorAll(".languages a")) {
  if (link.lang === document.documentElement.lang) link.setAttribute("aria-current", "true");
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const target = new URL(location.href);
    target.searchParams.set("language", link.lang);
    location.assign(target);
  });
}

connect();
