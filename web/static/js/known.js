// What the viewed seat could know: suits known to be out of a hand, what is still out, points still out.
// Owns: this panel; the conclusions come with the timeline.

import { grouped, inline, rankText, suitClass } from "./cards.js";
import { h, icon } from "./dom.js";
import { parseCards } from "./state.js";

/** Draw the panel for a position; without a view of one seat or the public there is nothing to tell. */
export function drawKnown(root, position, timeline, view, words) {
  root.hidden = !timeline.known || timeline.view !== view.seat;
  if (root.hidden) return;
  const known = knownAt(position, timeline);
  const others = timeline.seats.filter((seat) => seat !== view.seat);
  const out = parseCards(known.out);
  const groups = grouped(out.map((card) => ({ card })), timeline.order);
  root.replaceChildren(
    h("p.known-sum", {}, h("b", {}, String(known.points)), ` ${words.say("known.points")}`, h("span.quiet", {}, words.counted("held", out.length))),
    h("table.known-hands", {}, h("tbody", {}, others.map((seat) => seatRow(seat, known, words)))),
    h("h3", {}, words.say("known.still_out")),
    out.length ? h("div.known-out", {}, groups.map(({ group, items }) => outRow(group, items, words))) : h("p.quiet", {}, words.say("none")),
  );
}

/** What is known at this step, or at the last one before it that tells (incidents and the result do not). */
function knownAt(position, timeline) {
  const { steps } = position.line;
  for (let i = position.index; i > 0; i -= 1) if (timeline.known[steps[i].at]) return timeline.known[steps[i].at];
  return timeline.known.deal;
}

function seatRow(seat, known, words) {
  const facts = [
    ...(known.void[seat] || []).map((group) => h("span.fact.is-void", {}, words.say("known.void"), " ", groupMark(group, words))),
    ...(known.pairless[seat] || []).map((group) => h("span.fact", {}, words.say("known.no_pair"), " ", groupMark(group, words))),
    known.shown[seat] && h("span.fact.is-shown", {}, words.say("known.shown"), " ", parseCards(known.shown[seat]).map((card) => [inline(card, words), " "])),
  ].filter(Boolean);
  return h("tr", {}, h("th", { scope: "row" }, words.seat(seat)), h("td", {}, facts.length ? facts : h("span.quiet", {}, "–")));
}

function groupMark(group, words) {
  if (group === "T") return h("b", {}, words.say("trumps"));
  return h(`span.c.suit-${group}`, { role: "img", "aria-label": words.say(`suit.${group}`) }, icon(`pip-${group}`, "pip"));
}

/** A row of the suits still out: the same card twice stands there twice. */
function outRow(group, items, words) {
  const head = group === "T" ? words.say("trump.short") : icon(`pip-${group}`, "pip");
  return h("div.known-row", {},
    h(`span.row-head.${group === "T" ? "is-trump" : `suit-${group}`}`, { title: group === "T" ? words.say("trumps") : words.say(`suit.${group}`) }, head),
    h("span", {}, items.map(({ card }) => [
      group === "T" || card.length === 1 ? inline(card, words) : h(`span.c.${suitClass(card)}`, {}, rankText(card[1])), " ",
    ])),
    h("span.known-count", {}, String(items.length)));
}
