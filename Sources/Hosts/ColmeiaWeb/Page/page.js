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
    if (next === child) next = next.nextElementSibling; else parent.insertBefore(child, next);
    update(child, item);
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
const screenKey = (screen) => screen.address ?? screen.title;

/// The scroll position and the focused row of places that the user has left.
const leftScreens = new Map();
history.scrollRestoration = "manual";

function leave() {
  leftScreens.delete(screenKey(drawn));
  if (leftScreens.size === 100) leftScreens.delete(leftScreens.keys().next().value);
  leftScreens.set(screenKey(drawn), { top: scrollY, row: document.activeElement.closest("#rows > li")?.dataset.key });
}

/// Shows a new place from its top, or a place to which the user returns as it was left.
function enter() {
  const left = returning > 0 ? leftScreens.get(screenKey(shown)) : undefined;
  returning = 0;
  const row = left?.row && [...$("rows").children].find((item) => item.dataset.key === left.row);
  row?.firstChild.focus({ preventScroll: true });
  if (left || !isConversation()) scrollTo(0, left?.top ?? 0); else scrollToEnd();
}

const isConversation = () => shown?.layout === "conversation";

/// Draws the parts of the screen that differ from those that are drawn already.
function draw() {
  const isMoving = drawn.title !== undefined && screenKey(shown) !== screenKey(drawn);
  if (isMoving) leave();
  const differs = (...parts) => parts.some((part) => shown[part] !== drawn[part]);
  const focused = document.activeElement, hadFocus = $("main").contains(focused);
  const item = focused.closest("main [data-key]"), group = item?.parentElement;
  const index = item ? [...group.children].indexOf(item) : -1, fieldCount = $("fields").childElementCount;
  const last = $("rows").lastChild;
  const wasAtEnd = isAtEnd();
  document.title = `${shown.title} – ${document.querySelector(".brand").textContent}`;
  setText($("title"), shown.title);
  setAttribute($("main"), "aria-busy", shown.isBusy);
  $("busy").hidden = !shown.isBusy && shown.progress == null;
  setAttribute($("busy"), "max", shown.progress == null ? null : 100);
  setAttribute($("busy"), "value", shown.progress);
  if (differs("tabs")) drawTabs();
  if (differs("picture")) drawPicture();
  if (differs("rows", "layout")) drawRows();
  drawFields();
  drawMessages();
  if (differs("buttons")) drawButtons();
  const { picture } = drawn;
  drawn = shown;
  followAddress();
  if (isMoving) enter();
  // Keeps a conversation scrolled to its end.
  else if (wasAtEnd && last !== $("rows").lastChild) scrollToEnd();
  // Without its fields, it is another screen, even at the same place.
  const isOther = isMoving || $("fields").childElementCount < fieldCount;
  if (hadFocus && !$("main").contains(document.activeElement)) refocus(focused, isOther ? null : group, index);
  focusPicture(picture, focused);
  confirm();
  focusMistake();
  staysAtEnd = isAtEnd();
}

const controls = "a, button, input, select, textarea";

function scrollToEnd() { scrollTo(0, document.documentElement.scrollHeight); }

/// Whether a conversation is scrolled to its end. There it stays in a window of another size.
const isAtEnd = () => isConversation() && innerHeight + scrollY >= document.documentElement.scrollHeight - 80;
let staysAtEnd = false;
addEventListener("scroll", () => { staysAtEnd = isAtEnd(); });
addEventListener("resize", () => { if (staysAtEnd) scrollToEnd(); });

// A control that gets the focus is scrolled to where the commands and messages don't cover it.
new ResizeObserver(() => {
  const height = [document.querySelector("header"), $("top"), $("bar")].reduce((sum, part) => sum + part.offsetHeight, 0);
  document.documentElement.style.scrollPaddingTop = `${height + 8}px`;
}).observe($("bar"));

/// An element that was only moved gets the focus back, the neighbor of a removed one gets it, and on another screen,
/// assistive technology reads from the title.
function refocus(focused, group, index) {
  const near = focused.isConnected ? focused : group?.children[Math.min(index, group.children.length - 1)];
  const control = near?.closest(controls) ?? near?.querySelector(controls);
  (control ?? $("title")).focus({ preventScroll: true });
  if (control && control !== focused) moved = { control, time: performance.now() };
}

/// The control to which the focus last moved by itself, and the time. A key that is pressed right after it was meant
/// for another control.
let moved;
const isMeantForAnother = (event) =>
  event.isTrusted && event.detail === 0 && event.currentTarget === moved?.control && performance.now() - moved.time < 500;

function drawTabs() {
  fill($("tabs"), shown.tabs, keyOf, makeControl, (button, tab) => {
    updateButton(button, tab);
    button.removeAttribute("aria-pressed");
    setAttribute(button, "aria-current", tab.isSelected ? "page" : null);
  });
}

function drawButtons() {
  const all = (shown.buttons ?? []).map((button) => ({ ...button, role: button.role ?? "plain" }));
  for (const [id, roles] of [["top", ["back"]], ["choices", ["choice"]], ["buttons", ["submit", "plain"]]]) {
    const buttons = all.filter((button) => roles.includes(button.role));
    fill($(id), buttons, keyOf, makeControl, updateButton);
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

$("picture").firstChild.addEventListener("error", () => {
  const { picture } = shown;
  if (picture) setText($("picture").lastChild, `${picture.description}: ${document.body.dataset.undrawn} ${picture.address}`);
});

/// The row that opened the large picture.
let opener;

/// The large picture takes the focus from the row that opens it, and gives it back.
function focusPicture(old, focused) {
  if (shown.picture && !old && focused.closest("#rows")) {
    opener = focused;
    $("picture").focus({ preventScroll: true });
  } else if (old && !shown.picture) {
    if (opener?.isConnected && !document.activeElement.closest("#rows, #fields")) opener.focus({ preventScroll: true });
    opener = undefined;
  }
}

// Messages

/// What is wrong with a message that this page has sent, until the user goes on.
let problem;

function told(text) {
  problem = text;
  if (shown) draw();
}

/// Shows the messages that belong to no field.
function drawMessages() {
  const labels = new Set(shown.fields?.map(({ label }) => label));
  const all = (shown.messages ?? []).filter(({ field }) => !labels.has(field));
  if (problem) all.push({ kind: "error", text: problem });
  fill($("messages"), all, ({ text }) => text, makeMessage, updateMessage);
}

function makeMessage() {
  const message = element("p");
  message.append(element("strong"), element("span"));
  return message;
}

function updateMessage(message, { kind, title, text, field }) {
  // A kind that this page doesn't know is a text, too.
  message.className = ["error", "empty", "busy"].includes(kind) ? kind : "notice";
  const heading = title ?? (message.closest("#fields") ? "" : field ?? "");
  setText(message.firstChild, heading);
  message.firstChild.hidden = heading === "";
  setText(message.lastChild, text);
}

/// Whether the app has yet to say what is wrong with a form that was submitted.
let isAnswerDue = false;

/// After a submission, the first field with a mistake gets the focus.
function focusMistake() {
  const wrong = isAnswerDue && !submission && $("fields").querySelector("[aria-invalid]");
  if (!wrong) return;
  isAnswerDue = false;
  wrong.focus();
}

// Rows and buttons

function drawRows() {
  const list = $("rows");
  const form = $("form");
  setAttribute(list, "class", shown.layout ?? "list");
  setAttribute(list, "aria-live", isConversation() ? "polite" : null);
  // Commands are above a list, however long it is, and below a conversation.
  if (isConversation() !== (list.nextElementSibling === form)) list[isConversation() ? "after" : "before"](form);
  // Older messages that appear above don't move those that are read.
  const first = isConversation() && [...list.children].find((row) => row.getBoundingClientRect().bottom > 0);
  const top = first && first.getBoundingClientRect().top;
  fill(list, shown.rows, keyOf, makeRow, updateRow);
  list.hidden = !shown.rows?.length;
  if (first?.isConnected) scrollBy(0, first.getBoundingClientRect().top - top);
}

/// From any row, however many there are, Ctrl-Home leads to the fields and commands above them.
$("rows").addEventListener("keydown", (event) => {
  if (event.key === "Home" && event.ctrlKey) $("main").querySelector(controls)?.focus();
});

/// Returns what identifies a control. A link has another element than a button.
const keyOf = ({ action, address, text }) => (address ? "link " : "") + JSON.stringify(action ?? text);

/// Makes a link if there is an address, a button if there is an action, or else a text.
function makeControl({ address, action }) {
  const control = element(address ? "a" : action ? "button" : "div");
  if (!address && action) control.type = "button";
  if (action) {
    control.addEventListener("click", (event) => {
      // The browser opens the link in another tab.
      if (address && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
      if (address || isMeantForAnother(event)) event.preventDefault();
      if (control.type !== "submit" && !isMeantForAnother(event)) press(control);
    });
  }
  return control;
}

function makeRow(row) {
  const item = element("li");
  const body = item.appendChild(makeControl(row));
  body.className = "row";
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
  body.action = row.action;
  setAttribute(body, "href", row.address && link(row.address));
  item.classList.toggle("selected", row.isSelected === true);
  setAttribute(body, "aria-current", row.action && row.isSelected ? "true" : null);
  image.hidden = !row.picture;
  setAttribute(image, "src", row.picture ? address(row.picture) : null);
  setText(text, row.text);
  setText(detail, row.detail ?? "");
  // The picture replaces its address.
  detail.hidden = !row.detail || row.detail === row.picture;
}

function press(button) {
  if (button.getAttribute("aria-disabled") === "true") return;
  const isBack = button.className === "back";
  if (button.closest("#form") && !isBack) forgetDrafts();
  const number = command(button.action);
  if (isBack) returning = number;
}

function updateButton(button, { label, action, address, isEnabled, role, isSelected }) {
  setText(button, label);
  button.action = action;
  setAttribute(button, "href", address && link(address));
  // Not `disabled`, because the button would lose the focus.
  setAttribute(button, "aria-disabled", isEnabled === false ? "true" : null);
  setAttribute(button, "aria-pressed", role === "choice" ? String(isSelected === true) : null);
  button.className = role ?? "tab";
  if (button.localName === "button") button.type = role === "submit" ? "submit" : "button";
}

$("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const wrong = items().find((item) => item.problem);
  if (wrong) return wrong.input.focus();
  // The action is sent even if the button is disabled, so that the app can say what is wrong.
  const button = $("buttons").querySelector("[type=submit]");
  if (button) command(button.action, true);
});

// A held Enter is one. It must not answer the question that it has asked.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.repeat || event.target.matches("textarea")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

$("fields").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("input:not([type=file])")) return;
  // Enter submits from the last field, and goes on before it.
  const inputs = [...$("fields").querySelectorAll("input, select, textarea")];
  const next = inputs[inputs.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// What is typed after a submission

/// The submission that the app hasn't confirmed: the number of its echo, its form, and what the fields contained. The app
/// may empty them. Until the page knows, it keeps what is typed, and the commands after that: `later`.
let submission;
const form = () => screenKey(shown) + JSON.stringify(shown.fields?.map((field) => field.edit));
const items = () => [...$("fields").children].filter((item) => item.field.kind !== "file");
const isText = (item) => !["choice", "date"].includes(item.field.kind);
const texts = () => new Map(items().map((item) => [item, textOf(item)]));

/// Sends the action of a command, or keeps it for later if the fields have been edited since an unconfirmed submission.
/// A second Enter at an unchanged form has no effect. Returns the number of the echo, or 0.
function command(action, isSubmit = false) {
  problem = undefined;
  isAnswerDue = isSubmit;
  if (isSubmit) forgetDrafts();
  if (!submission) {
    if (!isSubmit) return dispatch(action);
    const base = texts(), number = submit(base, [], base);
    if (number) submission.last = emptied();
    return number;
  }
  if (items().every((item) => textOf(item) === submission.last.get(item))) return isSubmit ? 0 : dispatch(action);
  submission.later.push({ action, isSubmit, texts: texts() });
  if (isSubmit) submission.last = emptied();
  return 0;
}

/// Submits the form, whose texts the app has received. `last` is what the fields contained after the last Enter.
function submit(base, later, last) {
  const button = $("buttons").querySelector("[type=submit]");
  const number = button ? dispatch(button.action, "submit") : 0;
  if (!number) return 0;
  const start = new Map([...base].map(([item, text]) => [item, isConversation() && isText(item) ? "" : text]));
  submission = { number, screen: screenKey(shown), form: form(), base, start, last, later };
  return number;
}

/// A conversation goes on with an empty field. Returns what the fields contain then.
function emptied() {
  if (isConversation()) {
    for (const item of items().filter(isText)) item.input.value = "";
    scrollToEnd();
  }
  return texts();
}

/// Handles the app's answer to a submission: applies what was typed since to what the fields contain now, and sends it.
function confirm() {
  if (!submission || echoed < submission.number) return;
  const { screen: old, form: oldForm, base, start, later, last } = submission;
  const commands = later.filter(({ isSubmit }) => !isSubmit);
  const all = items().filter((item) => base.has(item));
  const known = new Map(all.map((item) => [item, knownText(item, base.get(item))]));
  const isKept = (item) => isText(item) && base.get(item) !== "" && known.get(item) === base.get(item);
  const isElsewhere = old !== screenKey(shown);
  if (isElsewhere || (isConversation() && all.some(isKept))) {
    // If it was refused, what was typed since is not lost, and not sent without the user.
    if (!isElsewhere) gather();
    submission = undefined;
    if (!isElsewhere) all.forEach(type);
    return commands.forEach(({ action }) => dispatch(action));
  }
  submission = undefined;
  // Each Enter in a conversation begins a new text.
  const next = isConversation() ? later.findIndex(({ isSubmit }) => isSubmit) : -1;
  const changed = later.slice(0, next + 1 || undefined).map((entry) => entry.texts);
  if (next < 0) changed.push(last);
  for (const item of all) {
    const rebase = (text) => isText(item) ? rebased(start.get(item), text, known.get(item)) :
      text === start.get(item) ? known.get(item) : text;
    for (const texts of changed) texts.set(item, rebase(texts.get(item)));
    if (next < 0) setTyped(item, rebase(textOf(item)));
  }
  while (later.length > 0) {
    const { action, isSubmit, texts } = later.shift();
    for (const item of all) if (texts.get(item) !== known.get(item)) send(item, texts.get(item));
    // The form may have other fields now.
    if (isSubmit && oldForm === form() && submit(texts, later, last)) return;
    if (!isSubmit) dispatch(action);
    for (const item of all) known.set(item, texts.get(item));
  }
  for (const item of all) if (textOf(item) !== known.get(item)) type(item);
}

/// Puts the text of a conversation that was not sent back into its fields, with what was typed since.
function gather() {
  const { base, later } = submission;
  for (const item of isConversation() ? items().filter(isText) : []) {
    const parts = [base.get(item), ...later.filter(({ isSubmit }) => isSubmit).map((entry) => entry.texts.get(item)), textOf(item)];
    setTyped(item, parts.filter((part) => part).join(" "));
  }
}

/// Returns where two texts differ: the length of what is equal before and after it.
function difference(old, text) {
  const length = Math.min(old.length, text.length);
  let [before, after] = [0, 0];
  while (before < length && old[before] === text[before]) before += 1;
  while (after < length - before && old.at(-1 - after) === text.at(-1 - after)) after += 1;
  return [before, after];
}

/// Returns a text to which the change from `old` to `edited` is applied.
function rebased(old, edited, text) {
  if (old === text) return edited;
  const [before, after] = difference(old, edited);
  const head = before === old.length ? text : text.slice(0, before), tail = after > 0 ? text.slice(head.length).slice(-after) : "";
  return head + edited.slice(before, edited.length - after) + tail;
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.isComposing && !event.repeat && $("top").firstChild) press($("top").firstChild);
});

// Fields

/// The types of inputs by the kind of field. A kind that this page doesn't know is a text.
const inputTypes = { password: "password", file: "file", date: "datetime-local" };
/// Even if each character is escaped, the message isn't too long.
const longestText = 170_000;
const inputNames = { paragraph: "textarea", choice: "select" };

function makeField(field) {
  const item = element("div", `field-${field.kind}`);
  const label = item.appendChild(element("label"));
  label.append(element("span", "name"));
  const input = label.appendChild(element(inputNames[field.kind] ?? "input"));
  if (field.kind === "paragraph") input.rows = 4;
  if (input.localName === "input") input.type = inputTypes[field.kind] ?? "text";
  // Not of the type `email`, which changes what is typed and hides the caret.
  if (field.kind === "email") [input.autocomplete, input.inputMode, input.autocapitalize] = ["email", "email", "off"];
  if (field.kind === "password") input.autocomplete = "current-password";
  if (field.kind !== "file" && field.kind !== "choice") input.maxLength = longestText;
  if (field.kind === "file") {
    input.accept = "image/png,image/jpeg";
    input.addEventListener("change", () => upload(item));
    item.output = label.appendChild(element("output"));
    item.progress = label.appendChild(element("progress"));
    [item.progress.hidden, item.progress.max] = [true, 100];
  } else {
    input.addEventListener("input", () => type(item));
    // An input method would lose its text if the value were set meanwhile.
    input.addEventListener("compositionstart", () => { item.isComposing = true; });
    input.addEventListener("compositionend", () => {
      item.isComposing = false;
      draw();
    });
  }
  item.about = item.appendChild(element("div", "about"));
  item.about.id = `about-${++described}`;
  [item.input, item.isNew] = [input, true];
  return item;
}

let described = 0;

function drawFields() {
  if (isRestarted) {
    // The app gets what is typed once it shows the form again.
    if (submission) gather();
    submission = undefined;
    items().forEach(saveDraft);
    [isRestarted, isSettling] = [false, true];
  }
  // An app that starts may show a form before it has loaded what the form belongs to.
  if (isSettling || screenKey(shown) !== screenKey(drawn)) for (const item of items()) item.isNew = true;
  // A log-in is where another user begins.
  if (!shown.isBusy && shown.fields?.some(({ kind }) => kind === "password")) forgetDrafts(true);
  // An echo changes them, too.
  fill($("fields"), shown.fields, (field) => JSON.stringify(field.edit), makeField, updateField);
  if (!shown.isBusy && !isDue && echoed === asked) isSettling = false;
}

/// Whether the app has started anew and is still busy with it.
let isSettling = false;

function updateField(item, field) {
  const { input, about } = item;
  item.field = field;
  setText(item.querySelector(".name"), field.kind === "date" ? field.label.replace("UTC", zone(field.value)) : field.label);
  const messages = (shown.messages ?? []).filter((message) => message.field === field.label);
  if (item.problem) messages.push({ kind: "error", text: item.problem });
  fill(about, messages, ({ text }) => text, makeMessage, updateMessage);
  setAttribute(input, "aria-invalid", messages.some(({ kind }) => kind === "error") ? "true" : null);
  setAttribute(input, "aria-describedby", messages.length > 0 ? about.id : null);
  if (field.kind === "choice") fill(input, field.options, ({ value }) => value, () => element("option"), updateOption);
  if (field.kind === "file") return setText(item.output, field.value ?? "");
  if (item.isNew) return restoreDraft(item);
  if (!isTyped(item)) setTyped(item, knownText(item, textOf(item)));
}

/// Sends what is typed. Until the echo arrives, it is the user's, and newer than that of the screen.
function type(item) {
  const text = textOf(item);
  [problem, isAnswerDue] = [undefined, false];
  item.problem = text.isWellFormed() && text.length <= longestText ? undefined : document.body.dataset.unsendable;
  if (!item.problem && !submission?.base.has(item)) send(item, text);
  saveDraft(item);
  updateField(item, item.field);
}

function send(item, text) { item.asked = dispatch(typed(item.field.edit, text), JSON.stringify(item.field.edit)); }

const isTyped = (item) => item.isComposing || item.problem || (item.asked ?? 0) > echoed || submission?.base.has(item);

/// Returns the text of a field in the app. The app only tells whether there is a password, which is then what was sent.
const knownText = ({ field }, sent) => (field.kind === "password" && field.value ? sent : field.value ?? "");

/// Returns a date of the app, which is in UTC, or `null` if there is none.
const dateOf = (text) => Number.isNaN(Date.parse(`${text}Z`)) ? null : new Date(`${text}Z`);

/// Returns the name of the user's time zone at a date.
const zone = (text) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { timeZoneName: "short" }).formatToParts(dateOf(text) ?? new Date())
    .find(({ type }) => type === "timeZoneName").value;

/// Returns what the user has typed into a field, as the app gets it.
function textOf({ field, input }) {
  if (field.kind !== "date" || !input.value) return input.value;
  return new Date(input.value).toISOString().slice(0, 16);
}

/// Shows a text of the app in a field.
function setTyped({ field, input }, text) {
  if (field.kind !== "date") return setValue(input, text);
  const date = dateOf(text);
  setValue(input, date ? new Date(date - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16) : "");
}

/// Sets the text of an input without moving the caret away from where the user types.
function setValue(input, value) {
  if (input.value === value) return;
  const [before, after] = difference(input.value, value), { length } = input.value;
  const selection = document.activeElement === input && input.setSelectionRange && input.selectionStart !== null &&
    [input.selectionStart, input.selectionEnd].map((at) =>
      at >= length - after ? at + value.length - length : Math.min(at, value.length - after));
  input.value = value;
  if (selection) input.setSelectionRange(...selection);
}

// Drafts

const draftName = (item) => `draft ${shown.address ? asURL(shown.address) : here()} ${JSON.stringify(item.field.edit)}`;
const hasDraft = (item) => !["file", "password"].includes(item.field.kind);

/// Keeps what is typed into a form that the user leaves, or for an app that starts anew, with what the field contained first.
function saveDraft(item) {
  if (!hasDraft(item)) return;
  // Without room for it, there is no draft.
  try { sessionStorage.setItem(draftName(item), JSON.stringify([item.first, textOf(item)])); } catch { }
}

function restoreDraft(item) {
  item.isNew = false;
  const known = knownText(item, textOf(item));
  const [first = known, text = known] = JSON.parse((hasDraft(item) && sessionStorage.getItem(draftName(item))) || "[]");
  item.first = text === known ? first : known;
  if (isTyped(item)) return;
  const isDraft = first === known && text !== known;
  setTyped(item, isDraft ? text : known);
  if (isDraft) type(item);
}

function forgetDrafts(isAll = false) {
  const names = isAll ? Object.keys(sessionStorage).filter((name) => name.startsWith("draft ")) : items().map(draftName);
  for (const name of names) sessionStorage.removeItem(name);
}

function updateOption(option, { label, value }) {
  option.value = value;
  setText(option, label);
}

/// Uploads a file to the app, which stores it when the user saves.
function upload(item) {
  const { input, output, progress } = item;
  const [file] = input.files;
  if (!file) return;
  const request = new XMLHttpRequest();
  request.open("POST", `/upload?${new URLSearchParams({ session, name: file.name })}`);
  request.upload.onprogress = (event) => { progress.value = (100 * event.loaded) / event.total; };
  request.onloadend = () => {
    progress.hidden = true;
    // The same file can be chosen again.
    input.value = "";
    const isSent = request.status === 201 && dispatch(typed(item.field.edit, JSON.parse(request.response).file));
    item.problem = isSent ? undefined : document.body.dataset.failed;
    updateField(item, item.field);
  };
  progress.hidden = false;
  item.problem = undefined;
  setText(output, "");
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
