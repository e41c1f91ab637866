// The table: four hands and what lies in the middle. Owns: this drawing, anew for each position.

import { face, grouped, inline, inlineCards, rankText, suitClass, twoRows } from "./cards.js";
import { h, icon, replaceChanged } from "./dom.js";
import { clockOf, laterPlays, marksOf, parseCards, pointsOf, seatsMarked, sum } from "./state.js";

const FANS = ["N", "S"];
const AROUND = ["S", "W", "N", "E"];

const drawnFor = new WeakMap(); // of a hand on the table what it was drawn for

/**
 * Draw a position. `view` says whose cards are open ("all", a seat, "public"), whether played cards
 * stay in the hands, greyed ("original"), who sits below ("home"), and whether marks are shown.
 */
export function drawFelt(root, position, timeline, view, words) {
  const place = (seat) => AROUND[(AROUND.indexOf(seat) - AROUND.indexOf(view.home) + 4) % 4];
  const marked = view.marks ? marksOf(position.step) : [];
  const context = { position, timeline, view, words, place, marked, duty: dutyCards(position) };
  const facts = timeline.seats.map((seat) => seatFacts(seat, context));
  const keys = facts.map((each) => JSON.stringify(each));
  const hands = facts.map((each, i) => (drawnFor.get(root.children[i]) === keys[i] ? root.children[i] : drawSeat(each, words)));
  root.dataset.at = position.at;
  replaceChanged(root, [...hands, drawMiddle(context), drawPile(context)]);
  keys.forEach((key, i) => drawnFor.set(root.children[i], key));
}

const isOpen = (seat, view) => view.seat === "all" || view.seat === seat;

/** The cards with which the duty could have been met, by seat. */
function dutyCards({ findings }) {
  const duty = new Map();
  for (const finding of findings) {
    if (finding.seat && finding.held && !duty.has(finding.seat)) duty.set(finding.seat, parseCards(finding.held));
  }
  return duty;
}

/** The items of a hand to be drawn, with their marks: duty, fault, ghost. */
function handItems(seat, { position, view, duty, marked }) {
  const faulty = position.findings.length > 0 && position.step.seat === seat;
  const wanted = [...(duty.get(seat) || [])];
  const open = isOpen(seat, view);
  const items = [];
  for (const { card, played, now, at } of position.hands.get(seat) || []) {
    const decided = now && faulty;
    if (played && !view.original && !decided) continue;
    const marks = decided ? ["is-fault", "is-ghost"] : played ? ["is-ghost"] : [];
    if (marked.includes(card)) marks.push("is-marked");
    items.push({ card: open || played ? card : "?", at, marks });
  }
  for (const card of wanted) {
    const item = items.find((i) => i.card === card && !i.marks.some((m) => m !== "is-marked"))
      || items.find((i) => i.card === card && !i.marks.includes("is-duty"));
    if (item) item.marks.push("is-duty");
  }
  return items;
}

/** All that the drawing of a seat rests on: where two positions agree in it, they look alike there. */
function seatFacts(seat, context) {
  const { position, timeline, view, words, place } = context;
  const open = isOpen(seat, view);
  const later = laterPlays(position, seat);
  const items = handItems(seat, context);
  const groups = grouped(items, timeline.order);
  for (const { items: list } of groups) for (const item of list) item.go = takeLater(later, item);
  return {
    seat, groups, open,
    place: place(seat),
    name: words.player(seat),
    held: (position.hands.get(seat) || []).filter((i) => !i.played).length,
    drawn: open || view.original,
    size: items.length,
    trump: timeline.trump,
    deals: timeline.dealer === seat,
    derived: timeline.derived.includes(seat),
    turn: position.toPlay === seat,
    pointed: view.marks && seatsMarked(position.step).includes(timeline.names[seat] ?? seat),
  };
}

function drawSeat(facts, words) {
  const { seat, name, held, place, drawn } = facts;
  const fan = FANS.includes(place);
  const head = h(
    "h2.who", {},
    h("span.compass", {}, words.seat(seat)),
    name && h("span.name", { title: name, dir: "auto" }, name),
    facts.deals && h("span.badge", { title: words.say("dealer") }, words.say("dealer.short")),
    facts.derived && h("span.derived", { title: words.say("derived.long") }, words.say("derived")),
    h("span.count", { title: words.counted("held", held) }, String(held)),
  );
  const body = drawn ? (fan ? drawFan : drawRows)(facts, words) : drawBacks(held, fan);
  const classes = ["section.seat", `seat-${place}`, fan ? "is-fan" : "is-rows", facts.turn && "is-turn", facts.pointed && "is-pointed"];
  return h(classes.filter(Boolean).join("."), { "data-seat": seat, "aria-label": label(facts, words) }, head, body);
}

/** What a listener hears about a hand. */
function label({ seat, name, open, held, groups }, words) {
  const who = [words.seat(seat), name].filter(Boolean).join(" ");
  if (!open) return `${who}: ${words.counted("held", held)}`;
  return `${who}: ${groups.map(({ items }) => items.map((i) => words.cardName(i.card)).join(" ")).join("; ")}`;
}

/** Where a card was or will be played; the second copy leads to the second play. */
const takeLater = (later, { card, at }) => {
  if (at) return at;
  const list = later.get(card) || [];
  later.set(card, list.slice(1));
  return list[0] || null;
};

function drawFan({ groups, size }, words) {
  const rows = twoRows(groups);
  if (!rows.length) return h("div.fan.is-empty", {}, h("span", {}, "–"));
  return h(`div.fan.${fullness(size)}`, {}, rows.map((row) => h("div.fan-row", {}, row.map(({ items }) => h(
    "div.fan-group", {},
    items.map((item) => h("div.slot", {}, face(item.card, words, { marks: item.marks, go: item.go, held: item.card }))),
  )))));
}

/** Whether one row may be too short for these cards, or is on any screen. */
const fullness = (count) => (count > 34 ? "is-long" : count > 26 ? "is-full" : "");

function drawRows({ groups, trump }, words) {
  if (!groups.length) return h("div.rows.is-empty", {}, "–");
  return h("div.rows", {}, groups.map(({ group, items }) => h(
    `div.row.row-${group}`, {},
    rowHead(group, words),
    group === "?" ? h("span.row-cards", {}, `× ${items.length}`) : h("span.row-cards", {}, items.map((item, at) => rowCard(item, group !== "T" || follows(items, at, trump), words))),
  )));
}

function rowHead(group, words) {
  if (group === "T") return h("span.row-head.is-trump", { title: words.say("trumps") }, words.say("trump.short"));
  if (group === "?") return h("span.row-head", {}, "?");
  return h(`span.row-head.suit-${group}`, {}, icon(`pip-${group}`, "pip"));
}

/** Whether a card of the trump suit stands behind another one, which has named the suit. */
function follows(list, at, trump) {
  return at > 0 && list[at].card[0] === trump && list[at - 1].card[0] === trump;
}

/** A card in a row: its rank alone where the row, or being of the trump suit, says the suit. */
function rowCard(item, suitKnown, words) {
  const { go } = item;
  const name = ["k", suitClass(item.card), ...item.marks].join(".");
  if (item.card.length === 1 || !suitKnown) {
    return h(`span.${name}.has-suit`, { "data-go": go, "data-card": item.card }, inline(item.card, words));
  }
  return h(`span.${name}`, { "data-go": go, "data-card": item.card }, rankText(item.card[1]));
}

function drawBacks(count, fan) {
  const backs = Array.from({ length: fan ? count : Math.min(count, 25) }, () => h("div.slot", {}, h("span.card.back")));
  return h(`div.fan.is-hidden${fan ? "" : ".is-small"}`, {}, h("div.fan-row", {}, h("div.fan-group", {}, backs)));
}

// The middle

function drawMiddle(context) {
  const { kind } = context.position.step;
  const draw = {
    deal: drawDeal, draw: drawDraw, bid: drawBids, bury: drawBury, play: drawTrick, result: drawResult, call: drawEvent, incident: drawEvent,
  }[kind];
  return h(`div.middle.is-${kind}`, {}, draw(context));
}

/** Cards that lie open; `label` is what a listener hears of them. */
const spread = (cards, words, { marked = [], label: heard = null, ...options } = {}) => h(
  "div.spread", heard ? { role: "img", "aria-label": heard } : {}, cards.map((card) => h("div.slot", {}, face(card, words, { ...options, held: card, marks: marked.includes(card) ? ["is-marked"] : [] }))),
);

/** How the play or bid of this step is ringed: red for an offence, gold for a note. */
function verdictMark(findings) {
  if (!findings.length) return "";
  return findings.some((f) => f.severity === "error") ? "is-fault" : "is-noted";
}

function verdictFlag(findings, words) {
  const mark = verdictMark(findings);
  if (!mark) return null;
  const kind = mark === "is-fault" ? "fault" : "note";
  return h(`span.flag.flag-${kind}`, {}, icon("i-flag"), words.say(kind));
}

/** The glyphs of a step; those that are numbers in words. */
const glyphFlags = (step, words) => (step.glyphs || []).map((glyph) => (
  glyph.startsWith("$") && words.meaning(glyph)
    ? h("span.flag.flag-glyph.is-worded", {}, words.meaning(glyph))
    : h("span.flag.flag-glyph", { title: words.meaning(glyph) || null }, glyph)));

/** A slip of paper on the table: what was called, or what the referee found; below it what lies there. */
function drawEvent(context) {
  const { position, words } = context;
  const { step, trick, bids, findings } = position;
  const { said, details } = words.event(step);
  const below = trick ? drawTrick(context) : bids.length ? drawBids(context) : [];
  return [
    h("div.below", { "aria-hidden": "true" }, below),
    h("div.slip", {},
      h("p.slip-said", { dir: "auto" }, said),
      (findings.length > 0 || step.glyphs.length > 0) && h("div.slip-flags", {}, verdictFlag(findings, words), glyphFlags(step, words)),
      step.cards.length > 0 && spread(step.cards, words),
      step.draw && h("p.slip-draw", {}, words.say("bid.draw", { draw: step.draw })),
      details.length > 0 && h("dl.slip-details", {}, details.map(([name, value]) => (
        h("div", {}, h("dt", {}, name), h("dd", { dir: "auto" }, value))))),
      clock(step, words)),
  ];
}

/** A time told in a comment. */
function clock(step, words) {
  const time = clockOf(step);
  return time && h("span.clock", { title: words.say("clock") }, time);
}

const BESIDE = 3; // more cards, or more than two flags, and there is no room for flags beside them

/** What a listener hears of what lies before a seat: "North: a pair of spade kings, leads". */
const spotLabel = (seat, said, words) => ({ role: "img", "aria-label": words.say("spot", { seat: words.seat(seat), said: said.join(words.say("pause")) }) });

function drawTrick({ position, timeline, words, place, marked }) {
  const { trick, step, findings } = position;
  const spots = timeline.seats.map((seat) => {
    const played = trick.plays.find((p) => p.seat === seat);
    if (!played) {
      const next = position.toPlay === seat;
      return h(`div.spot.spot-${place(seat)}`, {}, h(`div.empty${next ? ".is-next" : ""}`, {}, next && words.say("to_play")));
    }
    const now = played === step;
    const wins = trick.winner === seat;
    const said = [
      words.cards(played.cards), seat === trick.leader && words.say("lead"), wins && words.say("wins"),
      now && findings.length > 0 && words.say(verdictMark(findings) === "is-fault" ? "fault" : "note"),
      ...(played.glyphs || []).map((glyph) => words.meaning(glyph) || glyph),
      played.tried && `${words.say("tried")} ${words.cards(played.tried)}`, clockOf(played),
    ].filter(Boolean);
    const notes = [
      seat === trick.leader && h("span.flag.flag-lead", {}, words.say("lead")),
      wins && h("span.flag.flag-win", {}, words.say("wins")),
      now && verdictFlag(findings, words),
      ...glyphFlags(played, words),
      clock(played, words),
    ].filter(Boolean);
    return h(
      ["div.spot", `spot-${place(seat)}`, (played.cards.length > BESIDE || notes.length > 2) && "is-long", now && "is-now", now && verdictMark(findings), wins && "is-winner"].filter(Boolean).join("."),
      spotLabel(seat, said, words),
      spread(played.cards, words, { go: played.at, marked }),
      h("div.flags", {}, notes),
      played.tried && h("div.tried", {}, h("b", {}, words.say("tried")), inlineCards(played.tried, words)),
    );
  });
  const points = h("div.trick-points", {}, trick.points ? [h("b", {}, String(trick.points)), h("span.word", {}, words.say("points"))] : null);
  return [h("div.ring"), points, ...spots];
}

/** What a listener hears of cards that lie together: "Kitty: spade king, club 5". */
const heap = (key, cards, words) => words.say("spot", { seat: words.say(key), said: words.cards(cards) });

function drawDeal({ timeline, view, words }) {
  const kitty = timeline.kitty || [];
  const shown = view.seat === "all" ? kitty : kitty.map(() => "?");
  const go = timeline.steps.find((s) => s.kind === "bury")?.at;
  return h("div.note", {}, h("h3", {}, words.say("deal")),
    kitty.length ? [h("p", {}, words.say("kitty")), spread(shown, words, { go, label: heap("kitty", shown, words) })] : h("p", {}, words.say("kitty.unknown")));
}

/** A round of drawing: the card that came to each seat. */
function drawDraw({ position, timeline, view, words, place }) {
  const round = position.step.round - 1;
  const spots = timeline.seats.filter((seat) => timeline.draw[seat]?.[round]).map((seat) => h(
    `div.spot.spot-${place(seat)}.is-now`, spotLabel(seat, [words.cards([isOpen(seat, view) ? timeline.draw[seat][round] : "?"])], words),
    spread([isOpen(seat, view) ? timeline.draw[seat][round] : "?"], words)));
  return [h("div.ring"), h("div.trick-points", {}, words.say("at.draw", { draw: position.step.at.slice(1) })), ...spots];
}

function drawBids({ position, timeline, words, place }) {
  const { step, bids, findings } = position;
  const latest = new Map(bids.map((b) => [b.seat, b]));
  const spots = timeline.seats.filter((s) => latest.has(s)).map((seat) => {
    const bid = latest.get(seat);
    const now = bid === step;
    const mark = now ? `is-now.${verdictMark(findings)}` : "is-past";
    const said = [words.cards(bid.cards), bid.draw ? words.say("bid.draw", { draw: bid.draw }) : words.say("bid")];
    if (now && findings.length) said.push(words.say(verdictMark(findings) === "is-fault" ? "fault" : "note"));
    return h(
      `div.spot.spot-${place(seat)}.${mark}`, spotLabel(seat, said, words),
      spread(bid.cards, words, { go: bid.at }),
      h("div.flags", {},
        h("span.flag.flag-lead", {}, bid.draw ? words.say("bid.draw", { draw: bid.draw }) : words.say("bid")),
        now && verdictFlag(findings, words), glyphFlags(bid, words), clock(bid, words)),
    );
  });
  const named = bids.at(-1).trump;
  const suited = named && named !== "NT";
  const trump = suited ? [h("span.word", {}, words.say("trump")), icon(`pip-${named}`, "pip")] : words.say("no_trump");
  return [h("div.ring"), h(`div.trick-points.suit-${named}`, {}, trump), ...spots];
}

function drawBury({ position, view, words }) {
  const { step } = position;
  const open = isOpen(step.seat, view);
  const cards = (key, list) => {
    const shown = open ? list : list.map(() => "?");
    return [h("p", {}, words.say(key)), spread(shown, words, { label: heap(key, shown, words) })];
  };
  return h("div.note", {},
    h("h3", {}, words.say("bury.by", { seat: words.seat(step.seat) }), " ", verdictFlag(position.findings, words)),
    step.took?.length ? cards("took", step.took) : null,
    cards("buried", step.cards));
}

function drawResult({ position, timeline, words }) {
  const { bury } = position;
  const { stated, replayed, kitty_result: kitty } = timeline;
  const buried = kitty?.cards || bury?.cards || [];
  const row = (name, value) => {
    const a = stated?.[value], b = replayed?.[value];
    if (a === undefined && b === undefined) return null;
    const differs = a !== undefined && b !== undefined && a !== null && String(a) !== String(b);
    return h(`tr${differs ? ".is-different" : ""}`, {}, h("th", { scope: "row" }, name), h("td", {}, show(a)), h("td", {}, show(b)));
  };
  const show = (v) => (v === undefined || v === null ? "–" : words.say(["NS", "EW"].includes(v) ? `side.${v}` : String(v)));
  const rows = [
    row(words.say("attackers"), "attackers"),
    replayed?.penalty_points ? row(words.say("penalties"), "penalty_points") : null,
    row(words.say("dealer_next"), "dealer_next"),
    row(words.say("gain"), "gain"),
  ].filter(Boolean);
  return h("div.note", {},
    h("h3", {}, words.say("result")),
    buried.length > 0 && [h("p", {}, words.say("buried")), spread(buried, words, { go: bury?.at, label: heap("buried", buried, words) })],
    kitty && h("p.kitty-result", {}, kitty.captured
      ? words.say("kitty.captured", { face: sum(buried), multiplier: kitty.multiplier, points: kitty.points })
      : words.say("kitty.safe")),
    rows.length > 0 && h("table.ledger", {},
      h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col" }, words.say("stated")), h("th", { scope: "col" }, words.say("replayed")))),
      h("tbody", {}, rows)));
}

/** The point cards the attackers have taken. */
function drawPile({ position, words }) {
  const { captured } = position;
  if (!captured.length) return h("div.pile", { hidden: true });
  const cards = [...captured].sort((a, b) => pointsOf(b.card) - pointsOf(a.card) || a.card.localeCompare(b.card));
  return h("div.pile", { title: words.say("captured"), role: "img", "aria-label": heap("captured", cards.map((c) => c.card), words) }, h("span.pile-head", {}, words.say("captured.short", { points: sum(captured.map((c) => c.card)) })),
    h("span.pile-cards", {}, cards.map(({ card, at }) => h("span.k", { "data-go": at }, inline(card, words)))));
}
