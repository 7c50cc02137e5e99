// The connection to the app: receives its screens, sends actions, and keeps the page's URL in sync with the app. A page
// that uses this script defines draw(), which draws `shown`, the screen, and ends with followAddress(). It calls
// connect(). It may define told(text), which tells the user what is wrong with a message that was sent.
"use strict";

const $ = (id) => document.getElementById(id);
const longestPause = 5000;
/// The time in milliseconds within which the app must respond.
const patience = 5000;
/// The number of bytes from which a message would end the connection (`WebLimits.message`).
const longestMessage = 1 << 20;
let socket, shown, isNew = true, isBack = false, isReady = false, attempts = 0, asked = 0, echoed = 0, navigation = 0;
/// The messages that the app may not have handled, in order, how many this page has sent, and how many of them the app has
/// received, as it said when the page connected.
let unheard = [], sent = 0, received = 0;
/// Whether the app has just started, and whether it has yet to go to the page's URL.
let isFresh = false, isDue = false;
/// Whether the app has started anew since the page last drew a screen.
let isRestarted = false;
/// The number of the echo that follows the user's return to an earlier place, or 0.
let returning = 0;

// The connection

/// The name of the tab's session, or of a shared one: `?session=`.
const session = (() => {
  const named = new URLSearchParams(location.search).get("session");
  // The server refuses other names (`WebHandler.isName`).
  const shared = /^[A-Za-z0-9_-]{1,64}$/.test(named ?? "") ? named : null;
  const id = shared || sessionStorage.getItem("session") || `tab-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
  sessionStorage.setItem("session", id);
  return id;
})();
/// The name of the page, by which the server knows what it has received of it after the connection was lost.
const pageName = `page-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;

function connect() {
  tell("connecting");
  const address = new URL(`/session?${new URLSearchParams({ session, page: pageName })}`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(address);
  socket.onopen = () => {
    isBack = true;
    socket.send(JSON.stringify({ hello: { protocol: 2, client: "web", language: document.documentElement.lang } }));
  };
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  socket.onclose = reconnect;
}

/// Determines why the connection was lost, and reconnects after an increasing delay.
async function reconnect() {
  isReady = false;
  const pause = Math.min(longestPause, 200 * 2 ** attempts++) * (0.5 + Math.random() / 2);
  const options = { cache: "no-store", signal: AbortSignal.timeout(patience) };
  const answer = await fetch("/session/state", options).catch(() => null);
  tell(answer?.status === 403 ? "refused" : "lost");
  setTimeout(connect, pause);
}

function tell(connection) {
  const needsNoText = connection === "open" || (connection === "connecting" && attempts === 0 && !isNew);
  document.body.dataset.connection = connection;
  // Shown once, not at each attempt.
  const text = needsNoText ? "" : attempts > 0 && connection === "connecting" ? null : document.body.dataset[connection];
  if (text !== null && $("connection").textContent !== text) $("connection").textContent = text;
}

/// Sends a message, or keeps it until there is a connection.
function enqueue(message, key) {
  const text = JSON.stringify(message);
  if (text.length * 3 > longestMessage && new TextEncoder().encode(text).length > longestMessage) {
    complain({ message: "a message is too long and was not sent" });
    return false;
  }
  unheard.push({ text, key, echo: message.echo });
  if (isReady) transmit(unheard.at(-1));
  return true;
}

function transmit(message) {
  message.number = ++sent;
  socket.send(message.text);
}

/// Sends an action. Returns the number of the echo that follows all of its results, or 0 if it is not sent, because there
/// is no connection. What has a key waits for a connection, and replaces what waits with the same key.
function dispatch(action, key) {
  if (!isReady && !key) return 0;
  if (!isReady) unheard = unheard.filter((message) => message.number || message.key !== key);
  if (!enqueue({ dispatch: action }, key)) return 0;
  asked += 1;
  enqueue({ echo: asked }, key);
  const [number, connection] = [asked, socket];
  setTimeout(() => { if (socket === connection && echoed < number) tell("lost"); }, patience);
  return asked;
}

function hear(message) {
  if ("received" in message) {
    received = message.received;
  } else if ("state" in message) {
    isFresh = message.state.sequence === 0;
  } else if (message.screen || message.screenPatch) {
    shown = message.screen ?? message.screenPatch.reduce(patched, shown);
    attempts = 0;
    tell("open");
    if (isBack) arrive();
    if (isDue && shown.address) goThere();
    // Screens before the destination of a URL aren't shown.
    if (echoed >= navigation) draw();
  } else if ("echo" in message) {
    echoed = message.echo;
    unheard.splice(0, unheard.findIndex(({ echo }) => echo === echoed) + 1);
    tell("open");
    if (shown) draw();
    if (echoed >= returning) returning = 0;
  } else if (message.error) {
    complain(message.error);
  }
}

/// Reports an error of the app. A page of another version of the protocol shows why, and doesn't reconnect.
function complain({ kind, message, advice }) {
  const text = [message, advice].filter(Boolean).join("; ");
  console.warn(text);
  if (kind !== "unsupportedVersion") return typeof told === "function" ? told(text) : undefined;
  socket.onclose = null;
  document.body.dataset.connection = "refused";
  $("connection").textContent = text;
}

/// Returns a copy of a value with a change applied (RFC 6902). It shares the unchanged parts of the original.
function patched(value, change) {
  const steps = change.path.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return changed(value, steps, change);
}

function changed(value, [step, ...rest], change) {
  if (step === undefined) return change.value;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length > 0) copy[step] = changed(value[step], rest, change);
  else if (!Array.isArray(value) && change.op === "remove") delete copy[step];
  else if (change.op === "replace" || !Array.isArray(value)) copy[step] = change.value;
  else copy.splice(step, change.op === "remove" ? 1 : 0, ...(change.op === "add" ? [change.value] : []));
  return copy;
}

/// Handles the first screen of a connection. What the app hasn't received is sent again, in order, unless it has started
/// anew: then `draw` sends what is typed. If the app has just started, or the user has opened a URL, the app goes there once
/// it is at a place with an address, such as after a log-in. An app that has been at a place without an address, such as a
/// form, stays there.
function arrive() {
  isRestarted = isFresh && received === 0 && !isNew;
  isBack = isNew = false;
  if (isRestarted) [unheard, echoed, navigation, returning] = [[], asked, 0, 0];
  // The app's answer to an echo may have been lost.
  unheard = unheard.filter(({ number, echo }) => echo !== undefined || !(number <= received));
  [isReady, sent] = [true, received];
  unheard.forEach(transmit);
  // Pictures that could not be loaded are requested again.
  for (const image of document.querySelectorAll("img.broken")) image.src = image.src;
  isDue = location.pathname !== "/" && Boolean(shown.address || isFresh || history.state === null);
}

/// Goes to the page's URL, unless the app is already there.
function goThere() {
  isDue = false;
  if (here() !== asURL(shown.address)) follow();
}

/// Returns the action that results from inserting the text into the template.
function typed(template, text) {
  if (template === "{{text}}") return text;
  if (Array.isArray(template)) return template.map((part) => typed(part, text));
  if (template === null || typeof template !== "object") return template;
  return Object.fromEntries(Object.entries(template).map(([name, part]) => [name, typed(part, text)]));
}

// Addresses

// The app's addresses are passed on as they are, and never written anew from their parts: `%20` stays `%20`.

/// Returns the page's URL in the app's form: without the name of the session.
function here() {
  const items = location.search.slice(1).split("&").filter((item) => item && !item.startsWith("session="));
  return location.pathname + (items.length > 0 ? `?${items.join("&")}` : "") + location.hash;
}

/// Returns an address as the browser writes it, so that it can be compared.
function asURL(address) {
  const { pathname, search, hash } = new URL(address, location.origin);
  return pathname + search + hash;
}

/// Returns the URL of an address, with the name of the session if it is shared.
function link(address) {
  if (!new URLSearchParams(location.search).has("session")) return address;
  const [path, hash] = asURL(address).split(/(?=#)/);
  return `${path}${path.includes("?") ? "&" : "?"}session=${session}${hash ?? ""}`;
}

/// Sends the app to the page's URL.
function follow() {
  const number = shown.open ? dispatch(typed(shown.open, here())) : 0;
  navigation = number || navigation;
  return number;
}

/// Whether the app was at a place with an address, and whether the next `popstate` is that of the end of a form.
let hadAddress = false, isFormOver = false;

/// Updates the page's URL to the app's place. Does nothing while the app is still navigating to a URL.
function followAddress() {
  if (isFormOver || echoed < navigation) return;
  // A form has no address, but an entry in the history, so that the browser's Back returns to the place before it.
  const isNewForm = hadAddress && !shown.address && history.state === "visited";
  hadAddress = Boolean(shown.address);
  if (isNewForm) history.pushState("form", "", location.href);
  if (!shown.address) return;
  const isElsewhere = here() !== asURL(shown.address), isForm = history.state === "form";
  if (isForm && !isElsewhere && !navigation) {
    isFormOver = true;
    return history.back();
  }
  // A URL that the app has been at has a state, which a reload keeps.
  if (isElsewhere || history.state === null) {
    const isNext = isElsewhere && !navigation && !isForm && location.pathname !== "/";
    history[isNext ? "pushState" : "replaceState"]("visited", "", link(shown.address));
  }
  navigation = 0;
}

window.addEventListener("popstate", () => {
  const wasFormOver = isFormOver;
  isFormOver = false;
  if (!shown) return;
  // The app may have gone on since the form ended.
  if (wasFormOver) followAddress(); else returning = follow();
});
