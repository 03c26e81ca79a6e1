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
      case "record":
        // What was chosen goes before what was pasted, which is read from the input.
        if (chosen(field)) words.push(chosen(field));
        else {
          question.typed = `${field.value.trimEnd()}\n`;
          words.push("-");
        }
        break;
      case "line":
        question.line = value;
        break;
    }
  }
  words.push(...(form.dataset.after ?? "").split(" ").filter(Boolean));
  return question;
}

function chosen(field) {
  return field.form.elements[field.dataset.otherwise].value;
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
  field.addEventListener("input", () => {
    field.dataset.fresh = "";
    if (field.dataset.otherwise) field.form.elements[field.dataset.otherwise].value = "";
  });
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

function show(section, answer, text = answer?.out) {
  const place = section.querySelector(".answer");
  place.hidden = answer === null;
  if (answer === null) return;
  const page = /^<!doctype html>/i.test(text);
  const told = place.querySelector("pre");
  const frame = place.querySelector("iframe");
  const saved = place.querySelector("a[download]");
  const problem = place.querySelector(".problem");
  told.hidden = page || !text;
  told.textContent = page ? "" : text.replace(/^\n+|\n+$/g, "");
  if (frame) {
    frame.hidden = !page;
    frame.srcdoc = page ? text : "";
  }
  if (saved) {
    URL.revokeObjectURL(saved.href);
    saved.parentElement.hidden = !page;
    saved.href = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  }
  // What was wrong, and then what can be typed about it at a terminal.
  const [wrong, ...aside] = answer.err.trim().split("\n");
  problem.replaceChildren(wrong, ...aside.map((line) => made("small", line)));
  problem.hidden = !wrong;
  for (const place of [told, problem]) link(place);
  place.scrollIntoView({ block: "nearest" });
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

for (const button of document.querySelectorAll("button[name='share']")) {
  button.addEventListener("click", async () => {
    const { words, typed } = questionOf(button.form);
    const given = words.filter((word) => !word.startsWith("--html"));
    const answer = await ask({ words: [...given, "--link"], typed });
    if (answer?.status === 0) shared(document.title, answer.out.trim());
    else if (answer) show(button.closest("section"), answer);
  });
}

for (const form of document.querySelectorAll("form[data-words]")) {
  const section = form.closest("section");
  const talk = section.querySelector("form.talk");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const question = { ...questionOf(form), columns: columns(form) };
    if (talk) return converse(section, talk, question);
    show(section, await ask(question));
  });
}

// A command that asks is run again from the start with each answer: it has no memory of its own.
function converse(section, talk, question) {
  const given = [];
  const field = talk.elements.answer;
  const offers = talk.querySelector(".offers");
  if (question.words.includes("--seed") === false && section.id === "drill") {
    question.words.push("--seed", String(Math.floor(Math.random() * 1e6)));
  }
  async function run() {
    const answer = await ask({ ...question, typed: given.map((line) => `${line}\n`).join("") });
    const open = answer !== null && (answer.heard > 0 || (answer.status === 2 && answer.out));
    const text = open && answer.heard > 0 ? [...answer.out].slice(0, answer.heard).join("") : answer?.out;
    show(section, answer && open ? { ...answer, err: "" } : answer, text);
    talk.hidden = !open;
    field.value = "";
    offers.replaceChildren(...(open ? answer.offers : []).map((one) => offer(answer, ...one)));
    if (!open) return;
    talk.scrollIntoView({ block: "nearest" });
    // A finger needs no field where it has something to touch; the keyboard would hide it.
    if (answer.offers.length === 0 || !matchMedia("(pointer: coarse)").matches) field.focus();
  }
  function say(text) {
    given.push(text);
    run();
  }
  function offer({ parts }, value, words) {
    const key = made("button", parts ? value : words);
    key.type = "button";
    if (parts) key.setAttribute("aria-label", `${value}, ${words}`);
    key.onclick = () => (parts ? lay(field, value) : say(value));
    return key;
  }
  talk.onsubmit = (event) => {
    event.preventDefault();
    say(field.value);
  };
  talk.elements.back.onclick = () => {
    given.pop();
    run();
  };
  return run();
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

async function touch(act, typed = "") {
  if (desk.getAttribute("aria-busy") === "true") return; // one answer at a time
  desk.setAttribute("aria-busy", "true");
  const keeps = await owned();
  const answer = await ask({ act, typed, keeps });
  desk.setAttribute("aria-busy", "false");
  if (answer === null) return;
  if (answer.problem) {
    desk.querySelector(".problem")?.remove();
    const problem = made("p", answer.problem);
    problem.className = "problem";
    problem.setAttribute("role", "alert");
    desk.append(problem);
    return;
  }
  desk.innerHTML = answer.seen; // markup of ours: whatever was typed is text in it
  link(desk);
  held.textContent = answer.kept ? WORDS.device : WORDS.loose;
  desk.querySelector("h2, .where")?.scrollIntoView({ block: "nearest" });
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
  const button = target.closest("button[data-act], button[data-lay]");
  if (!button) return;
  if (button.dataset.lay === undefined) return touch(button.dataset.act, button.dataset.typed);
  const field = button.form.elements.typed;
  const words = field.value.split(" ").filter(Boolean);
  const at = words.indexOf(button.dataset.lay);
  if (button.hasAttribute("aria-pressed") || at >= 0) {
    if (at >= 0) words.splice(at, 1);
    else words.push(button.dataset.lay);
    if (button.hasAttribute("aria-pressed")) button.setAttribute("aria-pressed", at < 0);
    field.value = words.join(" ");
  } else field.value = [...words, button.dataset.lay].join(" ");
  if (field.type !== "hidden") field.focus();
});

desk.addEventListener("submit", (event) => {
  event.preventDefault();
  const { act, before } = event.target.dataset;
  const value = event.target.querySelector("input")?.value ?? "";
  touch(act, [before, value].filter(Boolean).join(" "));
});

// What the device keeps goes to another one as a file, and comes back as one.
const moved = document.getElementById("moved");
const LARGEST = 8 * 1024 * 1024;
moved.elements.save.addEventListener("click", async () => {
  const answer = await ask({ words: ["progress", "export", "-"], keeps: await owned() });
  if (answer?.status !== 0) return say(answer?.err.trim() ?? "");
  const link = made("a", "");
  link.href = URL.createObjectURL(new Blob([answer.out], { type: "application/json" }));
  link.download = "mustutor-progress.json";
  link.click();
});
moved.elements.take.addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file || file.size > LARGEST) return;
  const words = ["progress", "import", "-"];
  const answer = await ask({ words, typed: await file.text(), keeps: await owned() });
  held.textContent = (answer?.out || answer?.err || "").trim();
  target.value = "";
  touch("again");
});

// --- which part is shown ------------------------------------------------------------------------

const parts = [...document.querySelectorAll("main > section[id]")];
const links = [...document.querySelectorAll("nav a[href^='#']")];

function address() {
  const typed = location.hash.slice(1);
  // "%" alone is no escape.
  try { return decodeURIComponent(typed); } catch { return typed; }
}

// A hand in a link is a score sheet, or a record: it is laid into the form that plays it.
async function carried(link) {
  const section = document.getElementById("play");
  const answer = await ask({ words: ["replay", "import", "-"], typed: `#${link}\n` });
  if (answer?.status !== 0) return show(section, answer);
  const form = section.querySelector("form[data-words]");
  form.querySelector("[data-as='record']").value = answer.out;
  form.elements.known.value = "";
  section.classList.add("linked"); // what was sent is what there is to see
  form.requestSubmit();
}

// In the address stands a hand, or a part, and for an article of the rulebook its name: #rule/MUS-BET-1.
function turn() {
  const link = /^[js][\w-]{8,}$/.test(address()) ? address() : "";
  const [wanted, ...more] = link ? ["play"] : address().split("/");
  const shown = parts.find((part) => part.id === wanted) ?? parts[0];
  for (const part of parts) part.hidden = part !== shown;
  for (const link of links) {
    if (link.hash === `#${shown.id}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  for (const other of document.querySelectorAll("a[hreflang]")) other.hash = location.hash;
  if (shown.id === "learn" && (more.length > 0 || !desk.childElementCount)) {
    touch(more.length > 0 ? "open" : "look", more.join(":"));
  }
  if (link) carried(link);
  const named = shown.querySelector("[data-named]");
  if (!named || more.length === 0) return;
  named.value = more.join("/");
  named.form.requestSubmit();
}

addEventListener("hashchange", () => {
  turn();
  const heading = parts.find((part) => !part.hidden).querySelector("h2");
  heading.focus();
});
turn();
if (worker === null) begin(); // a question in the address has begun it
