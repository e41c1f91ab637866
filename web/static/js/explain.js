// Why a play is as it is: what else was legal, and why a throw fell. Owns: these two cards.

import { inlineCards } from "./cards.js";
import { h } from "./dom.js";

/** Add to the panel what explains the play of this position. */
export function explain(root, position, context) {
  const { step } = position;
  if (step.kind !== "play") return;
  if (step.throw) root.append(throwCard(step, context));
  if (!context.legalAt || step.cards.includes("?")) return;
  root.append(legalCard(step, context));
}

/** A throw that another hand beats: each part with what is above it, and what must be led. */
function throwCard({ throw: thrown }, { words }) {
  const cards = (list) => h("span.cards", {}, inlineCards(list, words).map((card) => [card, " "]));
  return h("article.explain", {},
    h("h3", {}, words.say("throw.title"), " ", cards(thrown.thrown)),
    h("ul", {}, thrown.beaten.map((part) => h("li", {},
      cards(part.cards), h("span.above", {}, part.by ? words.say("throw.above", { seat: words.seat(part.by) }) : words.say("throw.above_all")), " ", cards(part.with)))),
    thrown.must.length > 0 && h("p", {}, words.say("throw.must"), " ", cards(thrown.must)));
}

/** The legal plays, for a reader who opens them. */
function legalCard(step, context) {
  const { words } = context;
  const body = h("div.legal", { role: "status" });
  const card = h("details.explain", {}, h("summary", {}, words.say("legal.title")), body);
  card.addEventListener("toggle", async () => {
    if (!card.open || body.childNodes.length) return;
    body.append(words.say("legal.loading"));
    body.replaceChildren(...legalList(await context.legalAt(step.at), step, words));
  });
  return card;
}

function legalList(found, step, words) {
  if (found === undefined) return [h("p.quiet", {}, words.say("offline"))];
  if (!found) return [h("p.quiet", {}, words.say("legal.unknown"))];
  const key = (cards) => [...cards].sort().join();
  const played = key(step.tried || step.cards);
  const play = (cards) => h(`li${key(cards) === played ? ".is-played" : ""}`, {}, inlineCards(cards, words).map((card) => [card, " "]),
    key(cards) === played && h("span.unseen", {}, words.say("legal.played")));
  const rest = found.example ? words.say("legal.example") : !found.all ? words.say("legal.more") : "";
  const count = found.all ? words.say(found.plays.length === 1 ? "legal.only" : "legal.count", { count: found.plays.length }) : "";
  return [
    h("ul.plays", {}, found.example ? play(found.example) : found.plays.map(play)),
    h("p.quiet", {}, [count, rest, found.throws && words.say("legal.throws")].filter(Boolean).join(" · ")),
  ];
}
