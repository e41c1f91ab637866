// The timeline under the table: a bar a trick, and the scrubber. Owns: this strip.

import { h } from "./dom.js";

const FULL = 40; // points at which a bar has its full height

/** Build the strip once; answers a function that shows where we are. `go(at)` is called on click and drag. */
export function buildBars(root, game, words, go) {
  const { timeline } = game;
  const dealers = timeline.dealer ? timeline.seats.indexOf(timeline.dealer) % 2 : null;
  const ends = [
    { at: "deal", label: words.say("bar.deal") },
    ...timeline.tricks.map((trick) => ({ at: trick.plays.at(-1), trick, label: String(trick.number) })),
    ...(timeline.steps.at(-1).kind === "result" ? [{ at: "result", label: words.say("bar.result") }] : []),
  ].filter(({ at }) => game.places.has(at));
  const index = new Map(timeline.steps.map((step, i) => [step.at, i]));

  const faultsIn = (trick) => trick.plays.reduce((n, at) => n + (game.faults.get(at)?.length || 0), 0);
  const sideOf = ({ winner }) => {
    if (!winner || dealers === null) return "none";
    return timeline.seats.indexOf(winner) % 2 === dealers ? "dealers" : "attackers";
  };
  const title = (trick) => [
    words.say("at.trick", { trick: trick.number }),
    `${trick.points} ${words.say("points")}`,
    trick.winner && words.say("say.wins", { seat: words.seat(trick.winner) }),
    faultsIn(trick) && words.say("findings.count", { count: faultsIn(trick) }),
  ].filter(Boolean).join(" · ");
  const bars = ends.map(({ trick, label }) => {
    const bar = h(`span.bar.side-${trick ? sideOf(trick) : "none"}`);
    bar.style.setProperty("--height", trick ? Math.min(1, trick.points / FULL).toFixed(3) : "0");
    const dot = trick && faultsIn(trick) > 0 && h("i.dot");
    return h("span.tick", { title: trick ? title(trick) : label }, h("span.dots", {}, dot), bar, h("span.tick-label", {}, label));
  });
  root.replaceChildren(...bars);

  const pick = (event) => {
    const box = root.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const slot = ends[Math.max(0, Math.min(ends.length - 1, Math.floor(share * ends.length)))];
    return slot.at;
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

  return function show(position) {
    const main = position.line.id ? index.get(position.line.owner) : position.index;
    let current = 0;
    ends.forEach(({ at, trick }, i) => {
      const start = trick ? index.get(trick.plays[0]) : index.get(at);
      if (start <= main) current = i;
    });
    bars.forEach((tick, i) => {
      tick.classList.toggle("is-current", i === current);
      tick.classList.toggle("is-future", i > current);
    });
    root.setAttribute("aria-valuenow", String(current));
    root.setAttribute("aria-valuemax", String(ends.length - 1));
    root.setAttribute("aria-valuetext", words.place(position.step));
  };
}
