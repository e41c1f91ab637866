// A record in the fragment of the address: read here, shown by the page of a hand, never sent.

import { byId, h, readJson } from "./dom.js";
import { pack, unpack } from "./pack.js";
import { NotCanonical, readSjn } from "./sjn.js";
import { parseCards } from "./state.js";
import { recordTable } from "./table.js";

const box = byId("view");
const words = readJson("words");
const LIMIT = Number(box.dataset.limit);
const COMMAND = /\[%[a-z][a-z0-9_]*(?:[ \t][^[\]\n]*)?\]/g;

const SYMBOLS = { S: "♠", H: "♥", C: "♣", D: "♦" };

/** Comments without commands, and without those that hold nothing else. */
const spoken = (texts) => (texts || []).map((text) => text.replace(COMMAND, "").trim()).filter(Boolean);

const say = (key, values = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

function complain(key) {
  byId("view-problem").textContent = say(key);
  byId("view-problem").hidden = false;
  document.documentElement.classList.add("is-ready");
}

byId("view-here").addEventListener("click", async () => {
  const text = byId("view-text").value;
  byId("view-problem").hidden = true;
  try {
    readSjn(text);
  } catch (error) {
    if (!(error instanceof NotCanonical)) throw error;
    complain("not_canonical");
    return;
  }
  const packed = await pack(text);
  scrollTo(0, 0); // where the table will be; a reload keeps the place
  location.hash = packed;
});
addEventListener("hashchange", () => {
  if (packedPart() !== (document.documentElement.dataset.record || "")) location.reload();
});

const packedPart = () => location.hash.slice(1).split("/")[0];

async function open() {
  const packed = packedPart();
  if (!packed) {
    document.documentElement.classList.add("is-ready");
    return;
  }
  let text;
  try {
    text = await unpack(packed, LIMIT);
  } catch {
    complain("broken");
    return;
  }
  byId("view-text").value = text;
  let hands;
  try {
    hands = readSjn(text);
  } catch (error) {
    if (!(error instanceof NotCanonical)) throw error;
    complain("not_canonical");
    return;
  }
  document.documentElement.dataset.record = packed;
  const title = h("h2", { id: "view-title" }, byId("view-title").textContent); // the hand has the first heading now
  byId("view-title").replaceWith(title);
  const wanted = Number(new URLSearchParams(location.search).get("hand"));
  const number = hands[wanted - 1] ? wanted : 1;
  byId("view-hand").value = number;
  fill(hands[number - 1]);
  if (hands.length > 1) {
    title.after(choice(hands, number));
    tellNeighbours(hands, number);
  }
  await import("./main.js");
}

/** The address of another hand of this record: the number before the #, which tells nothing of it. */
function addressOf(number) {
  const query = new URLSearchParams(location.search);
  query.set("hand", number);
  return `?${query}#${document.documentElement.dataset.record}`;
}

/** "3 hands are in it. Show hand [2]" */
function choice(hands, number) {
  const select = h("select.field", { id: "view-choice" }, hands.map((hand, n) => (
    h("option", { value: n + 1, selected: n + 1 === number }, hand.hand && hand.hand !== String(n + 1) ? `${n + 1} · ${say("hand", { n: hand.hand })}` : String(n + 1)))));
  select.addEventListener("change", () => location.assign(addressOf(select.value)));
  return h("p.view-choice", {}, h("label", { for: "view-choice" }, say("several", { n: hands.length })), " ", select);
}

/** The hands before and behind, where the page of a stored hand has them; the keys n and p follow these links. */
function tellNeighbours(hands, number) {
  const link = (rel, n, sign) => hands[n - 1] && h("a", { rel, href: addressOf(n), "aria-label": say(`${rel}.hand`) }, sign);
  const name = `${say("hand", { n: hands[number - 1].hand || number })} · ${number}/${hands.length}`;
  document.querySelector(".crumbs").replaceChildren(...[link("prev", number - 1, "‹"), h("span", {}, name), link("next", number + 1, "›")].filter(Boolean));
}

/** Seats and sides as the hand calls them, for this script and for the page. */
function nameSeats({ names }) {
  for (const [seat, name] of Object.entries(names)) {
    for (const kind of ["seat", "side", "compass", "who"]) if (words[`${kind}.${name}`]) words[`${kind}.${seat}`] = words[`${kind}.${name}`];
  }
  byId("words").textContent = JSON.stringify(words);
  for (const button of document.querySelectorAll("[data-view]")) {
    const seat = button.dataset.view;
    if (names[seat]) button.textContent = say(`compass.${seat}`);
    if (names[seat]) button.setAttribute("aria-label", say(`seat.${seat}`));
  }
}

function fill(timeline) {
  nameSeats(timeline);
  byId("timeline").textContent = JSON.stringify(timeline);
  const told = events(timeline.steps);
  byId("events").textContent = JSON.stringify(told);
  byId("heading").textContent = timeline.title || say("untitled");
  document.title = `${timeline.title || say("untitled")} · paipu`;
  document.querySelector(".crumbs").textContent = timeline.hand ? say("hand", { n: timeline.hand }) : "";
  byId("state").replaceChildren(...state(timeline));
  byId("record").replaceWith(recordTable(timeline, { say, meanings: (glyph) => words[`glyph.${glyph}`] ?? "", events: told, spoken }));
  for (const rest of document.querySelectorAll("#panel-record .empty-note")) rest.hidden = timeline.tricks.length > 0;
  const notes = comments(timeline.steps);
  const covered = notes.length ? [h("p.quiet.empty-note", { "data-covered": true, hidden: true }, say("comments.covered"))] : [];
  byId("panel-comments").replaceChildren(...(notes.length ? [...notes, ...covered] : [h("p.quiet.empty-note", {}, say("comments.empty"))]));
  byId("tab-comments").textContent = `${say("comments")} ${notes.length}`;
  byId("tab-findings").textContent = say("findings");
  byId("tab-findings").classList.remove("is-error");
  byId("panel-findings").replaceChildren(h("p.quiet.empty-note", {}, say("findings.empty")));
  byId("jump").querySelector("[value=finding]").remove();
  byId("jump").value = notes.length ? "comment" : "decision";
  box.classList.add("has-record");
  box.closest("main").classList.add("has-view");
}

function state({ level, trump, dealer, tags }) {
  const chip = (name, ...value) => h("li.chip", {}, `${say(name)} `, h("b", {}, ...value));
  const named = trump && trump !== "NT" ? say(`suit.${trump}`) : trump ? say("none.trump") : "?";
  return [
    chip("level", (level || "?").replace("T", "10")),
    chip("trump", named),
    chip("dealer", dealer ? say(`seat.${dealer}`) : "?"),
    h("li.chip", {}, `${say("attackers")} `, h("b", { id: "attackers" }, "0")),
    tags.Rules && chip("rules", tags.Rules),
    h("li.chip.is-note", {}, say("findings.empty")),
  ].filter(Boolean);
}

/** What calls and incidents tell, by address, also those of variations. */
function events(steps, found = {}) {
  for (const step of steps) {
    if (step.kind === "call" || step.kind === "incident") found[step.at] = { said: step.kind === "call" ? called(step) : happened(step), details: details(step) };
    for (const variation of step.variations || []) events(variation.steps, found);
  }
  return found;
}

/** A seat or a side as it stands in a sentence. */
const party = (name) => words[`who.${name}`] ?? name;

const called = ({ call, seat }) => (seat ? say(`call.${call}`, { who: party(seat) }) : say(`call.${call}.nobody`));

function happened({ incident, party: who, fields }) {
  let what = words[`incident.${incident}`] ?? incident;
  if (who) what = say("incident.by", { who: party(who), what });
  if (!["claim", "concede"].includes(incident)) what = say("incident.referee", { what });
  if (fields.trick) what = say("incident.trick", { what, trick: fields.trick });
  return fields.ruling ? `${what} → ${fields.ruling}` : what;
}

const details = ({ fields = {} }) => Object.entries(fields)
  .filter(([name]) => !["trick", "ruling"].includes(name))
  .map(([name, value]) => [words[`field.${name}`] ?? name, valueOf(name, value)]);

/** The value of a field in words where the server has them, else as written. */
function valueOf(name, value) {
  if (name === "by" || name === "deal") return words[`seat.${value}`] ?? words[`side.${value}`] ?? value;
  if (name === "cards" || name === "should") return parseCards(value).map((card) => (card.length === 1 ? say(`card.${card}`) : SYMBOLS[card[0]] + card[1].replace("T", "10"))).join("") || value;
  return words[`value.${name}.${value}`] ?? value;
}

function comments(steps, variation = null) {
  return steps.flatMap((step) => [
    ...spoken([...(step.before || []), ...(step.comments || [])])
      .map((text) => comment(step, text, variation ?? step.at)),
    ...(step.variations || []).flatMap((inner) => [
      ...spoken(inner.comments).map((text) => comment(step, text, inner.at)),
      ...comments(inner.steps, inner.at),
    ]),
  ]);
}

const comment = (step, text, at) => h("article.comment", { "data-comment-at": at },
  h("h3", {}, h("a", { href: `#${at}` }, step.kind === "play" ? say("at.play", { trick: step.trick, play: step.play }) : say(`at.${step.kind}`, { seat: step.seat ? say(`seat.${step.seat}`) : "" }))),
  h("div.remark", { dir: "auto" }, h("p.is-plain", {}, text)));

await open();
