// The record of a hand as a table, a row a trick, like the one of a page that a server wrote.
// Owns: this table; what calls and incidents tell comes with it.

import { isSaidOpenly } from "./cover.js";
import { h, icon } from "./dom.js";
import { clockOf, hasComment } from "./state.js";

const SYMBOLS = { S: "♠", H: "♥", C: "♣", D: "♦" };

/** `say` has the words, `events` what calls and incidents tell by address, `spoken` a comment without commands. */
export function recordTable(timeline, { say, meanings, events, spoken }) {
  const { seats, tricks, steps } = timeline;
  const seat = (s) => say(`seat.${s}`);
  const unseen = (text) => h("span.unseen", {}, text);

  /** Neighbours of a suit under one symbol. */
  function cards(list) {
    const groups = [];
    for (const card of list) {
      const suit = card.length === 2 ? card[0] : "";
      if (suit && groups.at(-1)?.suit === suit) groups.at(-1).ranks.push(rank(card));
      else groups.push(suit ? { suit, ranks: [rank(card)] } : { card });
    }
    return groups.map(({ suit, ranks, card }, n) => [n > 0 && " ", suit
      ? h(`span.c.suit-${suit}`, {}, h("span.sym", {}, `${SYMBOLS[suit]}\ufe0e`), ranks.join(" "))
      : h(`span.c.joker-${card === "?" ? "X" : card}`, {}, say(`short.${card}`))]);
  }
  const rank = (card) => card[1].replace("T", "10");
  const glyphs = (step) => (step.glyphs || []).map((glyph) => {
    const meaning = meanings(glyph);
    return h("b.glyph", { title: meaning || null }, glyph.startsWith("$") && meaning ? ["†", unseen(` ${meaning}`)] : glyph);
  });
  const clock = (step) => clockOf(step) && [" ", h("small.clock", { title: say("clock") }, clockOf(step))];
  const drawn = (step) => step.draw && h("small.draw", {}, `@${step.draw}`);
  const mark = (step) => hasComment(step) && [icon("i-comment", "icon mark"), unseen(say("comment"))];
  const said = (text) => h("span.variation-comment", { dir: "auto" }, text);
  const remarks = (texts) => spoken(texts).map((text) => [said(text), " "]);

  function event(step) {
    const { said: words, details } = events[step.at];
    return [h("span.event-said", { dir: "auto" }, words), step.cards.length > 0 && [" ", h("span.played", {}, cards(step.cards))], glyphs(step), drawn(step),
      details.length > 0 && [" ", h("small.event-details", {}, details.map(([name, value], n) => [n > 0 && " · ", h("span", {}, `${name} `, h("b", { dir: "auto" }, value))]))]];
  }

  function cell(step, leads, wins) {
    const flags = `${leads ? ".is-leader" : ""}${wins ? ".is-winner" : ""}`;
    return h(`td${flags}`, { "data-at": step.at }, h("a", { href: `#${step.at}` }, leads && unseen(`${say("lead")} `),
      step.tried && [h("span.tried-text", { title: say("tried") }, cards(step.tried)), " → "], h("span.played", {}, cards(step.cards)),
      glyphs(step), drawn(step), clock(step), mark(step), wins && unseen(` ${say("wins")}`)));
  }

  const wide = (step, ...content) => h("td", { colspan: seats.length + 1, "data-at": step.at }, h("a", { href: `#${step.at}` }, ...content));
  const head = (...content) => h("th", { scope: "row" }, ...content);
  const points = (value) => h("td.points", {}, value ? String(value) : "");

  function single(step) {
    if (step.kind === "bid") return h("tr.is-bid", {}, head(say("row.bid")), seats.map((s) => (s === step.seat ? cell(step) : h("td"))), points());
    if (step.kind === "bury") return h("tr.is-bury", {}, head(say("row.bury")), wide(step, `${seat(step.seat)} `, h("span.played.buried", { "data-buried": step.seat }, cards(step.cards)), glyphs(step), clock(step), mark(step)));
    const call = step.kind === "call";
    return h(`tr.is-${step.kind}`, { "data-tells": !call && !isSaidOpenly(step) }, head(call ? say("row.call") : [icon("i-incident"), unseen(say("at.incident"))]),
      wide(step, event(step), clock(step), mark(step)));
  }

  function variation({ comments, deal, deal_comments: about, steps: line }) {
    const dealt = Object.entries(deal);
    return h("span.variation", {}, "( ", remarks(comments),
      dealt.length > 0 && [h("span.variation-deal", {}, `${say("supposing")} `, dealt.map(([s, held], n) => [n > 0 && " / ", h("span.compass", {}, say(`compass.${s}`)), " ", cards(held)]), ": "), remarks(about)],
      line.map((step, n) => [
        step.kind === "incident" ? h("a.variation-event", { href: `#${step.at}`, "data-at": step.at }, event(step)) : [
          (step.play === 1 || n === 0) && [h("span.variation-trick", {}, `${step.trick}.`), " "],
          h("a", { href: `#${step.at}`, "data-at": step.at }, h("span.compass", {}, say(`compass.${step.seat}`)), " ", cards(step.cards), glyphs(step)),
        ],
        clock(step), " ", remarks(step.comments), (step.variations || []).map((inner) => [variation(inner), " "]),
      ]), ")");
  }

  function trickRows({ number, leader, winner, points: worth, plays: addresses }) {
    const plays = addresses.map((at) => steps.find((step) => step.at === at));
    return [
      h("tr.is-play", { "data-trick": number }, head(String(number)), seats.map((s) => {
        const play = plays.find((step) => step.seat === s);
        return play ? cell(play, s === leader, s === winner) : h("td");
      }), points(worth)),
      ...plays.flatMap((play) => play.variations).map((inner) => h("tr.is-variation", {}, h("td"), h("td", { colspan: seats.length + 1 }, variation(inner)))),
      ...plays.flatMap((play) => behind.get(play.at) || []).map(single),
    ];
  }

  const behind = eventsBehind(steps);
  const long = (s) => (seat(s).length > 5 ? [h("span", { "aria-hidden": "true" }, say(`compass.${s}`)), unseen(seat(s))] : seat(s));
  const player = (s) => timeline.players[s] && h("span.column-player", { dir: "auto" }, timeline.players[s]);
  return h("table.record", { id: "record" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, unseen(say("row.trick"))),
      seats.map((s) => h("th", { scope: "col", title: timeline.players[s] || null }, long(s), player(s))), h("th.points", { scope: "col" }, say("column.points")))),
    h("tbody", {}, behind.get(null).map(single), tricks.map(trickRows)),
    h("tfoot", {}, h("tr", {}, head(say("row.end")), h("td", { colspan: seats.length, "data-at": "result" }, h("a", { href: "#result" }, say("result"))), h("td.points"))));
}

/** The incidents behind each play; under null the auction. */
function eventsBehind(steps) {
  const behind = new Map([[null, []]]);
  let play = null;
  for (const step of steps) {
    if (step.kind === "play") behind.set((play = step.at), []);
    else if (!["deal", "draw", "result"].includes(step.kind)) behind.get(play).push(step);
  }
  return behind;
}
