// What a click on a card does while annotating: point it out, or play it in a variation. Owns: the choice of
// cards, the legal plays offered, hands supposed for a variation. What is legal, the server says.

import { inlineCards } from "./cards.js";
import { bringUp, byId, h } from "./dom.js";
import { page } from "./page.js";
import { marksOf, positionAt, readCards, seatsMarked } from "./state.js";

const FELT = byId("felt");

const shuffled = (cards) => cards.map((card) => [Math.random(), card]).sort(([a], [b]) => a - b).map(([, card]) => card);

/** `change(edit)` makes an edit, `body(more)` is the draft with a question, to be posted below `path`. */
export function table({ change, isActive, say, body, path, chosen: tell }) {
  let mode = "go";
  let chosen = []; // cards, one entry a copy
  let deal = {}; // hands supposed for a variation that has not begun
  let supposing = null; // the seat whose hand is being supposed
  let dealRest = () => {}; // at random the cards that it lacks
  const begun = new Map(); // hands that are being put together, by line, trick and seat
  let shownAt = null;
  const answers = new Map();

  // --- whose turn ---

  /** Where a play would be put: behind this address, by this seat. */
  function turn(position) {
    const { line, index } = position;
    const past = line.steps.slice(0, index + 1).findLast((step) => step.kind !== "draw" && step.kind !== "result");
    const following = line.steps.slice(index + 1).find((step) => step.kind === "play");
    return {
      after: past.kind === "incident" ? past.at.replace(/i\d+$/, "") : past.at,
      seat: following?.seat ?? line.next?.seat ?? null,
      count: following ? null : line.next?.count ?? null,
      isOver: !following && !line.next && line.steps.some((step) => step.kind === "play"),
      isBlank: !page.game().timeline.tricks.length,
    };
  }

  // --- marks ---

  /** The marks of a step, as they are when it is their turn, and others made of them. */
  function remark(make) {
    const { at, step } = page.position();
    if (step.kind === "draw") return;
    change(() => {
      const { timeline, places, lines } = page.game();
      const place = places.get(at);
      if (!place) return null;
      const now = lines.get(place.line).steps[place.index];
      const inside = Object.fromEntries(Object.entries(timeline.names).map(([name, called]) => [called, name]));
      return { do: "mark", at, ...make(marksOf(now), seatsMarked(now).map((called) => inside[called] ?? called)) };
    }, { stay: true });
  }

  const toggled = (list, one) => (list.includes(one) ? list.filter((each) => each !== one) : [...list, one]);
  const mark = (card, seat) => remark((cards, seats) => ({
    cards: card ? toggled(cards, card) : cards, seats: seat ? toggled(seats, seat) : seats,
  }));

  // --- playing ---

  const lineDeal = (position) => (position.line.id ? null : Object.keys(deal).length ? deal : null);

  async function play(cards, tried = null) {
    const position = page.position();
    const { after, seat } = turn(position);
    const who = seat ?? FELT.querySelector(".is-chosen")?.closest("[data-seat]")?.dataset.seat;
    if (!cards.length || !who) return page.toast(say(who ? "edit.no_cards" : "edit.turn.nobody"));
    const made = await change({ do: "play", after, seat: who, cards, tried, deal: lineDeal(position) });
    if (!made) return undefined;
    chosen = [];
    deal = {};
    drawChosen();
    if (page.position().at === made && page.position().step.breach) page.toast(say("edit.flagged"));
    if (document.activeElement === document.body) byId("edit-turn").focus({ preventScroll: true }); // the button is gone
    return undefined;
  }

  function choose(element) {
    const card = element.dataset.card;
    const seat = element.closest("[data-seat]").dataset.seat;
    const { seat: due } = turn(page.position());
    if (card === "?" || element.classList.contains("is-ghost") || (due && seat !== due)) return;
    if (element.classList.contains("is-chosen")) chosen.splice(chosen.indexOf(card), 1);
    else chosen.push(card);
    byId("play-cards").value = chosen.join(" ");
    drawChosen(seat);
  }

  /** Lift the chosen cards out of the hand of the seat. */
  function drawChosen(seat = turn(page.position()).seat) {
    for (const old of FELT.querySelectorAll(".is-chosen")) old.classList.remove("is-chosen");
    const left = [...chosen];
    for (const element of FELT.querySelectorAll(`[data-seat="${seat}"] [data-card]:not(.is-ghost)`)) {
      const at = left.indexOf(element.dataset.card);
      if (at < 0) continue;
      element.classList.add("is-chosen");
      left.splice(at, 1);
    }
    byId("bar-play").hidden = !chosen.length;
    byId("bar-play").setAttribute("aria-label", `${byId("play-button").textContent} ${page.words().cards(chosen)}`);
    byId("bar-cards").replaceChildren(...inlineCards(chosen, page.words()).flatMap((card) => [card, " "]));
    tell();
  }

  const question = (position) => body({ after: turn(position).after, seat: null, deal: lineDeal(position) });

  async function ask(position) {
    const asked = question(position);
    if (!answers.has(asked)) {
      try {
        const response = await fetch(`${path}/legal.json${location.search}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: asked });
        if (!response.ok) return undefined;
        answers.set(asked, await response.json());
      } catch {
        return undefined;
      }
    }
    return answers.get(asked);
  }

  async function fillPlay(position) {
    const { seat, count, isOver, isBlank } = turn(position);
    const words = page.words();
    const who = seat && words.seat(seat);
    byId("edit-turn").textContent = isBlank ? say("edit.no_line") : isOver ? say("edit.over") : !seat ? say("edit.turn.nobody")
      : count > 1 ? say("edit.turn.count", { seat: who, count }) : say("edit.turn", { seat: who });
    byId("play-form").hidden = isBlank || isOver;
    byId("suppose").hidden = isBlank || isOver;
    const list = byId("edit-legal");
    if (isBlank || isOver) {
      list.replaceChildren();
      byId("edit-legal-note").textContent = "";
      return;
    }
    const found = await ask(position);
    const now = page.position();
    if (now.at !== position.at || mode !== "play" || !isActive() || question(now) !== question(position)) return;
    const plays = found?.example ? [found.example] : found?.plays || [];
    list.replaceChildren(...plays.map((cards) => {
      const button = h("button.legal-play", { type: "button", "aria-label": words.cards(cards) }, inlineCards(cards, words).map((card) => [card, " "]));
      button.addEventListener("click", () => play(cards));
      return h("li", {}, button);
    }));
    byId("edit-legal-note").textContent = found === undefined ? say("offline") : !found ? say("legal.unknown") : [
      found.all ? say(plays.length === 1 ? "legal.only" : "legal.count", { count: plays.length }) : say(found.example ? "legal.example" : "legal.more"),
      found.throws && say("legal.throws"),
    ].filter(Boolean).join(" · ");
    if (byId("suppose").open) fillSuppose(position);
  }

  // --- supposed hands ---

  /** The first step of the trick with which a variation from here would begin, or this one has begun. */
  function beginning({ line, index, trick }) {
    if (line.id) return line.from;
    if (!trick || trick.complete) return index + 1;
    return line.steps.indexOf(trick.plays[0]);
  }

  function supposed(position) {
    return position.line.id ? position.line.deals.at(-1).hands : deal;
  }

  /** The hands when that trick begins, and the cards nobody was seen to play or bury before it. */
  function room(position) {
    const game = page.game();
    const { timeline } = game;
    const start = beginning(position);
    const then = positionAt(game, position.line.steps[start - 1].at);
    const held = new Map(timeline.seats.map((seat) => [seat, supposed(position)[seat]
      || (then.hands.get(seat) || []).filter((item) => !item.played).map((item) => item.card)]));
    const gone = position.line.steps.slice(0, start).filter((step) => step.kind === "play").flatMap((step) => step.cards);
    const left = Object.keys(timeline.order).flatMap((card) => Array(timeline.decks).fill(card));
    for (const card of [...gone, ...(then.bury?.cards || [])]) take(left, card);
    return { held, left };
  }

  /**
   * The hands when a seat is to hold other cards: who loses a card to it is given one that it gives up, so
   * that no card is held twice.
   */
  function exchanged(held, seat, given, isOut = () => false) {
    const gives = [...held.get(seat)].filter((card) => card !== "?");
    const wants = [];
    for (const card of given) if (!take(gives, card)) wants.push(card);
    const hands = { [seat]: given };
    for (const card of wants) {
      const loser = [...held.keys()].find((other) => other !== seat && (hands[other] || held.get(other)).includes(card));
      if (!loser || !gives.length) continue;
      const hand = [...(hands[loser] || held.get(loser))];
      take(hand, card);
      hand.push(...gives.splice(Math.max(0, gives.findIndex((each) => !isOut(loser, each))), 1));
      if (!hand.includes("?")) hands[loser] = hand;
    }
    return hands;
  }

  /** Whether a seat has shown to be out of the suit of a card: `(seat, card)`. */
  function shownOut(position) {
    const { order } = page.game().timeline;
    const plays = position.line.steps.slice(0, beginning(position)).filter((step) => step.kind === "play");
    const group = (card) => order[card]?.[0];
    const out = new Set();
    for (const play of plays) {
      const led = group(plays.find(({ trick }) => trick === play.trick).cards[0]);
      if (play.cards.some((card) => group(card) && group(card) !== led)) out.add(play.seat + led);
    }
    return (seat, card) => out.has(seat + group(card));
  }

  /**
   * Cards that may be dealt to a seat, `left` being all that it may hold: what no other hand holds, as far as hands
   * are not known, else any; first those of suits that it has not shown to be out of.
   */
  function unseen(position, seat, held, left) {
    const isOut = shownOut(position);
    const pool = [...left];
    for (const [other, cards] of held) if (other !== seat) for (const card of cards) take(pool, card);
    const isKnown = [...held.values()].every((cards) => !cards.includes("?"));
    const from = isKnown ? left : pool;
    return { likely: from.filter((card) => !isOut(seat, card)), other: from.filter((card) => isOut(seat, card)) };
  }

  function fillSuppose(position) {
    for (const button of document.querySelectorAll("[data-suppose]")) button.setAttribute("aria-pressed", String(button.dataset.suppose === supposing));
    const root = byId("suppose-cards");
    root.hidden = !supposing;
    byId("suppose-count").textContent = "";
    byId("suppose-rest").hidden = true;
    if (!supposing) return;
    const words = page.words();
    const { held, left } = room(position);
    const needed = held.get(supposing).length;
    const place = JSON.stringify([position.line.id, beginning(position), supposing]);
    const given = begun.get(place) || held.get(supposing).filter((card) => card in page.game().timeline.order);

    const draw = () => {
      const rest = [...left];
      for (const card of given) take(rest, card);
      root.replaceChildren(
        h("h4", {}, say("edit.holds", { seat: words.seat(supposing) })), choice(given, (card) => take(given, card)),
        h("h4", {}, say("edit.may_hold")), choice(rest, (card) => given.length < needed && given.push(card)),
      );
      byId("suppose-count").textContent = say("edit.supposed", { seat: words.seat(supposing), given: given.length, needed });
      byId("suppose-rest").hidden = given.length >= needed;
    };
    dealRest = () => {
      const rest = [...left];
      for (const card of given) take(rest, card);
      const { likely, other } = unseen(position, supposing, held, rest);
      given.push(...[...shuffled(likely), ...shuffled(other)].slice(0, needed - given.length));
      begun.set(place, given);
      draw();
      settle();
    };
    /** Cards to click, by suits, each kind once with its number. */
    const choice = (cards, click) => h("div.suppose-choice", {}, [...grouped([...new Set(cards)]).values()].map((group) => h("div.suppose-row", {}, group.map((card) => {
      const copies = cards.filter((each) => each === card).length;
      const button = h("button.suppose-card", { type: "button", "aria-label": `${words.cardName(card)}${copies > 1 ? ` × ${copies}` : ""}`, "data-supposed": card }, inlineCards([card], words), copies > 1 && h("small", {}, `×${copies}`));
      button.addEventListener("click", () => {
        if (click(card) === false) return;
        begun.set(place, given);
        draw();
        (root.querySelector(`[data-supposed="${card}"]`) || root.querySelector("button"))?.focus();
        settle();
      });
      return button;
    }))));
    const settle = () => {
      const old = held.get(supposing);
      if (given.length !== needed) return;
      begun.delete(place);
      if ([...given].sort().join() === [...old].sort().join()) return;
      const hands = { ...supposed(position), ...exchanged(held, supposing, given, shownOut(position)) };
      if (position.line.id) change({ do: "deal", at: position.line.id, hands }, { stay: true });
      else {
        deal = hands;
        fillPlay(position);
      }
    };
    draw();
  }

  /** Take one such card out of a list; false if there is none. */
  function take(cards, card) {
    const at = cards.indexOf(card);
    if (at >= 0) cards.splice(at, 1);
    return at >= 0;
  }

  /** Cards by suits, trumps first, each from high to low. */
  const grouped = (cards) => {
    const { order } = page.game().timeline;
    const groups = new Map(["T", "S", "H", "C", "D"].map((group) => [group, []]));
    for (const card of [...cards].sort((a, b) => order[b][1] - order[a][1] || a.localeCompare(b))) groups.get(order[card][0]).push(card);
    return groups;
  };

  // --- the panel ---

  /** On a narrow screen the table and the choice of cards stand together, the table above. */
  function arrange() {
    const isChoosing = isActive() && mode !== "go";
    if (document.documentElement.classList.toggle("is-choosing", isChoosing) && matchMedia("(max-width: 1000px)").matches) {
      FELT.scrollIntoView({ block: "start" });
    }
  }

  function forgetChosen() {
    chosen = [];
    byId("play-cards").value = "";
    drawChosen();
  }

  function use(wanted) {
    mode = wanted;
    forgetChosen();
    arrange();
    for (const button of document.querySelectorAll("[data-click]")) button.setAttribute("aria-pressed", String(button.dataset.click === mode));
    byId("edit-mark").hidden = mode !== "mark";
    byId("edit-play").hidden = mode !== "play";
    FELT.dataset.clicks = isActive() ? mode : "go";
    shownAt = null;
    show(page.position());
    if (mode !== "go") bringUp(document.querySelector(".edit-part.is-cards"));
  }

  function show(position) {
    FELT.dataset.clicks = isActive() ? mode : "go";
    if (!isActive()) return;
    if (mode === "mark") {
      const seats = seatsMarked(position.step);
      const names = page.game().timeline.names;
      for (const button of document.querySelectorAll("[data-seat-mark]")) button.setAttribute("aria-pressed", String(seats.includes(names[button.dataset.seatMark] ?? button.dataset.seatMark)));
      if (document.activeElement !== byId("mark-cards")) byId("mark-cards").value = marksOf(position.step).join(" ");
    }
    if (mode !== "play") return;
    const key = `${position.at} ${position.index}`;
    if (key !== shownAt) {
      if (shownAt !== null && !position.line.id) deal = {};
      shownAt = key;
      forgetChosen();
    }
    drawChosen();
    fillPlay(position);
  }

  byId("tabs").addEventListener("click", (event) => {
    const { click, seatMark, suppose } = event.target.closest("[data-click], [data-seat-mark], [data-suppose]")?.dataset || {};
    if (click) use(click);
    if (seatMark) mark(null, seatMark);
    if (suppose) {
      supposing = suppose === supposing ? null : suppose;
      fillSuppose(page.position());
    }
  });
  byId("mark-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const cards = readCards(byId("mark-cards").value);
    if (cards) remark((_, seats) => ({ cards, seats }));
    else page.toast(say("edit.no_cards"));
  });
  byId("play-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const [first, second] = byId("play-cards").value.split(">").map(readCards);
    if (!first?.length || second === null || second?.length === 0) page.toast(say("edit.no_cards"));
    else if (second) play(second, first);
    else play(first);
  });
  byId("suppose").addEventListener("toggle", () => byId("suppose").open && fillSuppose(page.position()));

  return {
    show,
    use,
    leave: () => {
      FELT.dataset.clicks = "go";
      forgetChosen();
      arrange();
    },
    takes(event) {
      if (!isActive() || mode === "go") return false;
      const card = event.target.closest("[data-card]");
      if (mode === "mark") {
        const who = event.target.closest(".who")?.closest("[data-seat]");
        if (card && card.dataset.card !== "?") mark(card.dataset.card, null);
        else if (who) mark(null, who.dataset.seat);
        return Boolean(card || who);
      }
      if (card?.closest("[data-seat]")) choose(card);
      return Boolean(card?.closest("[data-seat]"));
    },
    chosen: () => chosen,
    buttons: {
      playChosen: () => play([...chosen]),
      supposeRest: () => dealRest(),
      supposeNothing: () => {
        const { line } = page.position();
        if (line.id && Object.keys(line.deals.at(-1).hands).length) change({ do: "deal", at: line.id, hands: {} }, { stay: true });
        deal = {};
        supposing = null;
        begun.clear();
        fillPlay(page.position());
        fillSuppose(page.position());
      },
    },
  };
}
