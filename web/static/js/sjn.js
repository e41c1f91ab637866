// SJN in its canonical form -> the timeline that the page shows, without the server and so without its audit.
// Owns: this reading. Knows no rule: who won a trick is who leads the next one. What is not canonical is refused.

import { sum } from "./state.js";

const SEATS = ["E", "N", "W", "S"];
const NAMES = { E: "East", N: "North", W: "West", S: "South" };
const TOKEN = /\{((?:[^\\{}]|\\.)*)\}|<((?:[^<>"]|"(?:[^"\\\n]|\\.)*")*)>|\[([A-Za-z][\w-]*)[ \t]+"((?:[^"\\\n]|\\.)*)"\]|[()/]|[^\s{}<()/[\]]+/gy;
const CARDS = /^\?*(?:[SHCD](?:\?+[2-9TJQKA]*|[2-9TJQKA]+)|[BL])*/;
const GROUP = /[SHCD][?2-9TJQKA]+|[BL?]/g;
const GLYPH = /^(?:\$?(?:[!?]{1,2})|\$\d+)/;
const FIELD = /([a-z][a-z0-9_]*)=("(?:[^"\\\n]|\\.)*"|[A-Za-z0-9_.:+-]+)/g;
const SECTIONS = ["Deal:", "Draw:", "Bids:", "Bury:", "Tricks:"];
const CALLS = ["pass", "flip", "redeal", "rebel", "lot"];
const RANKS = "23456789TJQKA";

export class NotCanonical extends Error {}

/** All hands of a text; fails with `NotCanonical` on anything it does not know. */
export function readSjn(text) {
  const hands = [];
  let inherited = [];
  for (const block of blocks(tokens(text))) {
    const tags = block.filter((t) => t.kind === "tag").map((t) => [t.name, t.text]);
    const rest = block.filter((t) => t.kind !== "tag");
    if (!rest.length && tags.some(([name]) => name === "Match")) inherited = tags.filter(([name]) => name !== "SJN");
    else hands.push(readHand(Object.fromEntries([...inherited, ...tags]), rest));
  }
  if (!hands.length) throw new NotCanonical("no hand");
  return hands.map((hand) => timelineOf(hand, text));
}

function tokens(text) {
  const found = [];
  let at = 0;
  let begins = true;
  while (at < text.length) {
    const blank = /\s/.test(text[at]);
    if (blank) {
      begins ||= text[at] === "\n";
      at += 1;
      continue;
    }
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) throw new NotCanonical(text.slice(at, at + 20));
    const [whole, comment, incident, name, value] = match;
    if (comment !== undefined) found.push({ kind: "comment", text: unescaped(comment, "\\{}"), begins });
    else if (incident !== undefined) found.push({ kind: "incident", text: incident, begins });
    else if (name !== undefined) found.push({ kind: "tag", name, text: unescaped(value, '\\"'), begins });
    else found.push({ kind: "word", text: whole, begins });
    begins = false;
    at += whole.length;
  }
  return found;
}

const unescaped = (text, plain) => text.replace(/\\(.)/gs, (all, char) => (plain.includes(char) ? char : { n: "\n", r: "\r" }[char] ?? all));

function blocks(list) {
  const found = [];
  for (const token of list) {
    if (token.kind === "tag" && token.name === "SJN") found.push([]);
    else if (!found.length) throw new NotCanonical("no version");
    found.at(-1).push(token);
  }
  return found;
}

// Elements: an object with before, glyphs, after and what it is made of.

const element = (kind, before) => ({ kind, before, glyphs: [], after: [], cards: [] });

/** Cards at the start of a word, as single texts, and what is left of it. */
function cardsOf(word) {
  const [text] = CARDS.exec(word);
  const cards = (text.match(GROUP) || []).flatMap((group) => (group.length === 1 ? [group] : [...group.slice(1)].map((rank) => group[0] + rank)));
  return [cards, word.slice(text.length)];
}

function addGlyphs(item, word) {
  let rest = word;
  while (rest) {
    const match = GLYPH.exec(rest);
    if (!match) throw new NotCanonical(word);
    const [glyph] = match;
    item.glyphs.push(/^\$[!?]/.test(glyph) ? glyph.slice(1) : glyph);
    rest = rest.slice(glyph.length);
  }
}

/** A word of an element with cards: more of its cards, or a glyph. `open`: a question mark is always a card. */
function addWord(item, word, open) {
  if (/^\?+$/.test(word) && item.cards.length && !open) return addGlyphs(item, word);
  const [cards, rest] = cardsOf(word);
  item.cards.push(...cards);
  return addGlyphs(item, rest);
}

function incidentOf(text, before) {
  const [, kind, more] = /^(\S+)\s*(.*)$/s.exec(text) || [];
  if (!kind) throw new NotCanonical(text);
  const party = /^([^\s=]+)(?:\s|$)/.exec(more)?.[1] ?? null;
  const fields = {};
  for (const [, name, value] of more.matchAll(FIELD)) fields[name] = value[0] === '"' ? unescaped(value.slice(1, -1), '\\"') : value;
  return { ...element("incident", before), incident: kind, party, fields };
}

function readHand(tags, list) {
  const hand = { tags, comments: [], deal: [], kitty: null, auction: [], tricks: [], result: null };
  const reader = { list, at: 0 };
  while (peek(reader)?.kind === "comment") hand.comments.push(next(reader).text);
  while (peek(reader)) {
    const head = next(reader);
    if (head.kind === "word" && head.text === "=") hand.result = readResult(reader);
    else if (head.kind !== "word" || !SECTIONS.includes(head.text)) throw new NotCanonical(head.text);
    else if (head.text === "Tricks:") hand.tricks = readTricks(reader);
    else readLines(reader, hand, head.text);
  }
  return hand;
}

const peek = (reader) => reader.list[reader.at];
const next = (reader) => reader.list[reader.at++];
const isHead = (token) => token.kind === "word" && (token.text === "=" || SECTIONS.includes(token.text)) && token.begins;

/** Deal, draw, bids and buries: an element a line. */
function readLines(reader, hand, section) {
  let item = null;
  let ahead = [];
  const keep = (made) => {
    if (made.kind === "dealt") hand.deal.push(made);
    else if (made.kind === "kitty") hand.kitty = made;
    else hand.auction.push(made);
    item = made;
    ahead = [];
  };
  for (let token = peek(reader); token && !isHead(token); token = peek(reader)) {
    next(reader);
    const { kind, text, begins } = token;
    if (begins) item = null;
    if (kind === "comment") {
      if (item && !item.waits) item.after.push(text);
      else if (item) item.before.push(text);
      else ahead.push(text);
    } else if (kind === "incident") keep(incidentOf(text, ahead));
    else if (item?.kind === "incident") addGlyphs(item, text);
    else if (section === "Bids:") item = bidWord(item, text, ahead, keep);
    else if (!item && SEATS.includes(text)) keep({ ...element(section === "Bury:" ? "bury" : "dealt", ahead), seat: text, open: section === "Draw:" });
    else if (!item && text === "Kitty") keep({ ...element("kitty", ahead), open: true });
    else if (item) addWord(item, text, item.open);
    else throw new NotCanonical(text);
  }
  if (ahead.length) throw new NotCanonical("comment");
}

/** `waits`: the seat or the call is still to come, so comments stand before it. */
function bidWord(given, text, ahead, keep) {
  let item = given;
  if (!item) {
    item = { ...element("bid", ahead), seat: null, draw: null, waits: true };
    keep(item);
  }
  if (item.waits && item.draw === null && item.seat === null && /^\d+$/.test(text)) item.draw = Number(text);
  else if (item.waits && item.seat === null && SEATS.includes(text)) item.seat = text;
  else if (item.waits && CALLS.includes(text)) Object.assign(item, { kind: "call", call: text, open: true, waits: false });
  else {
    item.waits = false;
    if (item.seat === null && item.kind === "bid") throw new NotCanonical(text);
    addWord(item, text, item.open);
  }
  return item;
}

/** Tricks up to the end of the section, or of the variation they stand in. */
function readTricks(reader) {
  const tricks = [];
  let play = null;
  let last = null; // what a comment or a glyph belongs to: a play or an incident behind it
  let ahead = [];
  for (let token = peek(reader); token && !isHead(token); token = peek(reader)) {
    const { kind, text } = token;
    if (kind === "word" && text === ")") break;
    next(reader);
    if (kind === "comment") {
      if (last && !token.begins) last.after.push(text);
      else ahead.push(text);
    } else if (kind === "incident") {
      if (!play) throw new NotCanonical(text);
      last = incidentOf(text, ahead);
      ahead = [];
      play.incidents.push(last);
    } else if (/^\d+\.$/.test(text)) {
      tricks.push({ number: Number.parseInt(text, 10), plays: [] });
      last = null;
    } else if (text === "/") last = null;
    else if (text === "(") play.variations.push(readVariation(reader));
    else if (SEATS.includes(text) && !last && tricks.length) {
      play = { ...element("play", ahead), seat: text, tried: null, variations: [], incidents: [] };
      tricks.at(-1).plays.push(play);
      last = play;
      ahead = [];
    } else if (last?.kind === "play" && !last.cards.length) playCards(last, text);
    else if (last) addGlyphs(last, text);
    else throw new NotCanonical(text);
  }
  if (ahead.length || tricks.some(({ plays }) => !plays.length || plays.some((p) => !p.cards.length))) throw new NotCanonical("trick");
  return tricks;
}

function playCards(play, text) {
  const [first, rest] = cardsOf(text);
  const [led, more] = rest[0] === ">" ? cardsOf(rest.slice(1)) : [null, rest];
  play.cards = led || first;
  play.tried = led ? first : null;
  addGlyphs(play, more);
}

function readVariation(reader) {
  const variation = { before: [], deal: [], tricks: [] };
  while (peek(reader)?.kind === "comment") variation.before.push(next(reader).text);
  if (peek(reader)?.text === "Deal:") {
    next(reader);
    let dealt = null;
    let ahead = [];
    for (let token = peek(reader); token && !/^\d+\.$/.test(token.text); token = peek(reader)) {
      next(reader);
      if (token.kind === "comment") (dealt ? dealt.after : ahead).push(token.text);
      else if (token.text === "/") dealt = null;
      else if (!dealt && SEATS.includes(token.text)) {
        variation.deal.push((dealt = { ...element("dealt", ahead), seat: token.text }));
        ahead = [];
      } else if (dealt) addWord(dealt, token.text, false);
      else throw new NotCanonical(token.text);
    }
  }
  variation.tricks = readTricks(reader);
  if (next(reader)?.text !== ")" || !variation.tricks.length) throw new NotCanonical("variation");
  return variation;
}

function readResult(reader) {
  const result = { ...element("result", []), state: null, attackers: null, dealer_next: null, gain: null };
  for (let token = peek(reader); token; token = peek(reader)) {
    next(reader);
    const { kind, text } = token;
    const ahead = /^(NS|EW)?([+-]\d+)?$/.exec(text);
    if (kind === "comment") (result.state ? result.after : result.before).push(text);
    else if (!result.state && text === "*") result.state = "unfinished";
    else if (!result.state && text === "?") result.state = "unstated";
    else if (!result.state && /^-?\d+$/.test(text)) Object.assign(result, { state: "stated", attackers: Number(text) });
    else if (result.state && ahead && text && !result.glyphs.length) Object.assign(result, { dealer_next: ahead[1] || null, gain: ahead[2] ? Number(ahead[2]) : null });
    else if (result.state) addGlyphs(result, text);
    else throw new NotCanonical(text);
  }
  if (!result.state) throw new NotCanonical("=");
  return result;
}

// The timeline

function timelineOf(hand, source) {
  const { tags } = hand;
  const named = (name) => (tags[name] && tags[name] !== "?" ? tags[name] : null);
  const level = named("Level");
  const dealer = SEATS.includes(tags.Dealer) ? tags.Dealer : null;
  const trump = ["S", "H", "C", "D", "NT"].includes(tags.Trump) ? tags.Trump : trumpOf(hand.auction.findLast((item) => item.kind === "bid")?.cards || []);
  const order = orderOf(trump, level);
  const tricks = tricksOf(hand.tricks, dealer);
  const known = new Set(hand.deal.map((item) => item.seat));
  return {
    id: null, hand: named("Hand"), title: tags.Event || "", tags,
    players: Object.fromEntries(SEATS.map((seat) => [seat, tags[NAMES[seat]] || ""])),
    level, levels: {}, trump, dealer, target: null, rules: null,
    seats: seatsFrom(dealer || hand.tricks[0]?.plays[0].seat || "N", tags.Direction),
    deal: Object.fromEntries(SEATS.map((seat) => [seat, dealtTo(hand, seat)])),
    derived: hand.tricks.length ? SEATS.filter((seat) => !known.has(seat)) : [],
    order, kitty: hand.kitty ? hand.kitty.cards : null,
    steps: [...opening(hand), ...playSteps(hand.tricks, ""), resultStep(hand.result)],
    tricks, findings: [],
    stated: hand.result?.state === "stated" ? { attackers: hand.result.attackers, dealer_next: hand.result.dealer_next, gain: hand.result.gain } : null,
    replayed: null, kitty_result: null, verdict: null, source,
  };
}

function seatsFrom(first, direction) {
  const around = direction === "cw" ? ["E", "S", "W", "N"] : SEATS;
  const at = around.indexOf(first);
  return [...around.slice(at), ...around.slice(0, at)];
}

/** The hand of a seat: as dealt, else what it plays and buries, less what it took up. */
function dealtTo(hand, seat) {
  const dealt = hand.deal.find((item) => item.seat === seat);
  if (dealt) return dealt.cards;
  const cards = hand.tricks.flatMap(({ plays }) => plays.filter((play) => play.seat === seat).flatMap((play) => play.cards));
  let lying = hand.kitty?.cards || [];
  for (const item of hand.auction) {
    if (item.kind !== "bury") continue;
    if (item.seat === seat) {
      cards.push(...item.cards);
      for (const card of lying) if (cards.includes(card)) cards.splice(cards.indexOf(card), 1);
    }
    lying = item.cards;
  }
  return cards;
}

/** Display group and strength of each card; by suit alone while trump or level is not known. */
function orderOf(trump, level) {
  const known = trump && level;
  const ranks = [...RANKS].filter((rank) => !known || rank !== level);
  const order = { L: ["T", 101], B: ["T", 102] };
  for (const suit of "SHCD") {
    ranks.forEach((rank, n) => { order[suit + rank] = [known && suit === trump ? "T" : suit, n]; });
    if (known) order[suit + level] = ["T", suit === trump ? 100 : 99];
  }
  return order;
}

const notes = (item) => ({ before: item.before, glyphs: item.glyphs, comments: item.after, findings: [] });

function* opening(hand) {
  const said = [...hand.comments, ...[...hand.deal, ...(hand.kitty ? [hand.kitty] : [])].flatMap((item) => [...item.before, ...item.after])];
  yield { at: "deal", kind: "deal", comments: said, findings: [] };
  let lying = hand.kitty?.cards || [];
  for (const [n, item] of hand.auction.entries()) {
    const at = `a${n + 1}`;
    const { kind, seat, cards, draw } = item;
    if (kind === "bid") yield { at, kind, seat, cards, draw, trump: trumpOf(cards), ...notes(item) };
    else if (kind === "call") yield { at, kind, call: item.call, seat, cards, draw, ...notes(item) };
    else if (kind === "incident") yield incidentStep(item, at);
    else {
      yield { at, kind: "bury", seat, took: lying, cards, ...notes(item) };
      lying = cards;
    }
  }
}

/** The suit shown; no trump where it is jokers alone, nothing where it is not known. */
function trumpOf(cards) {
  if (!cards.length || cards.some((card) => card.includes("?"))) return null;
  return cards.find((card) => card.length === 2)?.[0] ?? "NT";
}

const incidentStep = (item, at) => ({
  at, kind: "incident", incident: item.incident, party: item.party, seat: SEATS.includes(item.party) ? item.party : null,
  fields: item.fields, cards: [], ...notes(item),
});

function playSteps(tricks, line) {
  return tricks.flatMap(({ number, plays }) => plays.flatMap((play, n) => {
    const at = `${line}${number}.${n + 1}`;
    const variations = play.variations.map((variation, v) => ({
      at: `${at}v${v + 1}`,
      comments: variation.before,
      deal: Object.fromEntries(variation.deal.map((dealt) => [dealt.seat, dealt.cards])),
      deal_comments: variation.deal.flatMap((dealt) => [...dealt.before, ...dealt.after]),
      steps: playSteps(variation.tricks, `${at}v${v + 1}/`),
    }));
    return [
      { at, kind: "play", trick: number, play: n + 1, seat: play.seat, cards: play.cards, tried: play.tried, ...notes(play), variations },
      ...play.incidents.map((item, i) => incidentStep(item, `${at}i${i + 1}`)),
    ];
  }));
}

const resultStep = (result) => ({ at: "result", kind: "result", state: result?.state || "unfinished", ...(result ? notes(result) : { findings: [] }) });

/** The tricks with their points; who leads the next one has won. The last winner nobody has written down. */
function tricksOf(tricks, dealer) {
  let attackers = dealer ? 0 : null;
  return tricks.map(({ number, plays }, n) => {
    const winner = tricks[n + 1]?.plays[0].seat ?? null;
    const points = sum(plays.flatMap((play) => play.cards));
    if (winner === null) attackers = null;
    else if (attackers !== null && SEATS.indexOf(winner) % 2 !== SEATS.indexOf(dealer) % 2) attackers += points;
    return { number, leader: plays[0].seat, winner, points, attackers, plays: plays.map((_, p) => `${number}.${p + 1}`) };
  });
}
