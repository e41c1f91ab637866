// The referee's decision on a finding, written into the record as an incident. Owns: this form.

import { byId } from "./dom.js";

/** The incident that a finding is most like, where the rules propose none. */
const KINDS = { follow: "revoke", throw: "throw_fail", turn: "out_of_turn", bid: "misdeclare", kitty: "wrong_bury", lead: "wrong_play", play: "wrong_play", deal: "card_count" };

/** Fill `root` with a form for each finding of the position. `change(edit)` makes an edit. */
export function decisions(root, position, context) {
  const findings = position.line.id ? [] : position.findings.filter((finding) => finding.phase !== "text");
  root.hidden = !findings.length;
  const key = JSON.stringify([position.at, findings.map((finding) => [finding.code, finding.decision])]);
  if (root.dataset.key === key) return; // a form that is being filled in stays
  root.dataset.key = key;
  root.replaceChildren(...findings.map((finding) => form(finding, position, context)));
}

function form(finding, position, { change, say, timeline }) {
  const element = byId("decision-form").content.firstElementChild.cloneNode(true);
  const part = (selector) => element.querySelector(selector);
  const zh = document.documentElement.lang.startsWith("zh");
  const index = timeline.findings.indexOf(finding);
  const proposed = timeline.proposals?.[index];
  const written = finding.decision && timeline.steps.find((step) => step.at === finding.decision.at);
  const fields = element.elements;
  part("[data-code]").textContent = finding.code;
  part("[data-message]").textContent = zh ? finding.message_zh : finding.message;

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
      show();
    });
  }
  show();

  element.addEventListener("submit", (event) => {
    event.preventDefault();
    const upheld = decision === "upheld";
    const told = { finding: finding.code, decision };
    if (upheld) {
      for (const name of ["points", "levels", "deal"]) if (fields[name].value.trim()) told[name] = fields[name].value.trim().replace("−", "-");
      if (fields.replay.checked) told.replay = "yes";
      if (start.found) told.found = start.found;
    }
    if (fields.ruling.value.trim()) told.ruling = fields.ruling.value.trim();
    change({ do: "incident", at: written ? written.at : position.at, kind: fields.kind.value, party: fields.party.value || null, fields: told }, { stay: true });
  });
  part("[data-withdraw]").addEventListener("click", () => change({ do: "remove", at: written.at }, { stay: true }));
  return element;
}

/** What the form begins with: what the rules propose, else what the finding is most like. */
function suggestion(finding, proposed) {
  return { kind: proposed?.kind ?? KINDS[finding.code.split(".")[0]], party: proposed?.party ?? finding.seat, ...proposed?.fields };
}

/** A text that names seats or sides as the hand does, with the names that forms and edits use. */
function inside(text, names) {
  const plain = new Map(Object.entries(names).map(([name, called]) => [called, name]));
  return text.replace(/[A-Z]+/g, (word) => plain.get(word) ?? word);
}
