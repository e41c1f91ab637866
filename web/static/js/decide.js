// The referee's decision on a finding, written into the record as an incident. Owns: this form.

import { bringUp, byId } from "./dom.js";

/** The incident that a finding is most like, where the rules propose none. */
const KINDS = { follow: "revoke", throw: "throw_fail", turn: "out_of_turn", bid: "misdeclare", kitty: "wrong_bury", lead: "wrong_play", play: "wrong_play", deal: "card_count" };

const shelf = new Map(); // forms of other steps, with what has been filled in

/** Where a form of another step is that has been begun and not written; null if there is none. */
export function openElsewhere() {
  for (const [key, forms] of shelf) if (forms.some((each) => each.classList?.contains("is-open") && !each.isConnected)) return JSON.parse(key)[0];
  return null;
}

/** Fill `root` with a form for each finding of the position, and for a decision that stands there. */
export function decisions(root, position, context) {
  const { step, line } = position;
  const found = line.id ? [] : position.findings.filter((finding) => finding.phase !== "text");
  const isDecision = step.kind === "incident" && step.fields.decision;
  const key = JSON.stringify([position.at, found.map(({ code, decision }) => [code, decision]), isDecision && step.fields]);
  root.hidden = !found.length && !isDecision;
  if (root.dataset.key === key) return; // a form that is being filled in stays
  if (root.dataset.key) shelf.set(root.dataset.key, [...root.childNodes]);
  root.dataset.key = key;
  root.replaceChildren(...(shelf.get(key) || [
    ...found.map((finding) => form(finding, position.at, context)),
    ...(isDecision ? [form({ code: step.fields.finding || "", decision: { at: step.at, decision: step.fields.decision } }, position.at, context)] : []),
  ]));
}

function form(finding, at, { change, say, timeline }) {
  const element = byId("decision-form").content.firstElementChild.cloneNode(true);
  const part = (selector) => element.querySelector(selector);
  const zh = document.documentElement.lang.startsWith("zh");
  const proposed = timeline.proposals?.[timeline.findings.indexOf(finding)];
  const written = finding.decision && timeline.steps.find((step) => step.at === finding.decision.at);
  const fields = element.elements;
  part("[data-code]").textContent = finding.code;
  part("[data-message]").textContent = (zh ? finding.message_zh : finding.message) || "";

  const start = written ? { kind: written.incident, party: written.party, ...written.fields } : suggestion(finding, proposed);
  for (const name of ["kind", "party", "points", "ruling"]) fields[name].value = start[name] ?? "";
  for (const name of ["levels", "deal"]) fields[name].value = inside(start[name] ?? "", timeline.names);
  if (!fields.kind.value) fields.kind.value = "wrong_play";
  fields.replay.checked = start.replay === "yes";
  if (proposed) {
    part("[data-proposed]").hidden = false;
    part("[data-proposed]").textContent = `${say("edit.proposed")} ${(zh ? proposed.message_zh : proposed.message) || ""}`;
  }
  part("[data-withdraw]").hidden = !written;

  let decision = finding.decision?.decision ?? null;
  const show = () => {
    for (const button of element.querySelectorAll("[data-decide]")) button.setAttribute("aria-pressed", String(button.dataset.decide === decision));
    part(".decision-fields").hidden = decision === null;
    part(".decision-penalty").hidden = decision !== "upheld";
  };
  for (const button of element.querySelectorAll("[data-decide]")) {
    button.addEventListener("click", () => {
      decision = button.dataset.decide;
      element.classList.add("is-open");
      show();
      bringUp(element);
    });
  }
  element.addEventListener("input", () => element.classList.add("is-open"));
  show();

  element.addEventListener("submit", (event) => {
    event.preventDefault();
    element.classList.remove("is-open");
    // What else an incident says, such as the trick it is about, stays.
    const told = { ...written?.fields, finding: finding.code, decision };
    for (const name of ["points", "levels", "deal", "replay", "ruling"]) delete told[name];
    if (decision === "upheld") {
      for (const name of ["points", "levels", "deal"]) if (fields[name].value.trim()) told[name] = plain(fields[name].value);
      if (fields.replay.checked) told.replay = "yes";
      if (start.found) told.found = start.found;
    }
    const ruling = fields.ruling.value.trim().replace(/\s+/g, " "); // in the notation it is one line
    if (ruling) told.ruling = ruling;
    if (!told.finding) delete told.finding;
    change({ do: "incident", at: written ? written.at : at, kind: fields.kind.value, party: fields.party.value || null, fields: told }, { stay: true });
  });
  part("[data-withdraw]").addEventListener("click", () => change({ do: "remove", at: written.at }));
  return element;
}

/** Numbers and levels as the notation spells them. */
const plain = (text) => text.trim().replaceAll("−", "-").replaceAll(":10", ":T").replace(/[ ,，]+/g, " ");

/** What the form begins with: what the rules propose, else what the finding is most like. */
function suggestion(finding, proposed) {
  return { kind: proposed?.kind ?? KINDS[finding.code.split(".")[0]], party: proposed?.party ?? finding.seat, ...proposed?.fields };
}

/** A text that names seats or sides as the hand does, with the names that forms and edits use. */
function inside(text, names) {
  const plain = new Map(Object.entries(names).map(([name, called]) => [called, name]));
  return text.replace(/[A-Z]+/g, (word) => plain.get(word) ?? word);
}
