// A record in the fragment of the address: read here, shown by the page of a hand, never sent.

import { inlineCards } from "./cards.js";
import { byId, h, readJson } from "./dom.js";
import { pack, unpack } from "./pack.js";
import { NotCanonical, readSjn } from "./sjn.js";

const box = byId("view");
const words = readJson("words");
const LIMIT = Number(box.dataset.limit);
const COMMAND = /\[%[a-z][a-z0-9_]*(?:[ \t][^[\]\n]*)?\]/g;

const say = (key, values = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
const cardWords = { say };

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
  location.hash = await pack(text);
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
  if (hands.length > 1) title.after(h("p", {}, say("several", { n: hands.length })));
  fill(hands[0]);
  await import("./main.js");
}

/** Seats and sides as the hand calls them, for this script and for the page. */
function nameSeats({ names }) {
  for (const [seat, name] of Object.entries(names)) {
    for (const kind of ["seat", "side", "compass"]) if (words[`${kind}.${name}`]) words[`${kind}.${seat}`] = words[`${kind}.${name}`];
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
  byId("events").textContent = JSON.stringify(events(timeline.steps));
  byId("heading").textContent = timeline.title || say("untitled");
  document.title = `${timeline.title || say("untitled")} · paipu`;
  document.querySelector(".crumbs").textContent = timeline.hand ? say("hand", { n: timeline.hand }) : "";
  byId("state").replaceChildren(...state(timeline));
  byId("record").replaceWith(recordTable(timeline));
  for (const rest of document.querySelectorAll("#panel-record .empty-note")) rest.hidden = timeline.tricks.length > 0;
  const notes = comments(timeline.steps);
  byId("panel-comments").replaceChildren(...(notes.length ? notes : [h("p.quiet.empty-note", {}, say("comments.empty"))]));
  byId("tab-comments").textContent = `${say("comments")} ${notes.length}`;
  byId("tab-findings").textContent = say("findings");
  byId("tab-findings").classList.remove("is-error");
  byId("panel-findings").replaceChildren(h("p.quiet.empty-note", {}, say("findings.empty")));
  byId("jump").querySelector("[value=finding]").remove();
  byId("jump").value = notes.length ? "comment" : "decision";
  box.classList.add("has-record");
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

const party = (name) => words[`seat.${name}`] ?? words[`side.${name}`] ?? name;

const called = ({ call, seat }) => (seat ? say(`call.${call}`, { who: party(seat) }) : say(`call.${call}.nobody`));

function happened({ incident, party: who, fields }) {
  let what = words[`incident.${incident}`] ?? incident;
  if (who) what = say("incident.by", { who: party(who), what });
  if (!["claim", "concede"].includes(incident)) what = say("incident.referee", { what });
  return fields.ruling ? `${what} → ${fields.ruling}` : what;
}

const details = ({ fields = {} }) => Object.entries(fields)
  .filter(([name]) => name !== "ruling")
  .map(([name, value]) => [words[`field.${name}`] ?? name, value]);

/** The record as a table, a row a trick, like the one of a page that a server wrote. */
function recordTable({ seats, tricks, steps }) {
  const byAddress = new Map(steps.map((step) => [step.at, step]));
  const cell = (step, trick) => h(`td${step.seat === trick.leader ? ".is-leader" : ""}${step.seat === trick.winner ? ".is-winner" : ""}`, { "data-at": step.at },
    h("a", { href: `#${step.at}` }, step.tried && [h("span.tried-text", {}, inlineCards(step.tried, cardWords)), " → "],
      h("span.played", {}, inlineCards(step.cards, cardWords)), step.glyphs.map((glyph) => h("b.glyph", {}, glyph))));
  const rows = tricks.map((trick) => {
    const plays = new Map(trick.plays.map((at) => [byAddress.get(at).seat, byAddress.get(at)]));
    return h("tr.is-play", { "data-trick": trick.number }, h("th", { scope: "row" }, String(trick.number)),
      seats.map((seat) => (plays.has(seat) ? cell(plays.get(seat), trick) : h("td"))), h("td.points", {}, trick.points ? String(trick.points) : ""));
  });
  const opening = steps.filter((step) => ["bid", "bury", "call"].includes(step.kind)).map((step) => h(`tr.is-${step.kind}`, {}, h("th", { scope: "row" }, ""),
    h("td", { colspan: 5, "data-at": step.at }, h("a", { href: `#${step.at}` }, step.kind === "call" ? `${called(step)} ` : step.seat && `${say(`seat.${step.seat}`)} `,
      h("span.played", step.kind === "bury" ? { "data-buried": step.seat } : {}, inlineCards(step.cards, cardWords))))));
  return h("table.record", { id: "record" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span.unseen", {}, "#")), seats.map((seat) => h("th", { scope: "col" }, say(`seat.${seat}`))), h("th.points", { scope: "col" }, h("span.unseen", {}, say("points"))))),
    h("tbody", {}, opening, rows));
}

function comments(steps, variation = null) {
  return steps.flatMap((step) => [
    ...[...(step.before || []), ...(step.comments || [])].map((text) => text.replace(COMMAND, "").trim()).filter(Boolean)
      .map((text) => comment(step, text, variation ?? step.at)),
    ...(step.variations || []).flatMap((inner) => [
      ...inner.comments.map((text) => text.replace(COMMAND, "").trim()).filter(Boolean).map((text) => comment(step, text, inner.at)),
      ...comments(inner.steps, inner.at),
    ]),
  ]);
}

const comment = (step, text, at) => h("article.comment", { "data-comment-at": at },
  h("h3", {}, h("a", { href: `#${at}` }, step.kind === "play" ? say("at.play", { trick: step.trick, play: step.play }) : say(`at.${step.kind}`, { seat: step.seat ? say(`seat.${step.seat}`) : "" }))),
  h("div.remark", { dir: "auto" }, h("p.is-plain", {}, text)));

await open();
