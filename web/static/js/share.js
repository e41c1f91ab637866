// The dialog "Share and save": fills addresses with the play and the view that are shown when it opens.

import { settle } from "./address_bar.js";
import { byId } from "./dom.js";
import { pack } from "./pack.js";
import { page } from "./page.js";

const dialog = byId("take");
const MAIN_LINE = /^(deal|result|[ad]\d+|\d+\.\d+)$/;

function shown() {
  settle();
  const query = new URLSearchParams(location.search);
  return { at: location.hash.slice(1), seat: query.get("seat"), original: query.get("original"), home: query.get("home"), rev: query.get("rev"), spoil: query.get("spoil") === "0" };
}

function fill() {
  const { at, seat, original, home, rev, spoil } = shown();
  byId("take-link").value = location.href;
  const frame = new URL(dialog.dataset.frame);
  if (seat) frame.searchParams.set("seat", seat);
  if (original) frame.searchParams.set("original", original);
  if (home) frame.searchParams.set("home", home);
  frame.hash = at;
  byId("take-frame").value = element(frame.href, dialog.dataset.title);
  byId("take-view").hidden = !seat;
  byId("take-newest").hidden = !rev;
  byId("take-draft").hidden = !page.draft();
  byId("take-spoil").hidden = !spoil;
  byId("take-said").textContent = "";
  for (const link of dialog.querySelectorAll("a[href]")) {
    const url = new URL(link.href);
    if ("takesPlay" in link.dataset) url.searchParams.set("at", link.dataset.ofSeat && at && !MAIN_LINE.test(at) ? "result" : at || "deal");
    if ("takesRevision" in link.dataset && rev) url.searchParams.set("rev", rev);
    link.href = url.href;
    if ("takesView" in link.dataset) withView(link, seat);
    if (link.dataset.ofSeat) link.hidden = Boolean(seat) && seat !== link.dataset.ofSeat;
  }
  packed(at, seat, rev, spoil);
}

function withView(link, seat) {
  const url = new URL(link.href);
  if (seat) url.searchParams.set("seat", seat);
  else url.searchParams.delete("seat");
  link.href = url.href;
}

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

const element = (source, title) => `<iframe src="${escaped(source)}" title="${escaped(title)}" width="800" height="600" loading="lazy" style="border:0;max-width:100%"></iframe>`;

let turn = 0;

/** The record as this view has it, in the link itself; not while the rest of the hand is not to be known. */
async function packed(at, seat, rev, spoil) {
  const mine = (turn += 1);
  const field = byId("take-packed");
  field.value = ""; // it may hold more than this view shows
  field.closest(".take-field").hidden = spoil;
  if (spoil) return;
  const source = new URL(dialog.dataset.text, location.href);
  if (seat) source.searchParams.set("seat", seat);
  if (rev) source.searchParams.set("rev", rev);
  try {
    const answer = await fetch(source);
    if (!answer.ok) return;
    const address = new URL(dialog.dataset.viewer, location.href);
    address.hash = (await pack(await answer.text())) + (at ? `/${at}` : "");
    if (mine === turn) field.value = address.href;
  } catch {
    // the server cannot be reached: the field stays empty
  }
}

for (const button of document.querySelectorAll("[data-share]")) {
  button.addEventListener("click", () => {
    fill();
    dialog.showModal();
  });
}
for (const button of dialog.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const field = byId(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      byId("take-said").textContent = "";
      byId("take-said").textContent = dialog.dataset.copied;
      button.classList.add("is-done");
      setTimeout(() => button.classList.remove("is-done"), 1500);
    } catch {
      // no clipboard on plain http: the text is selected and can be copied by hand
    }
  });
}
