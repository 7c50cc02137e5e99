// Draws the app's screens and sends the actions of the controls that the user selects. This page contains no logic of the
// app: texts, controls, addresses, and which controls are enabled are all part of the screen.
"use strict";

// The screen

/// The screen that is drawn.
let drawn = {};

/// Updates the children of an element to match the items. An item that stays keeps its element, and therefore the focus.
function fill(parent, items, key, make, update) {
  items ??= [];
  const known = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  const count = new Map();
  const wanted = items.map((item) => {
    const text = key(item);
    count.set(text, (count.get(text) ?? 0) + 1);
    return `${text} ${count.get(text)}`;
  });
  const kept = new Set(wanted);
  for (const [name, child] of known) if (!kept.has(name)) child.remove();
  let next = parent.firstElementChild;
  items.forEach((item, index) => {
    const child = known.get(wanted[index]) ?? make(item);
    setAttribute(child, "data-key", wanted[index]);
    update(child, item);
    if (next === child) next = next.nextElementSibling; else parent.insertBefore(child, next);
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

/// Returns what identifies the place of the app that a screen shows.
const place = (screen) => screen.address ?? screen.title;

/// The scroll position and the focused row of places that the user has left.
const places = new Map();
history.scrollRestoration = "manual";

function leave() {
  places.delete(place(drawn));
  if (places.size === 100) places.delete(places.keys().next().value);
  places.set(place(drawn), { top: scrollY, row: document.activeElement.closest("#rows > li")?.dataset.key });
}

/// Shows a new place from its top, or a place to which the user returns as it was left.
function enter() {
  const left = returning > 0 ? places.get(place(shown)) : undefined;
  returning = 0;
  const row = left?.row && [...$("rows").children].find((item) => item.dataset.key === left.row);
  row?.firstChild.focus({ preventScroll: true });
  if (left || shown.layout !== "conversation") scrollTo(0, left?.top ?? 0); else scrollToEnd();
}

/// Draws the parts of the screen that differ from those that are drawn already.
function draw() {
  const isMoving = drawn.title !== undefined && place(shown) !== place(drawn);
  if (isMoving) leave();
  const differs = (...parts) => parts.some((part) => shown[part] !== drawn[part]);
  const focused = document.activeElement, hadFocus = $("main").contains(focused);
  const item = focused.closest("main [data-key]"), group = item?.parentElement;
  const index = item ? [...group.children].indexOf(item) : -1, fieldCount = $("fields").childElementCount;
  const last = $("rows").lastChild;
  const isAtEnd = shown.layout === "conversation" && innerHeight + scrollY >= document.documentElement.scrollHeight - 80;
  document.title = `${shown.title} – ${document.querySelector(".brand").textContent}`;
  setText($("title"), shown.title);
  setAttribute($("main"), "aria-busy", shown.isBusy);
  $("busy").hidden = !shown.isBusy && shown.progress == null;
  setAttribute($("busy"), "max", shown.progress == null ? null : 100);
  setAttribute($("busy"), "value", shown.progress);
  if (differs("tabs")) drawTabs();
  if (differs("messages")) fill($("messages"), shown.messages, ({ text }) => text, makeMessage, updateMessage);
  if (differs("picture")) drawPicture();
  if (differs("rows", "layout")) drawRows();
  // An echo changes them, too.
  fill($("fields"), shown.fields, (field) => JSON.stringify(field.edit), makeField, updateField);
  if (differs("buttons")) drawButtons();
  drawn = shown;
  followAddress();
  if (isMoving) enter();
  // Keeps a conversation scrolled to its end.
  else if (isAtEnd && last !== $("rows").lastChild) scrollToEnd();
  // Without its fields, it is another screen, even at the same place.
  const isOther = isMoving || $("fields").childElementCount < fieldCount;
  if (hadFocus && !$("main").contains(document.activeElement)) refocus(focused, isOther ? null : group, index);
}

function scrollToEnd() { scrollTo(0, document.documentElement.scrollHeight); }

/// An element that was only moved gets the focus back, the neighbor of a removed one gets it, and on another screen,
/// assistive technology reads from the title.
function refocus(focused, group, index) {
  const near = focused.isConnected ? focused : group?.children[Math.min(index, group.children.length - 1)];
  const control = near?.closest("button, input, select, textarea") ?? near?.querySelector("button, input, select, textarea");
  (control ?? $("title")).focus({ preventScroll: true });
  if (control && control !== focused) moved = { control, time: performance.now() };
}

/// The control to which the focus last moved by itself, and the time. A key that is pressed right after it was meant
/// for another control.
let moved;
const isMeantForAnother = (event) =>
  event.isTrusted && event.detail === 0 && event.currentTarget === moved?.control && performance.now() - moved.time < 500;

function drawTabs() {
  fill($("tabs"), shown.tabs, (tab) => JSON.stringify(tab.action), makeButton, (button, tab) => {
    updateButton(button, tab);
    button.removeAttribute("aria-pressed");
    setAttribute(button, "aria-current", tab.isSelected ? "page" : null);
  });
}

function drawButtons() {
  const all = (shown.buttons ?? []).map((button) => ({ ...button, role: button.role ?? "plain" }));
  for (const [id, roles] of [["top", ["back"]], ["choices", ["choice"]], ["buttons", ["submit", "plain"]]]) {
    const buttons = all.filter((button) => roles.includes(button.role));
    fill($(id), buttons, (button) => JSON.stringify(button.action), makeButton, updateButton);
    $(id).hidden = buttons.length === 0;
  }
}

function drawPicture() {
  const [figure, picture] = [$("picture"), shown.picture];
  figure.hidden = !picture;
  if (!picture) return figure.firstChild.removeAttribute("src");
  setAttribute(figure.firstChild, "src", address(picture.address));
  setAttribute(figure.firstChild, "alt", picture.description);
  setText(figure.lastChild, picture.description);
}

function makeMessage() {
  const message = element("p");
  message.append(element("strong"), element("span"));
  return message;
}

function updateMessage(message, { kind, title, text, field }) {
  // A kind that this page doesn't know is a text, too.
  message.className = kind ?? "notice";
  // The message of a field has no other title.
  setText(message.firstChild, title ?? field ?? "");
  message.firstChild.hidden = !title && !field;
  setText(message.lastChild, text);
}

function drawRows() {
  const list = $("rows");
  setAttribute(list, "class", shown.layout ?? "list");
  setAttribute(list, "aria-live", shown.layout === "conversation" ? "polite" : null);
  fill(list, shown.rows, (row) => JSON.stringify(row.action ?? row.text), makeRow, updateRow);
  list.hidden = !shown.rows?.length;
}

function makeRow(row) {
  const item = element("li");
  const body = item.appendChild(element(row.action ? "button" : "div", "row"));
  if (row.action) {
    body.type = "button";
    body.addEventListener("click", (event) => { if (!isMeantForAnother(event)) dispatch(item.action); });
  }
  const image = body.appendChild(element("img"));
  image.alt = "";
  image.loading = "lazy";
  for (const type of ["load", "error"]) {
    image.addEventListener(type, () => image.classList.toggle("broken", type === "error"));
  }
  body.append(element("span", "text"), element("span", "detail"));
  return item;
}

function updateRow(item, row) {
  // A list may have thousands of rows, most of which haven't changed.
  const content = JSON.stringify(row);
  if (item.content === content) return;
  item.content = content;
  const [body] = item.children;
  const [image, text, detail] = body.children;
  item.action = row.action;
  item.classList.toggle("selected", row.isSelected === true);
  setAttribute(body, "aria-current", row.action && row.isSelected ? "true" : null);
  image.hidden = !row.picture;
  setAttribute(image, "src", row.picture ? address(row.picture) : null);
  setText(text, row.text);
  setText(detail, row.detail ?? "");
  // The picture replaces its address.
  detail.hidden = !row.detail || row.detail === row.picture;
}

function makeButton() {
  const button = element("button");
  button.type = "button";
  button.addEventListener("click", (event) => {
    if (isMeantForAnother(event)) event.preventDefault(); else if (button.type === "button") press(button);
  });
  return button;
}

function press(button) {
  if (button.getAttribute("aria-disabled") === "true") return;
  const number = dispatch(button.action);
  if (button.className === "back") returning = number;
}

function updateButton(button, { label, action, isEnabled, role, isSelected }) {
  setText(button, label);
  button.action = action;
  // Not `disabled`, because the button would lose the focus.
  setAttribute(button, "aria-disabled", isEnabled === false ? "true" : null);
  setAttribute(button, "aria-pressed", role === "choice" ? String(isSelected === true) : null);
  button.className = role ?? "tab";
  button.type = role === "submit" ? "submit" : "button";
}

$("form").addEventListener("submit", (event) => {
  event.preventDefault();
  // The app may not have handled the last typed text yet.
  submitted = asked;
  submittedForm = form();
  if (echoed >= submitted) submit();
});

/// The form that waits for the last typed text.
let submittedForm;
const form = () => place(shown) + JSON.stringify(shown.fields?.map((field) => field.edit));

function submit() {
  submitted = 0;
  const button = $("buttons").querySelector("[type=submit]");
  // The action is sent even if the button is disabled, so that the app can say what is wrong, but only by its form.
  if (button && submittedForm === form()) dispatch(button.action);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.isComposing && !event.repeat && $("top").firstChild) press($("top").firstChild);
});

// Fields

/// The types of inputs by the kind of field. A kind that this page doesn't know is a text.
const inputTypes = { email: "email", password: "password", file: "file", date: "datetime-local" };
const inputNames = { paragraph: "textarea", choice: "select" };

function makeField(field) {
  const label = element("label", `field-${field.kind}`);
  label.append(element("span", "name"));
  const input = label.appendChild(element(inputNames[field.kind] ?? "input"));
  if (field.kind === "paragraph") input.rows = 4;
  if (input.localName === "input") input.type = inputTypes[field.kind] ?? "text";
  if (field.kind === "email") input.autocomplete = "email";
  if (field.kind === "password") input.autocomplete = "current-password";
  // Even if each character is escaped, the message isn't too long.
  if (field.kind !== "file" && field.kind !== "choice") input.maxLength = 170_000;
  if (field.kind === "file") {
    input.accept = "image/png,image/jpeg";
    input.addEventListener("change", () => upload(label, input));
    label.append(element("output"), element("progress"));
    label.lastChild.hidden = true;
    label.lastChild.max = 100;
  } else {
    // Until the echo arrives, the typed text is newer than that of the screen.
    input.addEventListener("input", () => { label.asked = dispatch(typed(label.edit, input.value)) || Infinity; });
  }
  return label;
}

function updateField(label, field) {
  const [name, input, output] = label.children;
  label.edit = field.edit;
  setText(name, field.label);
  const message = shown.messages?.find((message) => message.field === field.label);
  setAttribute(input, "aria-invalid", message?.kind === "error" ? "true" : null);
  setAttribute(input, "aria-description", message?.text);
  if (field.kind === "choice") fill(input, field.options, ({ value }) => value, () => element("option"), updateOption);
  if (field.kind === "file") return setText(output, label.failed ?? field.value ?? "");
  if ((label.asked ?? 0) > echoed) return;
  const value = field.kind === "password" && field.value ? input.value : field.value ?? "";
  if (input.value !== value) input.value = value;
}

function updateOption(option, { label, value }) {
  option.value = value;
  setText(option, label);
}

/// Uploads a file to the app, which stores it when the user saves.
function upload(label, input) {
  const [file] = input.files;
  if (!file) return;
  const progress = label.lastChild;
  const request = new XMLHttpRequest();
  request.open("POST", `/upload?${new URLSearchParams({ session, name: file.name })}`);
  request.upload.onprogress = (event) => { progress.value = (100 * event.loaded) / event.total; };
  request.onloadend = () => {
    progress.hidden = true;
    // The same file can be chosen again.
    input.value = "";
    const isSent = request.status === 201 && dispatch(typed(label.edit, JSON.parse(request.response).file));
    label.failed = isSent ? undefined : document.body.dataset.failed;
    if (label.failed) setText(label.children[2], label.failed);
  };
  progress.hidden = false;
  label.failed = undefined;
  setText(label.children[2], "");
  request.send(file);
}

const languages = document.querySelector(".languages");
const choices = languages.dataset.languages.split(" ");
for (const language of choices.length > 1 ? choices : []) {
  const [code] = language.split("-");
  const link = languages.appendChild(element("a", "", code.toUpperCase()));
  link.href = `/?language=${language}`;
  link.lang = link.hreflang = language;
  link.title = new Intl.DisplayNames([language], { type: "language" }).of(code);
  if (link.lang === document.documentElement.lang) link.setAttribute("aria-current", "true");
  link.addEventListener("click", (event) => {
    event.preventDefault();
    // A cookie keeps the language.
    fetch(link.href).then(() => location.reload());
  });
}

connect();

// Not a link to a fragment, which would be a navigation (`popstate`).
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); $("main").focus(); });
