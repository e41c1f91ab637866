// A page with no server behind it has all of a hand: what a view does not show is covered up here, as the
// server leaves it out. Owns: what is covered, in the timeline and on the page. The table hides the cards.

const TABLE = ["claim", "concede"]; // incidents that the players settle in the open
const SAID = new Map([["by", /^[NESW]{1,2}$/], ["tricks", /^(?:all|[+-]?\d{1,4})$/], ["points", /^(?:all|[+-]?\d{1,4})$/]]);
const TIME = /\[%(?:clk|emt)[ \t][^[\]\n]*\]/g;
const TELLING = "#record :is(.glyph, .is-variation, .mark, .mark + .unseen), #panel-comments .comment, #changes > *, [data-tells]";
const FAULTS = ["has-error", "has-warning", "has-note"];

/** The timeline as a seat sees it: without what may name hidden cards, and those cards as "?". */
export function covered(timeline, seat) {
  if (seat === "all") return timeline;
  const told = timeline.told?.[seat] || [];
  const takers = timeline.steps.filter((step) => step.kind === "bury").map((step) => step.seat);
  const { kitty, kitty_result: out } = timeline;
  return {
    ...timeline,
    deal: ownHand(timeline.deal, seat),
    draw: timeline.draw && ownHand(timeline.draw, seat),
    kitty: takers[0] === seat ? kitty : unknown(kitty),
    steps: [...stepsSeen(timeline.steps, seat, takers, told)],
    kitty_result: out && !out.captured && takers.at(-1) !== seat ? { ...out, cards: unknown(out.cards) } : out,
  };
}

/** Whether all that the record has of an incident was said in the open: the words for it are those of the whole. */
export const isSaidOpenly = (step) => TABLE.includes(step.incident) && Object.entries(step.fields).every(([name, value]) => SAID.get(name)?.test(value));

const unknown = (cards) => cards && cards.map(() => "?");

const ownHand = (hands, seat) => Object.fromEntries(Object.entries(hands).map(([whose, cards]) => [whose, whose === seat ? cards : unknown(cards)]));

function* stepsSeen(steps, seat, takers, told) {
  let buried = 0;
  for (const step of steps) {
    if (step.kind === "incident" && !isSaidOpenly(step)) continue;
    const seen = {
      ...step,
      comments: [...(step.before || []), ...(step.comments || [])].flatMap((text) => text.match(TIME) || []),
      findings: (step.findings || []).filter((index) => told.includes(index)),
    };
    delete seen.throw;
    for (const name of ["before", "glyphs", "variations"]) if (seen[name]) seen[name] = [];
    if (step.kind === "bury") {
      if (step.seat !== seat) {
        seen.took = unknown(step.took);
        if (takers[buried + 1] !== seat) seen.cards = unknown(step.cards); // who takes the kitty up next sees it
      }
      buried += 1;
    }
    yield seen;
  }
}

/** The same on the page: `timeline` as `covered` made it for this seat. */
export function coverPage(timeline, seat) {
  const open = seat === "all";
  for (const element of document.querySelectorAll(TELLING)) element.toggleAttribute("hidden", !open);
  for (const element of document.querySelectorAll("[data-covered]")) element.hidden = open;
  for (const cards of document.querySelectorAll("[data-buried]")) cards.hidden = !open && seat !== cards.dataset.buried;
  const shown = new Set(timeline.steps.flatMap((step) => step.findings || []));
  coverFindings(shown, open);
  coverFaults(new Set(timeline.steps.filter((step) => step.findings?.length).map((step) => step.at)), open);
}

function coverFindings(shown, open) {
  const cards = [...document.querySelectorAll("#panel-findings .finding")];
  cards.forEach((card, index) => { card.hidden = !open && !shown.has(index); });
  count("tab-findings", cards.filter((card) => !card.hidden).length);
  count("tab-comments", open ? document.querySelectorAll("#panel-comments .comment").length : 0);
}

const count = (id, number) => {
  const tab = document.getElementById(id);
  tab.textContent = tab.textContent.replace(/\d+$/, String(number));
};

/** What is underlined in the record: `data-fault` keeps what it was. */
function coverFaults(places, open) {
  for (const cell of document.querySelectorAll("#record [data-at]")) {
    const fault = cell.dataset.fault || FAULTS.find((name) => cell.classList.contains(name));
    if (!fault) continue;
    const here = open || places.has(cell.dataset.at);
    cell.dataset.fault = fault;
    cell.classList.toggle(fault, here);
    for (const word of cell.querySelectorAll(".fault-word")) word.hidden = !here;
  }
}
