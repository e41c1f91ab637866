// The words of the page in its language, and sentences made of them. Knows no DOM.

import { sum } from "./state.js";

/**
 * `words` is the dictionary the server put into the page; {name} stands for a value. `events` has
 * what calls and incidents tell, by address.
 */
export function speaker(words, timeline, events = {}) {
  const say = (key, values = {}) =>
    (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  const seat = (s) => say(`seat.${s}`);
  const cardName = (card, form = "rank") => {
    if (card.length === 1) return say(form === "ranks" && card !== "?" ? `cards.${card}` : `card.${card}`);
    return say("card.suited", { suit: say(`suit.${card[0]}`), rank: say(`${form}.${card[1]}`) });
  };
  /** What is counted, in the form for one where the language has it. */
  const counted = (key, count) => say(count === 1 ? `${key}.one` : key, { count });
  /** Equal cards, each as often, of neighbouring ranks of one printed suit: a tractor by any rules. */
  const isTractor = (list) => {
    const kinds = [...new Set(list)];
    const ranks = kinds.map((card) => timeline.order?.[card]?.[1]).sort((a, b) => a - b);
    const times = list.length / kinds.length;
    return kinds.length > 1 && times > 1
      && kinds.every((card) => card.length === 2 && card[0] === list[0][0] && list.filter((c) => c === card).length === times)
      && new Set(kinds.map((card) => timeline.order?.[card]?.[0])).size === 1
      && ranks.every((rank, i) => i === 0 || rank === ranks[i - 1] + 1);
  };
  const printed = (card) => (card[1] === "T" ? "10" : card[1]);
  /** "黑桃K一对", "a pair of spade kings", a tractor as one, or the cards one by one. */
  const cards = (list) => {
    if (!list.length) return say("none");
    if (list.length > 1 && !list[0].includes("?") && list.every((card) => card === list[0])) {
      return say(list.length === 2 ? "pair" : "alike", { count: list.length, card: cardName(list[0], "ranks") });
    }
    if (isTractor(list)) return say("tractor", { suit: say(`suit.${list[0][0]}`), ranks: list.map(printed).join(" ") });
    return list.map((c) => cardName(c)).join(say("comma"));
  };

  /** Who deals next, and the levels after the hand, as far as they are known. */
  function outcome() {
    const { stated, replayed } = timeline;
    const next = replayed?.dealer_next ?? stated?.dealer_next;
    const after = replayed?.levels ?? stated?.levels ?? {};
    const levels = ["NS", "EW"].filter((side) => after[side]).map((side) => [side, after[side]]);
    return [
      next && say("say.dealer_next", { who: say(["NS", "EW"].includes(next) ? `side.${next}` : `seat.${next}`) }),
      ...levels.map(([side, level]) => say("say.level", { side: say(`side.${side}`), level: level.replace("T", "10") })),
    ].filter(Boolean);
  }

  /** What a step is, for ears: one sentence. */
  function sentence(position) {
    const { step, trick, findings } = position;
    const parts = [];
    if (step.kind === "deal") parts.push(say("say.deal"));
    if (step.kind === "draw") parts.push(say("say.draw", { draw: step.at.slice(1) }));
    if (step.kind === "bid") parts.push(say("say.bid", { seat: seat(step.seat), cards: cards(step.cards) }));
    if (step.kind === "bury") parts.push(say("say.bury", { seat: seat(step.seat), count: step.cards.length }));
    if (events[step.at]) parts.push(events[step.at].said, ...(step.cards.length ? [cards(step.cards)] : []));
    if (step.kind === "result") parts.push(say("say.result", { points: position.attackers ?? "?" }), ...outcome());
    if (step.kind === "play") {
      const key = step.tried ? "say.throw" : step.seat === trick.leader ? "say.lead" : "say.play";
      parts.push(say(key, { trick: step.trick, seat: seat(step.seat), cards: cards(step.tried || step.cards) }));
      if (step.tried) parts.push(say("say.fails", { cards: cards(step.cards) }));
      const points = trick.complete ? trick.points : sum(step.cards);
      if (points) parts.push(say("say.points", { points }));
      if (trick.complete && trick.winner) parts.push(say("say.wins", { seat: seat(trick.winner) }));
    }
    const zh = document.documentElement.lang.startsWith("zh");
    for (const finding of findings) parts.push(say("say.finding") + (zh ? finding.message_zh : finding.message));
    return parts.join(say("pause"));
  }

  /** Where a step is, for the line beside the buttons. */
  function place(step) {
    if (step.kind === "play") return say("at.play", { trick: step.trick, play: step.play });
    const head = say(`at.${step.kind}`, { seat: step.seat ? seat(step.seat) : "", draw: step.at.slice(1) });
    if (!events[step.at]) return head;
    const party = step.seat ? seat(step.seat) : step.party && say(`side.${step.party}`);
    return party ? `${head} · ${party}` : head;
  }

  /** What a glyph means; nothing for one without a meaning. */
  const meaning = (glyph) => words[`glyph.${glyph}`] ?? "";
  const player = (s) => (timeline.players || {})[s] || "";
  const event = (step) => events[step.at];
  return { say, counted, meaning, event, seat, player, cards, cardName, sentence, place };
}
