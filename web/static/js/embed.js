// A hand in a frame of another page. Keys arrive only while the frame has the focus; it never takes it.

import * as addressBar from "./address_bar.js";
import { byId, readJson } from "./dom.js";
import { drawFelt } from "./felt.js";
import { listen, repeat } from "./keys.js";
import * as state from "./state.js";
import { speaker } from "./words.js";

// What the table needs in CSS pixels: wide, about so high, and the width of a card on it.
const BESIDE = { width: 860, height: 730, card: 44 };
const STACKED = { width: 320, height: 860, card: 38 };
const TRIES = 5;

const timeline = readJson("timeline");
const words = speaker(readJson("words"), timeline, readJson("events"));
const game = state.readGame(timeline);
const query = new URLSearchParams(location.search);
const one = (name, allowed) => allowed.find((each) => each === query.get(name));
const view = {
  seat: one("seat", ["all", ...timeline.seats, "public"]) || "all",
  home: one("home", timeline.seats) || (timeline.seats.includes("S") ? "S" : timeline.seats[0]),
  original: query.get("original") === "1",
  marks: true,
};
const root = byId("embed");
const home = byId("home").getAttribute("href");
let at = addressOf(location.hash);

function addressOf(hash) {
  let wanted = hash.slice(1);
  try {
    wanted = decodeURIComponent(wanted);
  } catch {
    // a broken escape is an address that does not exist
  }
  return state.resolve(game, wanted);
}

function go(target) {
  at = target;
  addressBar.follow(`${location.pathname}${location.search}#${at}`);
  show();
  if (naturalHeight() * scale > innerHeight) fit(scale); // a step may need more room than those before; the size never jumps back
}

function show() {
  const position = state.positionAt(game, at);
  drawFelt(byId("felt"), position, timeline, view, words);
  byId("place").textContent = words.place(position.step);
  byId("attackers").textContent = String(position.attackers ?? "?");
  byId("say").textContent = words.sentence(position);
  byId("home").href = `${home}#${at}`;
  for (const button of document.querySelectorAll("[data-do^=previous]")) button.disabled = at === state.first(game, at);
  for (const button of document.querySelectorAll("[data-do^=next]")) button.disabled = at === state.last(game, at);
}

let scale = 1;

function resize(value) {
  scale = value;
  // Not `zoom`: that shapes every text anew at each size.
  root.style.setProperty("width", `${100 / value}%`);
  root.style.setProperty("transform", `scale(${value})`);
}

const naturalHeight = () => root.getBoundingClientRect().height / scale;

/** About the largest size at which the whole table fits the frame, up to `high`. Each try is a layout of it all. */
function fit(high = Infinity) {
  const sized = ({ width, height, card }) => Math.min(innerWidth / width, innerHeight / height) * card;
  const shape = sized(STACKED) > sized(BESIDE) ? STACKED : BESIDE; // in which cards are larger
  byId("felt").classList.toggle("is-stacked", shape === STACKED);
  let most = Math.min(high, innerWidth / shape.width);
  let [low, next] = [0, Math.min(most, innerHeight / shape.height)];
  for (let tries = 0; tries < TRIES; tries += 1) {
    resize(next);
    const fits = innerHeight / naturalHeight(); // were it as high at that size; smaller it is wider, and mostly lower
    if (next > fits) most = Math.min(next, fits * 0.999);
    else low = next;
    if (low && Math.min(most, fits) < low * 1.03) break;
    next = Math.min(most, fits);
  }
  if (low) resize(low);
}

const actions = {
  next: () => go(state.step(game, at, 1)),
  previous: () => go(state.step(game, at, -1)),
  nextTrick: () => go(state.stepTrick(game, at, 1)),
  previousTrick: () => go(state.stepTrick(game, at, -1)),
  first: () => go(state.first(game, at)),
  last: () => go(state.last(game, at)),
  nextFinding: () => go(state.seek(game, at, 1, state.hasFinding(game))),
  previousFinding: () => go(state.seek(game, at, -1, state.hasFinding(game))),
  enterVariation: () => {
    const [variation] = state.variationsAt(game, at);
    if (variation) go(state.entrance(game, variation));
  },
  leaveVariation: () => go(state.owner(game, at) || at),
};

for (const button of document.querySelectorAll("[data-do]")) repeat(button, actions[button.dataset.do]);
byId("felt").addEventListener("click", (event) => {
  const card = event.target.closest("[data-go]");
  if (card) go(card.dataset.go);
});
addEventListener("hashchange", () => go(addressOf(location.hash)));
addEventListener("resize", () => fit());
listen(actions);
show();
fit();
document.documentElement.classList.add("is-ready");
