"use strict";
// Shows the moments the engine has computed; there are no rules here. Whatever it writes is text.
(() => {
  const by = (id) => document.getElementById(id);
  const all = (chosen) => [...document.querySelectorAll(chosen)];
  const on = (id, event, act) => by(id)?.addEventListener(event, act);
  const status = by("status");
  const data = (id) => JSON.parse(by(id).textContent);
  const words = data("words");
  const SVG = "http://www.w3.org/2000/svg";
  const MOST = 65536;

  // --- moments: each frame has what is new, also of a list, and is whole where a hand begins ---
  const merged = (was, is) => Array.isArray(was) && !Array.isArray(is)
    ? was.map((one, at) => at in is ? is[at] : one) : is;
  const unfolded = (told) => told.reduce((found, frame) => {
    const whole = { ...found.at(-1) };
    for (const key of Object.keys(frame)) whole[key] = merged(whole[key], frame[key]);
    return [...found, whole];
  }, []);
  const steps = all(".step");
  let frames = unfolded(data("frames"));
  let places = steps.map((step) => step.dataset.place || step.id);
  let parts = places.map((place) => place.split("."));
  // Of a match that came in a link: it has moments, and nothing is told of them.
  let sheet = "";
  const last = () => frames.length - 1;
  const hands = all(".hand-of-match");
  let now = 0, seen = "", shown = false, timer = 0;

  const fill = (text, ...pieces) => text.split("%s").reduce((said, rest, at) =>
    said + pieces[at - 1] + rest);
  const called = (at) => {
    const [seat, name] = words.seats[at];
    return name ? `${name} (${seat})` : seat;
  };
  const make = (tag, name, ...inside) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    made.append(...inside);
    return made;
  };
  const quiet = (made) => { made.setAttribute("aria-hidden", "true"); return made; };
  const fresh = (id, inside) => by(id).replaceChildren(...inside);
  const row = (text) => make("li", "", text);

  const card = (name) => {
    const id = `card-${name === "-" ? "" : name}`;
    // A match that came in a link may have cards of which this page has no picture.
    if (!by(id)) return make("span", "card letters", name);
    const drawn = document.createElementNS(SVG, "svg");
    drawn.classList.add("card");
    drawn.role = "img";
    drawn.ariaLabel = by(id).querySelector("title")?.textContent ?? name;
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${id}`);
    drawn.append(use);
    return drawn;
  };
  const cards = (names, best = []) => {
    if (!names.length || names.some((name) => name !== "-"))
      return make("ul", "cards", ...names.map((name) =>
        make("li", best.includes(name) ? "best" : "", card(name))));
    // Backs are told by their number, not one by one.
    const backs = make("div", "cards", ...names.map((name) => make("span", "", card(name))));
    backs.role = "img";
    backs.ariaLabel = fill(words.backs, names.length);
    return backs;
  };
  const split = (text) => text ? text.split(" ") : [];

  const pile = (stones) => {
    const heaps = words.heap ? Math.floor(stones / words.heap) : 0;
    const rest = Math.max(words.heap ? stones % words.heap : stones, 0);
    if (heaps + rest > 24) return "";
    return quiet(make("span", "pile", ...Array.from({ length: heaps + rest },
      (_, at) => make("i", at < heaps ? "heap" : "stone"))));
  };

  // --- the table ---
  const hides = (at, frame) => seen !== "" && !frame.e && !shown && words.seats[at][0] !== seen;
  const said = (at, frame) => hides(at, frame) && frame.x[at] !== 0 ? frame.x[at] : frame.w[at];

  const seat = (at, frame) => {
    const [id, name] = words.seats[at];
    const made = make("li", `seat place-${at}`);
    const label = make("p", "name", make("b", "", name || id));
    if (name) label.append(" ", make("span", "id", id));
    if (at === frame.m) label.append(" ", make("span", "mano", words.mano));
    const side = words.sides.indexOf(id);
    if (side >= 0) label.append(" ", make("span", "stones", frame.c[side][1]));
    if (at === frame.s) {
      made.classList.add("speaks");
      label.append(make("span", "spoken", ` \u00b7 ${fill(words.speaks, id)}`));
    }
    made.append(label);
    const names = hides(at, frame) ? Array(frame.d[at]).fill("-") : split(frame.h[at]);
    made.append(cards(names, split(frame.g[at])));
    const spoke = said(at, frame);
    if (frame.b[at]) made.append(make("p", "won", fill(words.best, frame.b[at])));
    else if (spoke) made.append(make("p", frame.o.includes(at) ? "words overtaken" : "words", spoke));
    return made;
  };

  const draw = () => {
    const frame = frames[now];
    fresh("seats", words.seats.map((_, at) => seat(at, frame)));
    by("heading").textContent = frame.t;
    fresh("now", frame.n.map(row));
    fresh("past", frame.q.map(row));
    fresh("lying", frame.k.map(([whose, names]) =>
      make("li", "", make("span", "whose", whose), cards(split(names)))));
    fresh("score", words.sides.map((side, at) => words.seats.some(([id]) => id === side) ? "" :
      make("li", "", make("b", "", side), " ", frame.c[at][1], pile(frame.c[at][0]))));
  };

  // --- what is told: this hand, up to here; of a hand somebody guesses at, nothing yet ---
  const tell = () => {
    if (sheet) return;
    const frame = frames[now];
    const guessing = seen !== "" && !frame.e && !shown;
    steps.forEach((step, at) => {
      step.hidden = at > now || guessing;
      step.classList.toggle("here", at === now);
    });
    const here = steps[now].closest(".hand-of-match");
    for (const hand of hands) hand.hidden = hand !== here;
    for (const round of all(".round"))
      round.hidden = !round.querySelector(".step:not([hidden])");
    for (const after of all(".after")) after.hidden = now < last();
    const story = by("story");
    if (story.scrollHeight > story.clientHeight) story.scrollTop = steps[now].offsetTop - 80;
  };

  const sentence = (before) => {
    const frame = frames[now];
    const next = frame.s >= 0 ? fill(words.next, called(frame.s)) : "";
    const mine = frame.s >= 0 && words.seats[frame.s][0] === seen ? words.yours : next;
    const spoke = frame.w.findIndex((_, at) => frame.w[at] && parts[now][2] &&
      (!before || before.w[at] !== frame.w[at] || at === before.s));
    const told = spoke >= 0 && said(spoke, frame)
      ? fill(words.said, called(spoke), said(spoke, frame)) : frame.t;
    return [told, ...frame.n, ...(frame.e ? frame.q : []), mine].filter(Boolean).join(". ");
  };

  const show = (at, quietly = false) => {
    const before = at === now + 1 ? frames[now] : frames[at - 1];
    now = Math.min(Math.max(at, 0), last());
    draw();
    tell();
    const slider = by("at");
    slider.value = now;
    slider.setAttribute("aria-valuetext", `${places[now]}, ${fill(words.step, now + 1, frames.length)}`);
    status.textContent = sentence(before);
    by("reveal").hidden = seen === "" || frames[now].e || shown;
    for (const [id, to] of Object.entries(LEAPS)) {
      const button = by(id);
      if (button) button.disabled = to() === now;
    }
    if (!quietly && !sheet) {
      // A frame may have no address of its own.
      try { history.replaceState(null, "", `#${places[now]}`); } catch {}
    }
  };

  // --- going on and back: by a call, a round, a hand ---
  const first = (same, at) => { while (at > 0 && same(at - 1, at)) at -= 1; return at; };
  const sameHand = (a, b) => parts[a][0] === parts[b][0];
  const sameRound = (a, b) => sameHand(a, b) && parts[a][1] === parts[b][1];
  const ahead = (same) => () => {
    for (let at = now + 1; at < frames.length; at += 1) if (!same(at, at - 1)) return at;
    return last();
  };
  const behind = (same) => () => {
    const begun = first(same, now);
    return begun < now ? begun : first(same, Math.max(now - 1, 0));
  };
  const LEAPS = {
    back: () => Math.max(now - 1, 0),
    next: () => Math.min(now + 1, last()),
    "round-back": behind(sameRound),
    "round-next": ahead(sameRound),
    "hand-back": behind(sameHand),
    "hand-next": ahead(sameHand),
  };

  const turned = (on) => {
    const button = by("play");
    button.classList.toggle("playing", on);
    button.lastElementChild.textContent = on ? words.pause : words.play;
    button.firstElementChild.textContent = on ? "\u275a\u275a" : "\u25b6";
    status.ariaLive = on ? "off" : "polite";
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    turned(false);
  };
  const play = () => {
    if (timer) return stop();
    turned(true);
    if (now === last()) show(0);
    timer = setInterval(() => {
      show(now + 1);
      if (now === last()) stop();
    }, 1600);
  };
  const go = (id) => { stop(); shown = false; show(LEAPS[id]()); };

  for (const id of Object.keys(LEAPS)) on(id, "click", () => go(id));
  on("play", "click", play);
  on("at", "input", (event) => { stop(); shown = false; show(+event.target.value); });
  on("view", "change", (event) => { seen = event.target.value; shown = false; show(now); });
  on("reveal", "click", () => { shown = true; show(now); by("next").focus(); });

  const KEYS = {
    ArrowRight: "next", n: "next", ArrowLeft: "back", p: "back", b: "back",
    ".": "round-next", ",": "round-back", "+": "hand-next", "-": "hand-back",
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === "Home" || event.key === "End") {
      stop();
      show(event.key === "Home" ? 0 : last());
    } else if (event.key === " " && !event.target.closest("button, summary, a")) play();
    else if (KEYS[event.key]) go(KEYS[event.key]);
    else return;
    event.preventDefault();
  });
  let from = null;
  on("felt", "pointerdown", (event) => { from = event.isPrimary ? event.clientX : null; });
  on("felt", "pointerup", (event) => {
    const moved = from === null ? 0 : event.clientX - from;
    from = null;
    if (Math.abs(moved) > 40) go(moved < 0 ? "next" : "back");
  });
  on("felt", "pointercancel", () => { from = null; });

  // --- the address: a place of this record, or a hand carried in the link ---
  const unpack = async (packed, most) => {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream()
      .pipeThrough(new DecompressionStream("deflate")).getReader();
    const pieces = [];
    for (let size = 0; ;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(pieces);
      size += value.length;
      if (size > most) throw size;
      pieces.push(value);
    }
  };
  const linked = async (form, packed) => {
    const section = by("linked");
    // Beside pages that run mustutor, they play what is written down.
    if (section.dataset.player && form !== "p") {
      location.replace(`${section.dataset.player}#${address()}`);
      return;
    }
    let text = "";
    try {
      text = await (await unpack(packed, MOST)).text();
      if (form === "p") return playInstead(JSON.parse(text));
    } catch { text = ""; }
    for (const told of all("#linked p")) told.hidden = !text;
    by("linked-text").textContent = text || words.broken;
    section.hidden = false;
    section.scrollIntoView();
  };
  // Moments that came in a link take the place of those of this page, and their sheet of its record.
  const playInstead = (told) => {
    stop();
    frames = unfolded(told.frames);
    places = told.places;
    parts = places.map((place) => place.split("."));
    Object.assign(words, told.table);
    sheet = told.sheet;
    by("seats").dataset.seats = words.seats.length;
    by("at").max = last();
    const [everybody] = by("view").options;
    fresh("view", [everybody, ...words.seats.map(([id], at) => new Option(called(at), id))]);
    document.title = all("h1")[0].textContent = told.title;
    for (const told of all(".story, .coach, .book")) told.hidden = true;
    seen = "";
    show(0);
    by("player").scrollIntoView();
  };
  const address = () => {
    const typed = location.hash.slice(1);
    // "%" alone is no escape.
    try { return decodeURIComponent(typed); } catch { return typed; }
  };
  const arrive = () => {
    const wanted = address();
    const carried = /^([jsp])([A-Za-z0-9_-]{8,})$/.exec(wanted);
    if (carried) return linked(carried[1], carried[2]);
    const at = places.findIndex((place) => place === wanted || place.startsWith(`${wanted}.`));
    if (!wanted || at < 0) return;
    show(at, true);
    by("player").scrollIntoView();
  };
  window.addEventListener("hashchange", arrive);

  on("save", "click", async () => {
    const record = by("record");
    const link = make("a", "");
    link.href = URL.createObjectURL(
      sheet ? new Blob([sheet]) : await unpack(record.textContent.slice(1), Infinity));
    link.download = sheet ? "record.mus" : record.getAttribute("name");
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
  by("carried").hidden = !("DecompressionStream" in window);

  by("share").hidden = !location.protocol.startsWith("http");
  on("share", "click", () => {
    const url = location.href;
    if (navigator.share) return navigator.share({ title: document.title, url }).catch(() => {});
    navigator.clipboard?.writeText(url).then(() => { status.textContent = words.copied; });
  });

  // From here on a place is shown at the table: the browser is not to look for it below.
  for (const target of all(".step, .round")) target.removeAttribute("id");
  document.body.classList.add("plays");
  by("player").hidden = false;
  status.ariaLive = "off";
  show(0, true);
  arrive();
  status.ariaLive = "polite";
})();
