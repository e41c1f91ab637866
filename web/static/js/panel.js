// The side of the game page: record table, finding card, notes. The server wrote their HTML; this
// module marks where we are in it and lifts the parts that belong to the present step.

import { byId, h } from "./dom.js";
import { trunk } from "./state.js";

/** Tabs after the ARIA pattern; answers how to open one by name. */
export function buildTabs(root) {
  const tabs = [...root.querySelectorAll("[role=tab]")];
  const open = (name, focus = false) => {
    for (const tab of tabs) {
      const chosen = tab.dataset.tab === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      byId(tab.getAttribute("aria-controls")).hidden = !chosen;
      if (chosen && focus) tab.focus();
    }
    root.dispatchEvent(new CustomEvent("opened", { detail: name }));
  };
  root.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) open(tab.dataset.tab);
  });
  root.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = tabs.indexOf(event.target.closest("[role=tab]"));
    if (!by || at < 0) return;
    event.preventDefault();
    open(tabs[(at + by + tabs.length) % tabs.length].dataset.tab, true);
  });
  open(tabs[0].dataset.tab);
  return { open };
}

/** Answers a function that shows a position in the panel. */
export function buildPanel(game, words) {
  const record = byId("record");
  const cells = [...record.querySelectorAll("[data-at]")];
  const rows = [...record.querySelectorAll("tr[data-trick]")];
  const told = [...document.querySelectorAll(".panels :is([data-finding-at], [data-comment-at])")];
  const main = new Map(game.timeline.steps.map((step, i) => [step.at, i]));
  const scroller = record.closest(".panel-body") || record;

  let frame = 0;

  return function show(position) {
    const now = main.get(trunk(game, position.at));
    let current = null;
    for (const cell of cells) {
      const index = main.get(cell.dataset.at);
      const here = cell.dataset.at === position.at;
      cell.classList.toggle("is-future", index === undefined ? !here : index > now);
      cell.classList.toggle("is-now", here);
      cell.toggleAttribute("aria-current", here);
      if (here) current = cell;
    }
    for (const row of rows) {
      row.classList.toggle("is-now", row.dataset.trick === String(position.trick?.number ?? ""));
    }
    const here = byId("here");
    const focused = here.contains(document.activeElement);
    here.replaceChildren(...cardsHere(told, position, words));
    if (focused) here.focus({ preventScroll: true }); // what had the focus is gone
    // After the cards, which take room from the table; with the frame, so that it is laid out but once.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => keepInSight(scroller, current));
  };
}

/** Scroll the panel, never the page. */
function keepInSight(scroller, cell) {
  if (!cell || scroller.scrollHeight <= scroller.clientHeight) return;
  const box = scroller.getBoundingClientRect();
  const at = cell.getBoundingClientRect();
  if (at.top < box.top + 40) scroller.scrollTop -= box.top + 40 - at.top;
  if (at.bottom > box.bottom - 40) scroller.scrollTop += at.bottom - box.bottom + 40;
}

/** Copies of those findings and comments that are about this step. */
function cardsHere(told, { at, line }, words) {
  const about = (name) => told.filter((card) => card.dataset[name] === at && !card.hidden);
  const cards = [...about("findingAt"), ...about("commentAt")].map((card) => {
    const copy = card.cloneNode(true);
    copy.removeAttribute("id");
    return copy;
  });
  if (line.id) {
    cards.unshift(h("p.variation-banner", {}, words.say("in_variation"), " ",
      h("a", { href: `#${line.owner}` }, words.say("leave_variation"))));
  }
  return cards;
}
