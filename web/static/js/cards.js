// Card faces and rows of cards. Owns: how a card looks; the order of cards comes with the timeline.

import { h, icon } from "./dom.js";

const GROUPS = ["T", "S", "H", "C", "D", "?"];

export const rankText = (rank) => (rank === "T" ? "10" : rank);

/** Class that carries a card's colour. */
export const suitClass = (card) => (card.length === 2 ? `suit-${card[0]}` : `joker-${card === "?" ? "X" : card}`);

/** One card as it lies on the table. */
export function face(card, words, { marks = [], go = null, title = null, held = null } = {}) {
  const attributes = { "data-go": go, "data-card": held, title };
  const classes = ["card", suitClass(card), ...marks].join(".");
  if (card === "?") return h(`span.${classes}.back`, attributes);
  if (card.length === 1) {
    return h(`span.${classes}`, attributes, h("span.joker", {}, words.say(`face.${card}`)), icon("pip-joker", "pip large"));
  }
  const [suit, rank] = card;
  return h(
    `span.${classes}`, attributes,
    h("span.corner", {}, h(rank === "T" ? "b.is-ten" : "b", {}, rankText(rank)), icon(`pip-${suit}`, "pip")),
    icon(`pip-${suit}`, "pip large"),
  );
}

/** One card as text: symbol and rank, or the joker's name. */
export function inline(card, words) {
  if (card.length === 1) return h(`span.c.${suitClass(card)}`, {}, words.say(`short.${card}`));
  return h(`span.c.${suitClass(card)}`, {}, icon(`pip-${card[0]}`, "pip"), rankText(card[1]));
}

export const inlineCards = (cards, words) => cards.map((card) => inline(card, words));

/** The card that an element of text shows, the first of several under one symbol; null for none. */
export function cardShown(element) {
  const [, kind, name] = /\b(suit|joker)-([SHCDBL])\b/.exec(element.className) || [];
  const [rank] = /10|[2-9JQKA]/.exec(element.textContent) || [];
  if (kind === "joker") return name;
  return kind && rank ? name + rank.replace("10", "T") : null;
}

/** Items ({card, ...}) in display groups, trump first, each from high to low. */
export function grouped(items, order) {
  const groups = new Map(GROUPS.map((g) => [g, []]));
  for (const item of items) {
    const known = order[item.card];
    groups.get(known ? known[0] : groupOfUnknown(item.card)).push(item);
  }
  const strength = (item) => order[item.card]?.[1] ?? -1;
  for (const list of groups.values()) {
    list.sort((a, b) => strength(b) - strength(a) || a.card.localeCompare(b.card));
  }
  return [...groups].filter(([, list]) => list.length).map(([group, list]) => ({ group, items: list }));
}

const groupOfUnknown = (card) => (card.length === 2 ? card[0] : "?");

/** Groups in two rows of about the same length, for screens too narrow for one. */
export function twoRows(groups) {
  const size = (list) => list.reduce((n, g) => n + g.items.length, 0);
  let best = groups.length;
  for (let cut = 1; cut <= groups.length; cut += 1) {
    const longer = (at) => Math.max(size(groups.slice(0, at)), size(groups.slice(at)));
    if (longer(cut) < longer(best)) best = cut;
  }
  return [groups.slice(0, best), groups.slice(best)].filter((row) => row.length);
}
