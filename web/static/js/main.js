// The game page: holds the present address and view, and ties the parts together.

import * as addressBar from "./address_bar.js";
import { buildBars } from "./bars.js";
import { covered, coverPage } from "./cover.js";
import { cardShown } from "./cards.js";
import { byId, readJson } from "./dom.js";
import { explain } from "./explain.js";
import { drawFelt } from "./felt.js";
import { keySwitch, listen, listenSwipe, listenWheel, repeat } from "./keys.js";
import { drawKnown } from "./known.js";
import { loader } from "./load.js";
import * as legal from "./legal.js";
import { keep, recall } from "./memory.js";
import { page } from "./page.js";
import { buildPanel, buildTabs } from "./panel.js";
import { glance, keepTable, toNotes } from "./phone.js";
import { player } from "./player.js";
import * as state from "./state.js";
import { neverShrink } from "./steady.js";
import { speaker } from "./words.js";

const query = new URLSearchParams(location.search);
const one = (name, allowed, normal) => (allowed.includes(query.get(name)) ? query.get(name) : normal);

// A record that stands in the address itself comes before the place in it: #<record>/7.3
const record = document.documentElement.dataset.record ? `${document.documentElement.dataset.record}/` : "";
// A page with no server behind it has all of the hand; what a view does not show is covered up then.
const alone = document.querySelector(".game").dataset.alone !== undefined;
let isCovering = alone;
let whole = readJson("timeline");
let timeline = whole;
let events = readJson("events");
let game = state.readGame(timeline);
const dictionary = readJson("words");
let words = speaker(dictionary, timeline, events);
const views = ["all", ...timeline.seats, "public"];

const view = {
  seat: one("seat", views, "all"),
  home: one("home", timeline.seats, timeline.seats.includes("S") ? "S" : timeline.seats[0]),
  original: query.get("original") === "1",
  spoilerFree: !alone && query.get("spoil") === "0",
  marks: true,
};
const parts = { felt: byId("felt"), place: byId("place"), say: byId("say") };
const all = (selector) => [...document.querySelectorAll(selector)];
const doing = (...names) => all(names.map((name) => `[data-do=${name}]`).join());
const controls = { // what shows the state of the page; it is never replaced
  back: doing("first", "previous", "previousTrick"),
  onward: doing("next", "nextTrick", "last"),
  views: all("[data-view]"),
  keepPlace: all("a[data-keep-place]"),
};
const bars = buildBars(byId("bars"), (target, options) => go(target, options));
const tabs = buildTabs(byId("tabs"));
let showPanel = buildPanel(game, words);
let at = addressOf(location.hash);

function addressOf(hash) {
  return state.resolve(game, wantedOf(hash));
}

function wantedOf(hash) {
  try {
    return decodeURIComponent(hash.slice(1 + record.length));
  } catch {
    return ""; // a broken escape is just an address that does not exist
  }
}

/** Go to an address. A jump makes an entry in the history, a step replaces it. */
function go(target, { push = true } = {}) {
  if (target !== at) {
    at = target;
    byId("hint").hidden = true; // it has been taken, or is not needed
    addressBar[push ? "push" : "follow"](address());
  }
  show();
  keepTable();
}

function search() {
  const params = new URLSearchParams(location.search);
  const settings = [
    ["seat", view.seat, "all"], ["home", view.home, timeline.seats.includes("S") ? "S" : timeline.seats[0]],
    ["original", view.original ? "1" : "0", "0"], ["spoil", view.spoilerFree ? "0" : "1", "1"],
  ];
  for (const [key, value, normal] of settings) {
    if (value === normal) params.delete(key);
    else params.set(key, value);
  }
  params.delete("at");
  return params;
}

function address() {
  const params = search().toString();
  return `${location.pathname}${params ? `?${params}` : ""}#${record}${at}`;
}

// What the server hides is not here: another view, or more of a hand told bit by bit, is fetched.

const fetchPage = loader(() => {
  whole = timeline = readJson("timeline");
  isCovering = false;
  coveredFor = "all";
  events = readJson("events");
  game = state.readGame(timeline);
  words = speaker(dictionary, timeline, events);
  showPanel = buildPanel(game, words);
  bars.load(game, words);
}, (why) => {
  refusal = why;
  if (!why.quiet) toast(why.said || words.say(why.status === 404 ? "gone" : why.status >= 500 ? "broken_there" : "offline"));
});
let refusal = null;

/**
 * Show the page that belongs to the present view, known up to `until`; then go to where `target` says. Of a draft
 * that the server refuses what it cannot do is taken out, unless the caller sees to that itself (`mends` false).
 */
async function load(until, target, { push = false, anew = false, quiet = false, mends = true } = {}) {
  const params = search();
  if (view.spoilerFree) params.set("at", until);
  if (anew) legal.forget();
  const ask = (draft) => fetchPage(`${location.pathname}?${params}`, { draft, anew, quiet });
  let draft = isWhole() ? page.draft() : null;
  let outcome = await ask(draft);
  while (mends && outcome === "refused" && draft) {
    if (refusal.said) toast(refusal.said);
    draft = page.mend(refusal) ? page.draft() : null;
    outcome = await ask(draft);
  }
  if (outcome !== "shown") return outcome;
  if (anew) keepLegal();
  const wanted = target();
  at = game.places.has(wanted) ? wanted : state.resolve(game, wanted);
  addressBar[push ? "push" : "replace"](address());
  show();
  const whose = document.querySelector(".chip.is-view")?.textContent.trim();
  if (whose) parts.say.textContent += ` (${whose})`;
  return outcome;
}

/** Whether the page shows all there is of the hand, so that it can be annotated. */
const isWhole = () => !alone && view.seat === "all" && !view.spoilerFree;

/** The last address of the main line that is known. */
const known = () => timeline.steps.at(-1).at;

async function look(change) {
  const before = { ...view };
  Object.assign(view, change);
  if (alone || (before.seat === view.seat && before.spoilerFree === view.spoilerFree)) {
    addressBar.replace(address());
    show();
    return;
  }
  const here = at;
  const until = before.spoilerFree && view.spoilerFree ? known() : here;
  await showView(until, here, before.spoilerFree);
}

/** Show the hand in the view that was chosen just now; with the server out of reach, as far as the page knows it. */
async function showView(until, wanted, wasSpoilerFree) {
  show(); // what is to be hidden is hidden at once
  const before = at;
  const outcome = await load(until, () => (at === before ? wanted : at)); // somebody may have stepped on meanwhile
  if (outcome === "failed" && !wasSpoilerFree && !view.spoilerFree && whole.view === "all") {
    isCovering = true; // what this view does not show is covered up
    at = state.resolve(game, wanted);
  } else if (["failed", "refused"].includes(outcome)) {
    Object.assign(view, { seat: timeline.view, spoilerFree: wasSpoilerFree });
  } else return;
  addressBar.replace(address());
  show();
}

/** Of a hand told bit by bit: whether there is more than the page has. */
const isMore = () => Boolean(timeline.next) && state.last(game, at) === known();

/** Step on; where the page knows no more of the hand, up to `until`. */
async function onward(move, until, { short = () => false } = {}) {
  const target = move();
  if (!isMore() || (target !== at && !short(target))) return go(target, { push: false });
  if (isAsking) return undefined; // a key that is held
  isAsking = true;
  await load(until(), move).finally(() => { isAsking = false; });
  keepTable();
  return undefined;
}
let isAsking = false;

const trickOf = (address) => (/^\d+\./.test(address) ? address.split(".")[0] : null);

/** Where the trick, or the step of the auction, that is to come ends. */
const endOfNext = () => (trickOf(timeline.next.at) ? `${trickOf(timeline.next.at)}.999` : timeline.next.at);

/** Whether a target is the last step known, in the middle of its trick. */
const isTorn = (target) => target === known() && trickOf(target) !== null && trickOf(target) === trickOf(timeline.next.at);

function show() {
  if (isCovering) cover();
  const position = state.positionAt(game, at);
  drawFelt(parts.felt, position, timeline, view, words);
  bars.show(position);
  showPanel(position);
  glance();
  explain(byId("here"), position, { words, order: timeline.order, go, legalAt: isJudged(position) && legalAt });
  if (byId("known")) drawKnown(byId("known"), position, timeline, view, words);
  parts.place.textContent = words.place(position.step);
  byId("attackers").textContent = String(position.attackers ?? "?");
  parts.say.textContent = words.sentence(position);
  for (const react of page.shown) react(position);
  const focused = document.activeElement;
  for (const button of controls.back) button.disabled = at === state.first(game, at);
  for (const button of controls.onward) button.disabled = at === state.last(game, at) && !isMore();
  if (focused.disabled) byId("bars").focus({ preventScroll: true }); // which steps with the arrows
  for (const button of controls.views) button.setAttribute("aria-pressed", String(button.dataset.view === view.seat));
  byId("original").setAttribute("aria-pressed", String(view.original));
  byId("spoiler-free")?.setAttribute("aria-pressed", String(view.spoilerFree));
  for (const link of controls.keepPlace) link.hash = record + at;
  for (const link of all("a[rel=prev], a[rel=next]")) keepView(link);
}

/** Whether it is known what else might have been played: of variations that are not saved only the annotator knows. */
const isJudged = ({ line }) => legal.isKnown(!alone) && !(line.id && (page.draft() || search().has("rev")));

/** What `legal.json` is asked for: what the present view may know; covered up here, all. */
function legalParams() {
  const params = search();
  for (const name of ["home", "original", "lang"]) params.delete(name);
  if (isCovering) params.delete("seat");
  if (view.spoilerFree) params.set("at", state.trunk(game, at)); // as far as the reader has come
  return params;
}
/** For when the network is gone; not before everything else is there. */
const keepLegal = () => !alone && !view.spoilerFree && (globalThis.requestIdleCallback || setTimeout)(() => legal.fetched(legalParams()));
const legalAt = (place) => legal.legalAt(place, legalParams(), view.seat);

let coveredFor = "all";

/** What is nothing for a seat; a server would have left it out. */
function cover() {
  if (view.seat === coveredFor) return;
  coveredFor = view.seat;
  const here = state.trunk(game, at);
  timeline = covered(whole, view.seat);
  game = state.readGame(timeline);
  if (!game.places.has(at)) {
    at = state.resolve(game, here.replace(/i\d+$/, "")); // it was in a variation, or an incident
    addressBar.replace(address());
  }
  words = speaker(dictionary, timeline, events);
  showPanel = buildPanel(game, words);
  bars.load(game, words);
  coverPage(timeline, view.seat);
}

/** A link to another hand keeps whose cards are seen, and from where. */
function keepView(link) {
  const url = new URL(link.href);
  const shown = search();
  for (const name of ["seat", "home", "original", "spoil"]) {
    if (shown.has(name)) url.searchParams.set(name, shown.get(name));
    else url.searchParams.delete(name);
  }
  link.href = url.href;
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
  parts.say.textContent = text;
  box.classList.add("is-shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => box.classList.remove("is-shown"), Math.max(1800, text.length * 70));
}

function enterVariation() {
  const [variation] = state.variationsAt(game, at);
  if (variation) go(state.entrance(game, variation));
}

/** In a variation its neighbours, else the decisions of the viewed seat. */
function upOrDown(by) {
  const beside = state.siblings(game, at);
  if (beside.length > 1) {
    const here = beside.indexOf(game.places.get(at).line);
    go(state.entrance(game, beside[(here + by + beside.length) % beside.length]));
  } else {
    go(seek.decision(by));
  }
}

/** Whose decisions are stepped through: of the viewed seat, else of who sits below. */
const decider = () => (timeline.seats.includes(view.seat) ? view.seat : view.home);

/** Without spoilers the last step known is not the end: nothing there leads back to the beginning. */
const sought = (by, wanted) => state.seek(game, at, by, wanted, { around: !view.spoilerFree });
const seek = {
  finding: (by) => sought(by, state.hasFinding(game)),
  comment: (by) => sought(by, state.hasComment),
  glyph: (by) => sought(by, state.hasGlyph),
  decision: (by) => sought(by, state.decidedBy(decider())),
};

function mark(name) {
  view[name] = !view[name];
  show();
}

const stepping = (move) => () => go(move(), { push: false });

const actions = {
  next: () => onward(() => state.step(game, at, 1), () => timeline.next.at),
  previous: stepping(() => state.step(game, at, -1)),
  nextTrick: () => onward(() => state.stepTrick(game, at, 1), endOfNext, { short: isTorn }),
  previousTrick: stepping(() => state.stepTrick(game, at, -1)),
  first: () => (at === state.first(game, at) ? otherHand("prev") : go(state.first(game, at), { push: false })),
  last: () => (at === state.last(game, at) && !isMore() ? otherHand("next") : go(state.last(game, at), { push: false })),
  nextFinding: () => go(seek.finding(1)),
  previousFinding: () => go(seek.finding(-1)),
  nextComment: () => go(seek.comment(1)),
  previousComment: () => go(seek.comment(-1)),
  nextGlyph: () => go(seek.glyph(1)),
  previousGlyph: () => go(seek.glyph(-1)),
  jumpOn: () => go(seek[byId("jump").value](1)),
  jumpBack: () => go(seek[byId("jump").value](-1)),
  down: () => upOrDown(1),
  up: () => upOrDown(-1),
  enterVariation,
  leaveVariation: () => go(state.owner(game, at) || at),
  nextHand: () => otherHand("next"),
  previousHand: () => otherHand("prev"),
  goTo: () => {
    byId("goto-problem").textContent = "";
    byId("goto-at").removeAttribute("aria-invalid");
    byId("goto").showModal();
    byId("goto-at").select();
  },
  rotate: () => look({ home: timeline.seats[(timeline.seats.indexOf(view.home) + 1) % timeline.seats.length] }),
  cycleView: () => look({ seat: views[(views.indexOf(view.seat) + 1) % views.length] }),
  hideOthers: () => look({ seat: view.seat === "all" ? view.home : "all" }),
  original: () => look({ original: !view.original }),
  spoilerFree: () => look({ spoilerFree: !view.spoilerFree }),
  marks: () => mark("marks"),
  comments: () => tabs.open("comments", true),
  findings: () => tabs.open("findings", true),
  copyLink,
  help: () => byId("help").showModal(),
  glance: toNotes,
  closeHint: () => { byId("hint").hidden = true; },
};

if (alone) delete actions.spoilerFree;

const playing = player({
  button: byId("autoplay"),
  speed: byId("speed"),
  words: () => words,
  next: actions.next,
  restart: () => at === state.last(game, at) && !isMore() && go(state.first(game, at), { push: false }),
  rests: () => state.hasComment(state.positionAt(game, at).step),
  isOver: () => at === state.last(game, at) && !isMore(),
});
Object.assign(actions, playing.actions);
// Who begins to write does not want to be led away.
document.addEventListener("focusin", (event) => event.target.matches("input, textarea, select") && playing.stop());

for (const button of document.querySelectorAll("[data-do]")) {
  const action = actions[button.dataset.do];
  if (button.dataset.repeat === undefined) button.addEventListener("click", action);
  else repeat(button, action);
}
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}
byId("goto").addEventListener("submit", (event) => {
  const wanted = byId("goto-at").value.normalize("NFKC").trim().replace(/^#/, "").replace(/^第?\s*(\d+)\s*墩(?:\s*·?\s*第?\s*(\d+)\s*手)?$/, (_all, trick, play) => trick + (play ? `.${play}` : ""));
  const refused = isPlace(wanted) ? "" : words.say("goto.none", { at: wanted });
  byId("goto-problem").textContent = refused;
  byId("goto-at").toggleAttribute("aria-invalid", Boolean(refused));
  if (refused) event.preventDefault();
  else reach(wanted);
});
byId("rules")?.addEventListener("change", () => {
  const params = search();
  if (byId("rules").value) params.set("rules", byId("rules").value);
  else params.delete("rules");
  location.assign(`${location.pathname}?${params}#${at}`);
});
parts.felt.addEventListener("click", (event) => {
  if (page.takes(event)) return;
  const card = event.target.closest("[data-go]");
  if (card) go(card.dataset.go);
});
document.addEventListener("click", (event) => {
  const chosen = event.target.closest("[data-view], [data-choose]")?.dataset;
  if (chosen) look({ seat: chosen.view || chosen.choose });
  if (chosen?.choose) tabs.open("known", true); // the buttons there go
  const card = event.target.closest(":is(#here, #panel-comments, #panel-findings) .c");
  if (card && !event.target.closest("a, button, summary")) toCard(cardShown(card));
  const link = event.target.closest('a[href^="#"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const wanted = link.getAttribute("href").slice(1);
  if (!wanted || (!game.places.has(wanted) && !game.lines.has(wanted))) return;
  event.preventDefault();
  go(state.resolve(game, wanted));
});

/** Go to where a card that is spoken of is played: the next time, and round. */
function toCard(card) {
  if (card) go(state.seek(game, at, 1, (step) => step.kind === "play" && step.cards.includes(card)));
}

/** Whether an address is one of this hand, or may be of the part that is not told yet. */
function isPlace(wanted) {
  if (game.places.has(wanted) || (wanted && game.lines.has(wanted))) return true;
  if (timeline.next && /^(result|k|[ad]\d{1,4}|\d{1,4}(\.\d{1,4})?)$/.test(wanted)) return true;
  return /^(k|d\d{1,4}|\d{1,4}|v\d{1,4}(\.\d{1,4}\.\d{1,4})?)$/.test(wanted) && state.resolve(game, wanted) !== timeline.steps[0].at;
}

/** Go to what somebody asks for, also where a hand told bit by bit has not come to it yet. */
function reach(wanted, options = { push: true }) {
  if (game.places.has(wanted) || !timeline.next) go(state.resolve(game, wanted), options);
  else {
    load(wanted, () => wanted, options).then((outcome) => {
      if (outcome === "shown" && state.resolve(game, wanted) === timeline.steps[0].at) toast(words.say("goto.none", { at: wanted }));
    });
  }
}
addEventListener("popstate", () => {
  const asked = new URLSearchParams(location.search);
  const seat = views.includes(asked.get("seat")) ? asked.get("seat") : "all";
  const spoilerFree = !alone && asked.get("spoil") === "0";
  Object.assign(view, {
    original: asked.get("original") === "1",
    home: timeline.seats.includes(asked.get("home")) ? asked.get("home") : timeline.seats.includes("S") ? "S" : timeline.seats[0],
  });
  if (!alone && (seat !== view.seat || spoilerFree !== view.spoilerFree)) {
    const wanted = wantedOf(location.hash);
    const wasSpoilerFree = view.spoilerFree;
    Object.assign(view, { seat, spoilerFree });
    showView(wanted, wanted, wasSpoilerFree);
    return;
  }
  view.seat = seat;
  if (isCovering) cover(); // the place may be one that only another view has
  const wanted = wantedOf(location.hash);
  if (timeline.next && isPlace(wanted) && !game.places.has(wanted)) reach(wanted, { push: false }); // not told yet
  else {
    at = addressOf(location.hash);
    show();
  }
});
Object.assign(page, {
  game: () => game,
  position: () => state.positionAt(game, at),
  words: () => words,
  isWhole,
  search,
  go,
  look,
  reload: (options) => load("", () => at, options),
  refusedEdit: () => refusal?.edit,
  forget: () => fetchPage.forget(),
  toast,
  actions,
  tabs,
});
listen(actions);
keySwitch(byId("keys-on"));
const isWriting = () => document.activeElement?.matches("textarea, input:not([type=checkbox])");
listenWheel(parts.felt, actions, (by) => !isWriting() && (by > 0 ? at !== state.last(game, at) || isMore() : at !== state.first(game, at)));
listenSwipe(parts.felt, actions);
bars.load(game, words);
const isNarrow = matchMedia("(max-width: 560px), (max-width: 720px) and (min-height: 481px)");
const stack = () => parts.felt.classList.toggle("is-stacked", isNarrow.matches);
isNarrow.addEventListener("change", stack);
stack();
show();
neverShrink(parts.felt);
if (recall("hint") === null) {
  byId("hint").hidden = false; // the first visit only
  keep("hint", "seen");
}
if (timeline.next && location.hash) reach(wantedOf(location.hash), { push: false });
document.documentElement.classList.add("is-ready");
keepLegal();
