// From the timeline of one hand to what lies on the table at one address.
// Owns: lines of play, positions, stepping. Pure: knows no DOM, no words, no rules.

/** Face values, as printed on the cards; who scores them is the timeline's business. */
const FACE_POINTS = { 5: 5, T: 10, K: 10 };
const CARD = /[SHCD][?2-9TJQKA]+|[BL?]/g;

/** A command in a comment, such as [%clk 0:12]. */
const COMMAND = /\[%([a-z][a-z0-9_]*)([ \t][^\[\]\n]*)?\]/g;
/** Those that the viewer shows in its own way. */
const KNOWN = /\[%(?:clk|emt|mark|seat|level|points)(?:[ \t][^\[\]\n]*)?\]/g;
/** These with the blanks about them; blanks elsewhere, such as those before an item of a list, stay. */
const WITH_BLANKS = new RegExp(`(?<![ \\t])[ \\t]*(?:${KNOWN.source}[ \\t]*)+`, "g");

const commentsOf = (step) => [...(step.before || []), ...(step.comments || [])];

/** The time told with a step: what was left on the clock, else what was used. */
export function clockOf(step) {
  const told = new Map();
  for (const text of commentsOf(step)) for (const [, name, value] of text.matchAll(COMMAND)) told.set(name, value?.trim());
  return told.get("clk") || told.get("emt") || "";
}

const commanded = (step, wanted) => commentsOf(step).flatMap((text) => (
  [...text.matchAll(COMMAND)].filter(([, name]) => name === wanted).map(([, , value]) => value || "")));

/** The cards that comments of a step point out with [%mark SAK]. */
export const marksOf = (step) => commanded(step, "mark").flatMap(parseCards);

/** The seats they point out with [%seat N], as the hand calls them. */
export const seatsMarked = (step) => commanded(step, "seat").flatMap((seats) => seats.split(/\s+/).filter(Boolean));

/** The words of a comment, and the commands in it apart; one that the viewer does not know is as good as a word. */
export const partsOf = (text) => ({
  words: text.replace(WITH_BLANKS, " ").trim(),
  commands: [...text.matchAll(KNOWN)].map(([command]) => command),
  leads: text.trim().search(KNOWN) === 0, // whether commands stand before the words
});

export const pointsOf = (card) => (card.length === 2 && FACE_POINTS[card[1]]) || 0;

export const sum = (cards) => cards.reduce((total, card) => total + pointsOf(card), 0);

/** Cards of an SJN string: "BBC5K" -> ["B", "B", "C5", "CK"]. */
export function parseCards(text) {
  const cards = [];
  for (const group of (text || "").match(CARD) || []) {
    if (group.length === 1) cards.push(group);
    else for (const rank of group.slice(1)) cards.push(group[0] + rank);
  }
  return cards;
}

const SPELLED = [
  [/大[王鬼怪]|BIG ?JOKER/g, "B"], [/小[王鬼怪]|LITTLE ?JOKER|SMALL ?JOKER/g, "L"], [/黑桃|[♠♤]/g, "S"], [/红[桃心]|紅[桃心]|[♥♡]/g, "H"],
  [/[梅草]花|[♣♧]/g, "C"], [/方[块块片塊]|[♦♢]/g, "D"], [/10/g, "T"], [/[\s,、，+\ufe0e\ufe0f]+/g, " "],
];

/** The cards that somebody has typed, in the spellings people use; null where there is anything else. */
export function readCards(text) {
  const plain = SPELLED.reduce((rest, [spelling, sign]) => rest.replace(spelling, sign), text.normalize("NFKC").toUpperCase());
  return /^ ?(?:(?:[SHCD](?: ?[2-9TJQKA])+|[BL]) ?)*$/.test(plain) ? parseCards(plain.replaceAll(" ", "")) : null;
}

/**
 * A timeline made ready for stepping. A line is the main line or a variation with everything
 * before it; `places` says for each address in which line it stands, and where.
 */
export function readGame(timeline) {
  const game = { timeline, lines: new Map(), places: new Map(), faults: new Map(), tricks: byNumber(timeline.tricks) };
  addLine(game, { id: "", steps: timeline.steps, owner: null, from: 0, deals: [], tricks: game.tricks, next: timeline.next_play });
  return game;
}

const byNumber = (tricks) => new Map((tricks || []).map((trick) => [trick.number, trick]));

/**
 * `deals` are the hands supposed for this line and those it departs from, each at the step where it begins;
 * `tricks` their outcomes, `next` who would play on at its end.
 */
function addLine(game, line) {
  const { id, steps, from, deals } = line;
  game.lines.set(id, line);
  steps.forEach((step, index) => {
    if (index < from) return;
    game.places.set(step.at, { line: id, index });
    if (step.findings?.length) game.faults.set(step.at, step.findings);
  });
  steps.slice(from).forEach((step, offset) => {
    for (const variation of step.variations || []) {
      if (!variation.steps.length) continue;
      const start = steps.findIndex((s) => s.kind === "play" && s.trick >= variation.steps[0].trick);
      const before = steps.slice(0, start < 0 ? from + offset + 1 : start);
      addLine(game, {
        id: variation.at,
        steps: [...before, ...variation.steps],
        owner: step.at,
        from: before.length,
        deals: [...deals, { index: before.length, hands: variation.deal || {} }],
        tricks: new Map([...line.tricks, ...byNumber(variation.tricks)]),
        next: variation.next,
      });
    }
  });
}

/**
 * The nearest address that exists: "#7.3x" or an address of another edition never breaks the page.
 * "d18" is what was bid at card 18, "k" the kitty, "v2.7.3" trick 7, play 3 of the second variation.
 */
export function resolve(game, at) {
  if (game.places.has(at)) return at;
  if (at && game.lines.has(at)) return entrance(game, at);
  const { steps } = game.timeline;
  if (at === "k") return (steps.find((s) => s.kind === "bury") || steps[0]).at;
  const draw = /^d(\d{1,4})$/.exec(at);
  const cardOf = (s) => (s.kind === "draw" ? s.at.slice(1) - 3 : s.draw || Infinity);
  if (draw) return (steps.findLast((s) => cardOf(s) <= Number(draw[1])) || steps[0]).at;
  const inside = /^v(\d{1,4})(?:\.(\d{1,4}\.\d{1,4}))?$/.exec(at);
  const variation = inside && [...game.lines.keys()].filter(Boolean)[inside[1] - 1];
  if (variation) return game.places.has(`${variation}/${inside[2]}`) ? `${variation}/${inside[2]}` : entrance(game, variation);
  const trick = game.tricks.get(Number.parseInt(at, 10));
  return trick ? trick.plays[0] : game.timeline.steps[0].at;
}

/** Everything a view needs at one address. */
export function positionAt(game, at) {
  const { line: lineId, index } = game.places.get(at);
  const line = game.lines.get(lineId);
  const steps = line.steps.slice(0, index + 1);
  const step = line.steps[index];
  const hands = new Map();
  const drawn = steps.filter((s) => s.kind === "draw").length;
  for (const [seat, cards] of Object.entries(game.timeline.deal)) hands.set(seat, heldOf(game, seat, cards, step, drawn).map(inHand));
  let bury = null;
  steps.forEach((past, number) => {
    for (const deal of line.deals) if (deal.index === number) suppose(hands, deal.hands);
    if (past.kind === "bury") {
      bury = past;
      for (const card of past.took || []) (hands.get(past.seat) || []).push(inHand(card));
      hands.set(past.seat, discard(hands.get(past.seat) || [], past.cards));
    } else if (past.kind === "play") {
      play(hands.get(past.seat) || [], past, past === step);
    }
  });
  const { trick, attackers, captured } = score(game, line, index);
  const following = line.steps.slice(index + 1).find((s) => s.kind !== "incident");
  const goesOn = following && following.kind === "play" && step.kind !== "result";
  const hidden = !following && !line.id && (!trick || !trick.complete) && game.timeline.next?.seat;
  return {
    at, index, line, step, hands, bury, trick, attackers, captured,
    findings: [...(game.faults.get(at) || []).map((i) => game.timeline.findings[i]), ...(step.breach ? [step.breach] : [])],
    toPlay: goesOn && (!trick || !trick.complete) && (!trick || following.trick === trick.number)
      ? following.seat : hidden || (!following && step.kind === "play" && !trick.complete && line.next?.seat) || null,
    bids: trick ? [] : steps.filter((s) => s.kind === "bid"),
  };
}

/** The cards a seat holds before the first trick; while cards are drawn, the first of them. */
function heldOf({ timeline }, seat, cards, step, rounds) {
  const order = timeline.draw?.[seat];
  return !order || step.kind === "deal" || rounds >= order.length ? cards : order.slice(0, rounds);
}

/** Hands supposed for a variation: what was played stays, the rest gives way. */
function suppose(hands, supposed) {
  for (const [seat, cards] of Object.entries(supposed)) {
    hands.set(seat, [...(hands.get(seat) || []).filter((i) => i.played), ...cards.map(inHand)]);
  }
}

const inHand = (card) => ({ card, played: false, now: false, at: null });

/** Mark cards as played, and where. An unknown card gives way to what turns out to have been it. */
function play(hand, { cards, at }, now) {
  for (const card of cards) {
    const item = hand.find((i) => !i.played && i.card === card) || hand.find((i) => !i.played && couldBe(i.card, card));
    if (item) Object.assign(item, { card, played: true, now, at });
  }
}

function discard(hand, cards) {
  const rest = [...hand];
  for (const card of cards) {
    const at = rest.findIndex((i) => i.card === card);
    const known = at >= 0 ? at : rest.findIndex((i) => couldBe(i.card, card));
    if (known >= 0) rest.splice(known, 1);
  }
  return rest;
}

const couldBe = (unknown, card) => unknown === "?" || (unknown[1] === "?" && unknown[0] === card[0]);

/** The trick on the table, the attackers' points (null where nobody knows who won) and the point cards they have captured. */
function score(game, line, index) {
  const { seats, dealer, replayed } = game.timeline;
  const step = line.steps[index];
  const attacking = (seat) => seat && dealer && seats.indexOf(seat) % 2 !== seats.indexOf(dealer) % 2;
  let trick = null;
  let attackers = 0;
  const captured = [];
  for (let i = 0; i <= index; i += 1) {
    const past = line.steps[i];
    if (past.kind !== "play") continue;
    if (!trick || trick.number !== past.trick || past.play === 1) {
      trick = { number: past.trick, leader: past.seat, plays: [], winner: null, complete: false, points: 0 };
    }
    trick.plays.push(past);
    trick.points += sum(past.cards);
    const known = line.tricks.get(past.trick);
    trick.complete = trick.plays.length === seats.length;
    if (trick.complete && known) {
      trick.winner = known.winner;
      attackers = known.attackers;
      if (attacking(known.winner)) {
        captured.push(...trick.plays.flatMap((p) => p.cards.filter(pointsOf).map((card) => ({ card, at: p.at }))));
      }
    }
  }
  if (step.kind === "result") {
    attackers = replayed?.attackers ?? attackers;
    trick = null;
  }
  return { trick, attackers, captured };
}

// Stepping: each function answers an address, the same one where there is nowhere to go.

const placed = (game, at) => {
  const { line, index } = game.places.get(at);
  return { line: game.lines.get(line), index };
};

export function step(game, at, by) {
  const { line, index } = placed(game, at);
  const target = line.steps[index + by];
  return target ? target.at : at;
}

export const first = (game, at) => placed(game, at).line.steps[0].at;

export const last = (game, at) => placed(game, at).line.steps.at(-1).at;

/** A whole trick or a step of the auction further or back, always to the last play of the trick. */
export function stepTrick(game, at, by) {
  const { line, index } = placed(game, at);
  const started = line.steps.findIndex((s) => s.kind === "play");
  const next = (i) => line.steps.slice(i + 1).find((s) => s.kind !== "incident");
  const ends = line.steps.filter((s, i) => (
    s.kind === "play" ? next(i)?.trick !== s.trick : s.kind !== "draw" && (s.kind !== "incident" || started < 0 || i < started)
  ));
  const positions = ends.map((s) => line.steps.indexOf(s));
  const target = by > 0 ? positions.find((i) => i > index) : positions.findLast((i) => i < index);
  return target === undefined ? at : line.steps[target].at;
}

/** The next (by = 1) or previous step of the line for which `wanted` holds, going round at the ends unless told not to. */
export function seek(game, at, by, wanted, { around = true } = {}) {
  const { line, index } = placed(game, at);
  const count = line.steps.length;
  for (let n = 1; n <= (around ? count : by > 0 ? count - 1 - index : index); n += 1) {
    const candidate = line.steps[(index + by * n + count * n) % count];
    if (wanted(candidate)) return candidate.at;
  }
  return at;
}

const MISTAKES = ["?", "??", "?!"];

export const hasFinding = (game) => (s) => game.faults.has(s.at) || s.breach !== undefined || (s.glyphs || []).some((g) => MISTAKES.includes(g));

export const hasGlyph = (s) => (s.glyphs || []).length > 0;

/** A decision of one seat: what it bid, called, buried or played. */
export const decidedBy = (seat) => (s) => s.seat === seat && s.kind !== "incident";

export const hasComment = (s) => commentsOf(s).some((text) => text.replace(COMMAND, "").trim());

/** The place on the main line where the variation of a place begins; on the main line the place itself. */
export function trunk(game, at) {
  let place = at;
  while (placed(game, place).line.id) place = owner(game, place);
  return place;
}

/** The first play of a variation that departs from the line it belongs to. */
export function entrance(game, variation) {
  const line = game.lines.get(variation);
  const parent = game.lines.get(game.places.get(line.owner).line);
  const instead = ({ trick, play: n }) => parent.steps.find((s) => s.trick === trick && s.play === n)?.cards.join();
  const departs = line.steps.findIndex(
    (s, i) => i >= line.from && s.kind === "play" && instead(s) !== s.cards.join(),
  );
  return line.steps[departs < 0 ? line.from : departs].at;
}

/** Variations that can be entered here: those of this play, else those of the next one. */
export function variationsAt(game, at) {
  const { line, index } = placed(game, at);
  for (const s of [line.steps[index], line.steps[index + 1]]) {
    const found = (s?.variations || []).filter((v) => game.lines.has(v.at));
    if (found.length) return found.map((v) => v.at);
  }
  return [];
}

/** The variations beside the one of this address, itself among them; [] on the main line. */
export function siblings(game, at) {
  const { line } = placed(game, at);
  return line.id ? [...game.lines.values()].filter((l) => l.owner === line.owner).map((l) => l.id) : [];
}

/** Where a variation was left from; null on the main line. */
export const owner = (game, at) => placed(game, at).line.owner;

/** For each card of a hand still held, the addresses at which this seat plays it later in the line. */
export function laterPlays(position, seat) {
  const later = new Map();
  for (const s of position.line.steps.slice(position.index + 1)) {
    if (s.kind !== "play" || s.seat !== seat) continue;
    for (const card of s.cards) later.set(card, [...(later.get(card) || []), s.at]);
  }
  return later;
}
