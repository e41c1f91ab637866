// The game page: holds the present address and view, and ties the parts together.

import { buildBars } from "./bars.js";
import { byId, readJson } from "./dom.js";
import { drawFelt } from "./felt.js";
import { listen, repeat } from "./keys.js";
import { buildPanel, buildTabs } from "./panel.js";
import * as state from "./state.js";
import { speaker } from "./words.js";

const AUTOPLAY = 1100; // milliseconds a step

// A record that stands in the address itself comes before the place in it: #<record>/7.3
const record = document.documentElement.dataset.record ? `${document.documentElement.dataset.record}/` : "";
const timeline = readJson("timeline");
const words = speaker(readJson("words"), timeline, readJson("events"));
const game = state.readGame(timeline);
const views = ["all", ...timeline.seats, "public"];

const query = new URLSearchParams(location.search);
const view = {
  seat: views.includes(query.get("seat")) ? query.get("seat") : "all",
  original: query.get("original") === "1",
};
let at = addressOf(location.hash);
let timer = 0;

const parts = { felt: byId("felt"), place: byId("place"), say: byId("say"), points: byId("attackers") };
const showBars = buildBars(byId("bars"), game, words, go);
const openTab = buildTabs(byId("tabs"));
const showPanel = buildPanel(game, words);

function addressOf(hash) {
  let wanted = hash.slice(1 + record.length);
  try {
    wanted = decodeURIComponent(wanted);
  } catch {
    // a broken escape is just an address that does not exist
  }
  return state.resolve(game, wanted);
}

/** Go to an address. A jump makes an entry in the history, a step replaces it. */
function go(target, { push = true } = {}) {
  if (target !== at) {
    at = target;
    history[push ? "pushState" : "replaceState"](null, "", address());
  }
  show();
}

function address() {
  const params = new URLSearchParams(location.search);
  for (const [key, value, normal] of [["seat", view.seat, "all"], ["original", view.original ? "1" : "0", "0"]]) {
    if (value === normal) params.delete(key);
    else params.set(key, value);
  }
  const search = params.toString();
  return `${location.pathname}${search ? `?${search}` : ""}#${record}${at}`;
}

function show() {
  const position = state.positionAt(game, at);
  drawFelt(parts.felt, position, timeline, view, words);
  showBars(position);
  showPanel(position);
  parts.place.textContent = words.place(position.step);
  parts.points.textContent = String(position.attackers ?? "?");
  parts.say.textContent = words.sentence(position);
  for (const button of document.querySelectorAll("[data-do=first], [data-do=previous], [data-do=previousTrick]")) {
    button.disabled = at === state.first(game, at);
  }
  for (const button of document.querySelectorAll("[data-do=next], [data-do=nextTrick], [data-do=last]")) {
    button.disabled = at === state.last(game, at);
  }
  for (const button of document.querySelectorAll("[data-view]")) {
    button.setAttribute("aria-pressed", String(button.dataset.view === view.seat));
  }
  // What was buried is known to who buried it.
  for (const cards of document.querySelectorAll("[data-buried]")) {
    cards.hidden = view.seat !== "all" && view.seat !== cards.dataset.buried;
  }
  byId("original").setAttribute("aria-pressed", String(view.original));
  for (const link of document.querySelectorAll("a[data-keep-place]")) link.hash = record + at;
}

function look(change) {
  Object.assign(view, change);
  history.replaceState(null, "", address());
  show();
}

function autoplay(on = !timer) {
  clearInterval(timer);
  if (on && at === state.last(game, at)) go(state.first(game, at), { push: false });
  timer = on
    ? setInterval(() => {
      actions.next();
      if (at === state.last(game, at)) autoplay(false);
    }, AUTOPLAY)
    : 0;
  const button = byId("autoplay");
  button.classList.toggle("is-playing", Boolean(timer));
  button.setAttribute("aria-label", words.say(timer ? "pause_playing" : "play_on"));
}

function otherHand(rel) {
  const link = document.querySelector(`a[rel=${rel}]`);
  if (link) location.assign(link.href);
}

async function copyLink() {
  const link = new URL(address(), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    toast(words.say("copied"));
  } catch {
    byId("link").value = link; // no clipboard on plain http: let the reader copy it
    byId("share").showModal();
    byId("link").select();
  }
}

let toastTimer = 0;
function toast(text) {
  const box = byId("toast");
  box.textContent = text;
  box.classList.add("is-shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => box.classList.remove("is-shown"), 1800);
}

function enterVariation() {
  const [variation] = state.variationsAt(game, at);
  if (variation) go(state.entrance(game, variation));
}

const stepping = (move) => () => go(move(), { push: false });
const jumping = (move) => () => go(move());

const actions = {
  next: stepping(() => state.step(game, at, 1)),
  previous: stepping(() => state.step(game, at, -1)),
  nextTrick: stepping(() => state.stepTrick(game, at, 1)),
  previousTrick: stepping(() => state.stepTrick(game, at, -1)),
  first: () => (at === state.first(game, at) ? otherHand("prev") : go(state.first(game, at), { push: false })),
  last: () => (at === state.last(game, at) ? otherHand("next") : go(state.last(game, at), { push: false })),
  nextFinding: jumping(() => state.seek(game, at, 1, state.hasFinding(game))),
  previousFinding: jumping(() => state.seek(game, at, -1, state.hasFinding(game))),
  nextComment: jumping(() => state.seek(game, at, 1, state.hasComment)),
  previousComment: jumping(() => state.seek(game, at, -1, state.hasComment)),
  enterVariation,
  leaveVariation: () => go(state.owner(game, at) || at),
  nextHand: () => otherHand("next"),
  previousHand: () => otherHand("prev"),
  autoplay: () => autoplay(),
  goTo: () => {
    byId("goto").showModal();
    byId("goto-at").select();
  },
  cycleView: () => look({ seat: views[(views.indexOf(view.seat) + 1) % views.length] }),
  hideOthers: () => look({ seat: view.seat === "all" ? timeline.seats.includes("S") ? "S" : timeline.seats[0] : "all" }),
  original: () => look({ original: !view.original }),
  copyLink,
  help: () => byId("help").showModal(),
};

for (const button of document.querySelectorAll("[data-do]")) {
  const action = actions[button.dataset.do];
  if (button.dataset.repeat === undefined) button.addEventListener("click", action);
  else repeat(button, action);
}
for (const button of document.querySelectorAll("[data-view]")) {
  button.addEventListener("click", () => look({ seat: button.dataset.view }));
}
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}
byId("goto").addEventListener("close", () => {
  if (byId("goto").returnValue === "go") go(state.resolve(game, byId("goto-at").value.trim()));
});
byId("rules")?.addEventListener("change", () => {
  const params = new URLSearchParams(location.search);
  if (byId("rules").value) params.set("rules", byId("rules").value);
  else params.delete("rules");
  location.assign(`${location.pathname}?${params}#${at}`);
});
parts.felt.addEventListener("click", (event) => {
  const card = event.target.closest("[data-go]");
  if (card) go(card.dataset.go);
});
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const wanted = link.getAttribute("href").slice(1);
  if (!wanted || (!game.places.has(wanted) && !game.lines.has(wanted))) return;
  event.preventDefault();
  go(state.resolve(game, wanted));
  if (link.closest("[data-opens]")) openTab(link.closest("[data-opens]").dataset.opens);
});
addEventListener("popstate", () => {
  at = addressOf(location.hash);
  show();
});
listen(actions);
show();
document.documentElement.classList.add("is-ready");
