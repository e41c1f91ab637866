// The page on a phone, where the panel is far below. Owns: the line that tells of it by the steps, and that a step
// brings the table into sight.

import { byId } from "./dom.js";

const isNarrow = matchMedia("(max-width: 1000px)");
const felt = byId("felt");
const here = byId("here");
const line = byId("note-line");
const steps = document.querySelector(".steps");

let said = "";
let isRead = false; // it is in sight itself

/** The first finding or comment of the step in one line. */
export function glance() {
  const note = here.querySelector(".finding, .comment");
  said = note?.querySelector(".finding-text, .remark")?.textContent.trim() ?? "";
  line.classList.toggle("is-error", Boolean(note?.matches(".finding.is-error")));
  if (said) line.lastElementChild.textContent = said;
  line.hidden = !said || isRead;
}
new IntersectionObserver(([{ isIntersecting }]) => {
  isRead = isIntersecting;
  line.hidden = !said || isRead;
}, { rootMargin: "0px 0px -120px" }).observe(here);

/** Where the line leads: to all that is said. */
export function toNotes() {
  here.scrollIntoView({ block: "center" });
  here.focus({ preventScroll: true });
}

/** Scroll past the head of the page where the steps, and the line, would cover part of the table. */
export function keepTable() {
  if (!isNarrow.matches) return;
  const { top, bottom } = felt.getBoundingClientRect();
  const covering = line.offsetHeight ? line : steps;
  const covered = bottom - covering.getBoundingClientRect().top;
  if (top > 0 && covered > 0) scrollBy({ top: Math.min(top, covered), behavior: "instant" });
}

// A phone that is turned shows the table as before, if that was what it showed.
matchMedia("(orientation: landscape)").addEventListener("change", () => {
  const { top, bottom } = felt.getBoundingClientRect();
  if (!isNarrow.matches || bottom < innerHeight / 2) return;
  if (top < 0) scrollBy({ top, behavior: "instant" });
  else keepTable();
});
