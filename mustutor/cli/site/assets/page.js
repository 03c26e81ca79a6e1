// The page asks, the worker answers: what is typed becomes a command line, what it writes is shown.
"use strict";

const WORDS = JSON.parse(document.getElementById("words").textContent);
const state = document.getElementById("state");
const stop = document.getElementById("stop");
const held = document.getElementById("kept");
const waiting = new Map();
const ARTICLE = /\b([A-Z]{3}-(?:[A-Z]+-)?[A-Z]*\d+)\b/;
const PATIENCE = 3000; // milliseconds
const MOMENT = 400; // milliseconds: what is answered sooner is not announced
let worker = null;
let isReady = false;
let asked = 0;
let soon = 0;

// Newer pages may be laid in while this one is open: it goes on, and what it would start is new.
let isOld = false;
if (navigator.serviceWorker?.controller) {
  navigator.serviceWorker.oncontrollerchange = () => (isOld = true);
}

function begin() {
  if (isOld) location.reload();
  worker = new Worker("./worker.js", { type: "module" });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (event) => fail(event.message || "worker.js");
}

function hear(message) {
  if (message.kind === "step") say(WORDS[message.step]);
  if (message.kind === "failed") fail(message.problem, message.lacking);
  if (message.kind === "ready") {
    document.documentElement.dataset.milliseconds = message.milliseconds;
    document.documentElement.dataset.remembered = message.remembered;
    isReady = true;
    working();
    if (!message.remembered) keep();
    else held.textContent = WORDS.kept;
  }
  if (message.kind === "answer") {
    waiting.get(message.number)?.(message);
    waiting.delete(message.number);
    working();
  }
}

function say(text) {
  state.textContent = text;
}

function working() {
  clearTimeout(soon);
  if (waiting.size > 0) soon = setTimeout(announce, MOMENT);
  else {
    stop.hidden = true;
    if (isReady) say(WORDS.ready);
  }
}

// What takes longer can be stopped; while it starts, how far that has come is what is told.
function announce() {
  stop.hidden = false;
  if (isReady) say(WORDS.working);
}

function fail(problem, lacking = false) {
  isReady = false;
  say(lacking ? WORDS.lacking : `${WORDS.failed} ${problem}`);
  worker?.terminate();
  worker = null;
  for (const answer of waiting.values()) answer(null);
  waiting.clear();
  working();
}

function ask(question) {
  if (worker === null) begin();
  return new Promise((resolve) => {
    asked += 1;
    waiting.set(asked, resolve);
    working();
    const page = location.protocol.startsWith("http") ? location.href.split("#")[0] : "";
    worker.postMessage({ number: asked, language: document.documentElement.lang, page, ...question });
  });
}

stop.addEventListener("click", () => {
  fail("");
  say(WORDS.stopped);
  // What is seen at the desk was Python's: begun anew, it shows where that is now.
  if (!desk.parentElement.hidden) turn();
});

// --- what is kept for a day without a network ---------------------------------------------------

async function keep() {
  try {
    const { installing } = await navigator.serviceWorker.register("./service-worker.js");
    if (installing) await laidIn(installing);
    await navigator.serviceWorker.ready;
    held.textContent = WORDS.kept;
    setTimeout(speedUp, PATIENCE);
  } catch {
    held.textContent = WORDS.unkept;
  }
}

// Without room it is given up, and never ready.
function laidIn(installing) {
  return new Promise((resolve, reject) => {
    installing.onstatechange = () => (installing.state === "redundant" ? reject() : resolve());
  });
}

// Another worker keeps what later starts begin with, when nobody waits for this one.
function speedUp() {
  if (waiting.size > 0) {
    setTimeout(speedUp, PATIENCE);
    return;
  }
  const keeper = new Worker("./worker.js", { type: "module", name: "keep" });
  keeper.onmessage = ({ data }) => {
    if (data.kind === "remembers") document.documentElement.dataset.remembers = true;
  };
}

// --- from a form to a command line --------------------------------------------------------------

function columns(place) {
  const ruler = document.createElement("span");
  ruler.textContent = "0".repeat(50);
  ruler.className = "ruler";
  place.append(ruler);
  const wide = Math.floor((place.clientWidth / ruler.getBoundingClientRect().width) * 50);
  ruler.remove();
  return Math.max(20, Math.min(100, wide));
}

function questionOf(form) {
  const words = form.dataset.words.split(" ");
  const question = { words };
  for (const field of form.elements) {
    const value = field.value?.trim();
    switch (field.dataset.as) {
      case "words":
        words.push(...value.split(/\s+/).filter(Boolean));
        break;
      case "lines":
        words.push(...value.split("\n").map((line) => line.trim()).filter(Boolean));
        break;
      case "word":
        if (value) words.push(value);
        break;
      case "flag":
        if (field.checked) words.push(field.dataset.option);
        break;
      case "option":
        if (value) words.push(field.dataset.option, value);
        break;
      case "line":
        question.line = value;
        break;
    }
  }
  return question;
}

// --- the rules of the house: chosen once, and kept where the browser keeps anything ---------------

const rulebooks = [...document.querySelectorAll("[data-shared]")];

function share(id) {
  for (const list of rulebooks) list.value = [...list.options].some((one) => one.value === id) ? id : "";
}

try {
  share(localStorage.getItem("mustutor-rules") ?? "");
} catch {
  // chosen each time
}
for (const list of rulebooks) {
  list.addEventListener("change", () => {
    share(list.value);
    try {
      localStorage.setItem("mustutor-rules", list.value);
    } catch {
      // chosen each time
    }
  });
}

// --- cards by a finger ---------------------------------------------------------------------------

// Fields begin with an example, and keep what was asked last: what is typed or tapped then begins
// anew, and takes the place of all of it.
const fields = [...document.querySelectorAll("[data-fresh]")];
for (const field of fields) {
  field.addEventListener("focus", () => field.dataset.fresh && field.select());
  field.addEventListener("input", () => (field.dataset.fresh = ""));
  field.form.addEventListener("submit", () => (field.dataset.fresh = "true"));
}

// A card more, or with none of them one less: in the hand that is not whole yet, or the next one.
function lay(field, card) {
  const value = field.dataset.fresh && card ? "" : field.value;
  const hands = value.split("\n").map((line) => line.split(/\s+/).filter(Boolean));
  const last = hands.findLast((hand) => hand.length > 0) ?? [];
  if (!card) last.pop();
  else if (last.length === 0) hands.push([card]);
  else if (last.length < Number(field.dataset.cards)) last.push(card);
  else if (field.dataset.as === "lines") hands.push([card]);
  else hands.splice(0, hands.length, [card]);
  field.value = hands.map((hand) => hand.join(" ")).filter(Boolean).join("\n");
  field.dataset.fresh = "";
}

for (const pad of document.querySelectorAll(".pad")) {
  const field = pad.closest("form").querySelector("[data-cards]");
  pad.addEventListener("click", ({ target }) => {
    const key = target.closest("button");
    if (!key) return;
    lay(field, key.value);
  });
}

// --- what was answered --------------------------------------------------------------------------

function show(section, answer) {
  const place = section.querySelector(".answer");
  place.hidden = answer === null;
  if (answer === null) return;
  const told = place.querySelector("pre");
  const problem = place.querySelector(".problem");
  const page = /^<!doctype html>/i.test(answer.out);
  const files = answer.files.map(([name, data]) => [name, Uint8Array.from(atob(data), (c) => c.charCodeAt(0))]);
  if (page) files.unshift(["mustutor.html", answer.out]);
  told.hidden = page || !answer.out;
  told.textContent = page ? "" : answer.out.replace(/^\n+|\n+$/g, "");
  place.querySelector(".files").replaceChildren(...files.map(([name, data]) => file(name, data)));
  // What was wrong, and then what can be typed about it at a terminal.
  const [wrong, ...aside] = answer.err.trim().split("\n");
  problem.replaceChildren(wrong, ...aside.map((line) => made("small", line)));
  problem.hidden = !wrong;
  for (const place of [told, problem]) link(place);
  place.scrollIntoView({ block: "nearest" });
}

// A link that saves a file of the page.
function file(name, data) {
  const link = made("a", name);
  link.href = URL.createObjectURL(new Blob([data]));
  link.download = name.split("/").pop();
  return link;
}

function made(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

// Articles that are named lead to their text.
function link(place) {
  for (const text of [...place.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)) {
    const parts = text.data.split(ARTICLE);
    const linked = parts.map((part, at) => (at % 2 === 1 ? made("a", part) : part));
    for (const one of linked) if (one.href === "") one.href = `#rule/${one.textContent}`;
    text.replaceWith(...linked);
  }
}

// --- sharing: a match as a link to this page, by the system's own sheet or the clipboard -----------

async function shared(title, url) {
  try {
    if (navigator.share) await navigator.share({ title, url });
    else {
      await navigator.clipboard.writeText(url);
      say(WORDS.copied);
    }
  } catch (problem) {
    if (problem.name !== "AbortError") say(url); // it is at least there to be copied by hand
  }
}

for (const form of document.querySelectorAll("form[data-words]")) {
  const section = form.closest("section");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (section.getAttribute("aria-busy") === "true") return; // one answer at a time
    section.setAttribute("aria-busy", "true");
    const question = { ...questionOf(form), columns: columns(form) };
    // Whatever is typed may be about what the device keeps.
    if (question.line !== undefined) question.keeps = await owned();
    show(section, await ask(question));
    section.setAttribute("aria-busy", "false");
  });
}

// --- lessons and tables: what is touched is told to the device, and it says what is then seen -------

const desk = document.getElementById("desk");
let isMine = null; // whether what is done here is kept: in one tab at a time

function owned() {
  isMine ??= new Promise((resolve) => {
    if (!navigator.locks) return resolve(true);
    // A page that is just being left lets go of it in a moment; another tab does not.
    const signal = AbortSignal.timeout(PATIENCE);
    navigator.locks
      .request("mustutor-device", { signal }, () => {
        resolve(true);
        return new Promise(() => {}); // held as long as the page is open
      })
      .catch(() => resolve(false));
  });
  return isMine;
}

let touching = Promise.resolve();

function touch(act, typed = "") {
  if (desk.getAttribute("aria-busy") !== "true") touching = touched(act, typed); // one answer at a time
  return touching;
}

async function touched(act, typed) {
  desk.setAttribute("aria-busy", "true");
  const within = desk.contains(document.activeElement);
  const answer = await ask({ act, typed, keeps: await owned() });
  desk.setAttribute("aria-busy", "false");
  if (answer === null) return;
  desk.querySelector(".problem")?.remove();
  if (answer.problem) {
    const problem = made("p", answer.problem);
    problem.className = "problem";
    problem.setAttribute("role", "alert");
    desk.append(problem);
    problem.scrollIntoView({ block: "nearest" });
    return;
  }
  desk.innerHTML = answer.seen; // markup of ours: whatever was typed is text in it
  link(desk);
  held.textContent = answer.kept ? WORDS.device : WORDS.loose;
  // An address that begins something is left when that has begun, or has been left.
  const begun = act === "home" || typed.startsWith("play:");
  if (begun || answer.at !== part()) history.replaceState(null, "", `#${answer.at}`);
  named(answer.at);
  hand(answer.handed);
  desk.querySelector("h2, .where, .question")?.scrollIntoView({ block: "nearest" });
  // A finger needs no field where it has something to touch; the keyboard would hide it.
  const field = matchMedia("(pointer: coarse)").matches ? null : desk.querySelector("[data-act='answer'] [name='typed']");
  if (within) (field ?? desk.querySelector(".told")).focus({ preventScroll: true });
}

// What is handed out: a file to save, or a link to share.
function hand({ name, text, link }) {
  if (name) file(name, text).click();
  if (link) shared(document.title, link);
}

desk.addEventListener("click", (event) => {
  const { target } = event;
  const article = target.closest("a[href^='#']");
  const told = article && document.getElementById(article.hash.slice(1));
  if (told) {
    event.preventDefault(); // the address names what is learnt here, and stays
    told.open = true;
    told.scrollIntoView({ block: "center" });
    return;
  }
  const button = target.closest("button[data-act], button[data-lay], button[data-add]");
  if (!button) return;
  const { act, typed, lay, add } = button.dataset;
  if (act === "print") return print();
  if (act) return touch(act, typed);
  const field = (button.form ?? desk.querySelector("form")).elements.typed;
  const words = field.value.split(" ").filter(Boolean);
  const at = words.indexOf(lay);
  if (add === "") words.pop();
  else if (at >= 0) words.splice(at, 1);
  else words.push(add ?? lay);
  if (button.hasAttribute("aria-pressed")) button.setAttribute("aria-pressed", at < 0);
  field.value = words.join(" ");
  if (field.type !== "hidden" && !matchMedia("(pointer: coarse)").matches) field.focus();
});

desk.addEventListener("submit", (event) => {
  event.preventDefault();
  const { act, before } = event.target.dataset;
  const { value } = event.target.elements.typed;
  touch(act, [before, value].filter(Boolean).join(" "));
});

const LARGEST = 32 * 1024 * 1024; // bytes

desk.addEventListener("change", async ({ target }) => {
  const chosen = target.files?.[0];
  if (chosen && chosen.size <= LARGEST) touch(target.dataset.act, await chosen.text());
});

// --- which part is shown ------------------------------------------------------------------------

const parts = [...document.querySelectorAll("main > section[id]")];
const links = [...document.querySelectorAll("nav a[href^='#']")];

function address() {
  const typed = location.hash.slice(1);
  // "%" alone is no escape.
  try { return decodeURIComponent(typed); } catch { return typed; }
}

function part() {
  return address().split("/")[0];
}

// The parts of the desk are one section: it has the name of its link.
function named(at) {
  for (const link of links) {
    if (link.hash !== `#${at}`) link.removeAttribute("aria-current");
    else link.setAttribute("aria-current", "page");
  }
  const link = links.find((one) => one.hash === `#${at}`);
  link?.closest("ul").scrollTo({ left: link.offsetLeft - link.offsetWidth / 2 });
  if (link && !desk.parentElement.hidden) desk.parentElement.querySelector("h2").textContent = link.textContent;
}

// In the address stands a match, or a part, and for an article of the rulebook its name: #rule/MUS-BET-1.
async function turn() {
  const sent = /^[js][\w-]{8,}$/.test(address()) ? address() : "";
  const [wanted, ...more] = sent ? ["records"] : address().split("/");
  const shown = parts.find((one) => one.id === wanted) ?? parts[0];
  for (const one of parts) one.hidden = one !== shown;
  for (const other of document.querySelectorAll("a[hreflang]")) other.hash = location.hash;
  if (shown.id === "learn") {
    const known = links.some((one) => one.hash === `#${wanted}`);
    named(known ? wanted : "learn");
    await touching;
    return sent ? touch("sent", sent) : touch("open", (more.length > 0 ? more : [known ? wanted : "learn"]).join(":"));
  }
  named(shown.id);
  const field = shown.querySelector("[data-named]");
  if (!field || more.length === 0) return;
  field.value = more.join("/");
  field.form.requestSubmit();
}

addEventListener("hashchange", () => {
  turn();
  parts.find((one) => !one.hidden).querySelector("h2").focus();
});
turn();
if (worker === null) begin(); // a question in the address has begun it
