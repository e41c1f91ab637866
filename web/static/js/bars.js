// The timeline under the table: a bar a trick, and the scrubber. Owns: this strip.

import { h } from "./dom.js";
import { hasComment, pointsOf, trunk } from "./state.js";

const FULL = 40; // points at which a bar has its full height
const MANY = 34; // from so many on there is no room for every label

/** Build the strip once. `load` fills it with a game, `show` says where we are; `go(at)` is called on click and drag. */
export function buildBars(root, go) {
  let ends = [];
  let bars = [];
  let index = new Map();
  let game = null;

  function load(read, words) {
    game = read;
    const { timeline } = game;
    index = new Map(timeline.steps.map((step, i) => [step.at, i]));
    ends = [
      { at: "deal", label: words.say("bar.deal") },
      ...timeline.tricks.map((trick) => ({ at: trick.plays.at(-1), trick, label: String(trick.number) })),
      ...(timeline.steps.at(-1).kind === "result" ? [{ at: "result", label: words.say("bar.result") }] : []),
    ].filter(({ at }) => game.places.has(at));
    bars = ends.map(({ at, trick, label }) => tick(trick ? facts(game, trick) : bare(game, at), label, words));
    root.classList.toggle("is-many", bars.length >= MANY);
    root.replaceChildren(...bars);
  }

  const pick = (event) => {
    const beyond = bars.findIndex((bar) => bar.getBoundingClientRect().left > event.clientX);
    return ends[beyond < 0 ? ends.length - 1 : Math.max(0, beyond - 1)].at;
  };
  let dragged = null;
  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    root.setPointerCapture(event.pointerId);
    dragged = pick(event);
    go(dragged, { push: true });
  });
  root.addEventListener("pointermove", (event) => {
    if (dragged === null) return;
    const at = pick(event);
    if (at !== dragged) go((dragged = at), { push: false });
  });
  for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => { dragged = null; });

  function show(position) {
    const main = index.get(trunk(game, position.at));
    let current = 0;
    ends.forEach(({ at, trick }, i) => {
      const start = trick ? index.get(trick.plays[0]) : index.get(at);
      if (start <= main) current = i;
    });
    bars.forEach((bar, i) => {
      bar.classList.toggle("is-current", i === current);
      bar.classList.toggle("is-future", i > current);
      const away = Math.abs(i - current);
      bar.classList.toggle("is-beside", away === 1);
      bar.classList.toggle("is-near", away > 1 && away < 5);
    });
    root.setAttribute("aria-valuenow", String(current));
    root.setAttribute("aria-valuemax", String(ends.length - 1));
    root.setAttribute("aria-valuetext", [bars[current].title, position.step.kind === "deal" ? "" : position.at].filter(Boolean).join(" · "));
  }
  return { load, show };
}

/** What the strip tells of a trick. */
function facts(game, trick) {
  const { timeline } = game;
  const plays = trick.plays.map((at) => timeline.steps[game.places.get(at).index]);
  const cards = plays.flatMap((play) => play.cards);
  const trumps = timeline.trump ? cards.filter((card) => timeline.order[card]?.[0] === "T").length : 0;
  return {
    trick,
    side: sideOf(trick, timeline),
    points: trick.points || cards.reduce((sum, card) => sum + pointsOf(card), 0),
    trumps,
    share: trumps / Math.max(1, cards.length),
    ...notes(game, plays),
  };
}

const bare = (game, at) => ({ trick: null, side: "none", points: 0, trumps: 0, share: 0, ...notes(game, [game.timeline.steps[game.places.get(at).index]]) });

/** Findings and comments of some steps: how many, and whether one accuses. */
function notes(game, steps) {
  const found = steps.flatMap((step) => (game.faults.get(step.at) || []).map((i) => game.timeline.findings[i]));
  return {
    found: found.length,
    fault: found.some((finding) => finding.severity === "error"),
    comments: steps.filter(hasComment).length,
  };
}

function sideOf({ winner }, { seats, dealer }) {
  if (!winner || !dealer) return "none";
  return seats.indexOf(winner) % 2 === seats.indexOf(dealer) % 2 ? "dealers" : "attackers";
}

function tick(fact, label, words) {
  const { trick, points, trumps, found, comments } = fact;
  const bar = h(`span.bar.side-${fact.side}`);
  bar.style.setProperty("--height", Math.min(1, points / FULL).toFixed(3));
  const trump = h("span.trump-line");
  trump.style.setProperty("--share", fact.share.toFixed(3));
  const title = [
    trick ? words.say("at.trick", { trick: trick.number }) : label,
    trick && `${points} ${words.say("points")}`,
    trick?.winner && words.say("say.wins", { seat: words.seat(trick.winner) }),
    trumps > 0 && words.counted("bar.trumps", trumps),
    found > 0 && words.counted("findings.count", found),
    comments > 0 && words.counted("bar.comments", comments),
  ].filter(Boolean).join(" · ");
  return h("span.tick", { title },
    h("span.dots", {}, comments > 0 && h("i.dot.is-comment"), found > 0 && h(`i.dot.${fact.fault ? "is-fault" : "is-note"}`)),
    h("span.bar-points", {}, points > 0 && String(points)),
    bar, trump, h("span.tick-label", {}, label));
}
