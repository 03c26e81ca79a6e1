// The page asks, the worker answers: what is typed becomes a command line, what it writes is shown.
"use strict";

const WORDS = JSON.parse(document.getElementById("words").textContent);
const state = document.getElementById("state");
const stop = document.getElementById("stop");
const held = document.getElementById("kept");
const waiting = new Map();
const PATIENCE = 3000; // milliseconds
let worker = null;
let asked = 0;

function begin() {
  worker = new Worker("./worker.js", { type: "module" });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (event) => fail(event.message || "worker.js");
}

function hear(message) {
  if (message.kind === "step") say(WORDS[message.step]);
  if (message.kind === "failed") fail(message.problem);
  if (message.kind === "ready") {
    document.documentElement.dataset.milliseconds = message.milliseconds;
    document.documentElement.dataset.remembered = message.remembered;
    say(WORDS.ready);
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
  stop.hidden = waiting.size === 0;
  document.documentElement.toggleAttribute("data-working", waiting.size > 0);
}

function fail(problem) {
  say(`${WORDS.failed} ${problem}`);
  worker.terminate();
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
    worker.postMessage({ number: asked, language: document.documentElement.lang, ...question });
  });
}

stop.addEventListener("click", () => {
  fail("");
  say(WORDS.stopped);
});

// --- what is kept for a day without a network ---------------------------------------------------

async function keep() {
  try {
    await navigator.serviceWorker.register("./service-worker.js");
    await navigator.serviceWorker.ready;
    held.textContent = WORDS.kept;
    setTimeout(speedUp, PATIENCE);
  } catch {
    held.textContent = WORDS.unkept;
  }
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
        // What was pasted goes before what was chosen, and is read from the input.
        if (value) question.typed = `${field.value.trimEnd()}\n`;
        words.push(value ? "-" : form.elements[field.dataset.otherwise].value);
        break;
      case "line":
        question.line = value;
        break;
    }
  }
  words.push(...(form.dataset.after ?? "").split(" ").filter(Boolean));
  return question;
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
  problem.textContent = answer.err;
  problem.hidden = !answer.err;
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
    if (open) field.focus();
  }
  talk.onsubmit = (event) => {
    event.preventDefault();
    given.push(field.value);
    run();
  };
  talk.elements.back.onclick = () => {
    given.pop();
    run();
  };
  return run();
}

// --- which part is shown ------------------------------------------------------------------------

const parts = [...document.querySelectorAll("main > section[id]")];
const links = [...document.querySelectorAll("nav a[href^='#']")];

function turn() {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const shown = parts.find((part) => part.id === wanted) ?? parts[0];
  for (const part of parts) part.hidden = part !== shown;
  for (const link of links) {
    if (link.hash === `#${shown.id}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  for (const other of document.querySelectorAll("a[hreflang]")) other.hash = shown.id;
}

addEventListener("hashchange", () => {
  turn();
  const heading = parts.find((part) => !part.hidden).querySelector("h2");
  heading.focus();
});
turn();
begin();
