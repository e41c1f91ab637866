// The annotator: comments, glyphs, marks, variations and decisions of the step that is shown. Owns: the
// panel, the draft it makes, and saving it. What an edit means the server says, with the page as it would be.

import { decisions, openElsewhere } from "./decide.js";
import { byId, h, readJson } from "./dom.js";
import { Draft } from "./draft.js";
import { keep, recall } from "./memory.js";
import { page } from "./page.js";
import { entrance, partsOf } from "./state.js";
import { table } from "./try.js";

const GLYPHS = [...document.querySelectorAll(".glyph-keys [data-glyph]")].map((key) => key.dataset.glyph);
const path = location.pathname.replace(/\/$/, "");
const say = (key, values) => page.words().say(key, values);

let editor = readJson("editor");
let editorText = byId("editor").firstChild;
const draft = new Draft(path, editor?.base ?? 0);
let isOpen = false;

const isEarlier = new URLSearchParams(location.search).has("rev");

page.draft = () => (draft.isEmpty || isEarlier ? null : draft.body);

/** What the panel is about: the step shown, its address, and what is written there. */
const here = () => {
  const { step } = page.position();
  const at = step.kind === "draw" ? "deal" : step.at; // while cards are drawn there is nothing to note but the deal
  return { at, notes: notesAt(at) };
};

const notesAt = (at) => editor?.annotations[at] || { before: [], after: [], glyphs: [] };

const isEditable = () => page.isWhole() && editor !== null && !isEarlier;

let queue = Promise.resolve();

/** One thing after the other: what is done rests on what the one before has made. */
function inTurn(work) {
  const done = queue.then(work);
  queue = done.catch(() => {});
  return done;
}

/**
 * Add an edit, or what a function makes of the hand when its turn has come, and show the hand with it. What the
 * server refuses is taken back; what cannot be shown now is kept all the same. Answers whether it is shown: with the
 * address it led to, if it led anywhere.
 */
const change = (wanted, options) => inTurn(async () => {
  const edit = () => (typeof wanted === "function" ? wanted() : wanted);
  // What is on the page is not what the draft has made of it: only what is new can be told apart from it.
  if (isBehind && !isNew(edit()) && !(await isCaughtUp())) {
    page.toast(say("edit.behind"));
    return false;
  }
  return perform(edit(), options);
});

const isNew = (edit) => edit?.do === "comment" && edit.index === null;

/** Whether the page does not show the draft, since the server could not be reached. */
let isBehind = false;
let triedAt = 0;

/** Try again, with a step or once there is a network, and without a word if it fails again. */
function catchUp() {
  if (!isBehind || !page.isWhole() || Date.now() - triedAt < 2000) return;
  triedAt = Date.now();
  inTurn(isCaughtUp);
}

async function isCaughtUp() {
  const outcome = await page.reload({ quiet: true });
  isBehind = outcome === "failed";
  if (outcome === "shown") showBar();
  return !isBehind;
}
addEventListener("online", catchUp);

async function perform(edit, { stay = false } = {}) {
  if (!edit) return false;
  draft.add(edit, editor?.base ?? draft.base);
  showBar();
  const from = page.position().at;
  const outcome = await page.reload({ mends: false });
  isBehind = outcome === "failed";
  if (outcome === "refused") {
    draft.drop();
    if (page.draft() && page.refusedEdit() < draft.edits.length) await page.reload(); // it was not this one
  }
  if (outcome === "shown" && editor?.idle) draft.trim();
  showBar();
  const hasLeft = page.position().at !== from && page.game().places.has(from); // somebody who went on is not called back
  if (outcome !== "shown") return false;
  return (!stay && editor?.at && !hasLeft && follow(editor.at)) || true;
}

/** Go to what the last edit has made; of a variation to its first own play. Answers where that is. */
function follow(at) {
  const game = page.game();
  const target = game.lines.has(at) && at ? entrance(game, at) : at;
  if (!game.places.has(target)) return null;
  if (target !== page.position().at) page.go(target);
  return target;
}

const tried = table({
  change,
  isActive: () => isOpen && isEditable(),
  say,
  chosen: showBar,
  body: (more) => JSON.stringify({ base: draft.isEmpty ? editor.base : draft.base, edits: draft.edits, ...more }),
  path,
});

// --- the panel ---

function show(position) {
  if (byId("editor").firstChild !== editorText) {
    editorText = byId("editor").firstChild;
    editor = readJson("editor");
  }
  byId("edit-off").hidden = isEditable();
  byId("edit-on").hidden = !isEditable();
  showBar();
  if (!isEditable()) return;
  if (isOpen) fill(position);
  tried.show(position);
  catchUp();
}

function fill(position) {
  const { at, notes } = here();
  byId("edit-place").textContent = [page.words().place(position.step), position.step.kind === "play" && page.words().seat(position.step.seat), position.line.id && say("slot.variations")].filter(Boolean).join(" · ");
  for (const key of document.querySelectorAll("[data-glyph]")) key.setAttribute("aria-pressed", String(notes.glyphs.includes(key.dataset.glyph)));
  byId("edit-line").hidden = !position.line.id;
  document.querySelector("[data-edit=promote]").disabled = /v1$/.test(position.line.id);
  byId("edit-glyphs").hidden = at === "deal";
  document.querySelector("[data-edit=commentBefore]").hidden = at === "deal" || /i\d+$/.test(at);
  fillNotes(at, position);
  decisions(byId("edit-decisions"), position, { change, say, timeline: page.game().timeline });
}

/** The addresses whose comments are edited at a step: of the deal those of each hand and of the kitty too. */
function places(at, position) {
  const annotated = Object.keys(editor.annotations);
  if (at === "deal") return ["deal", ...annotated.filter((each) => /^deal\/|^kitty$/.test(each))];
  const { line } = position;
  const begins = line.id && line.steps[line.from] === position.step;
  return begins ? [line.id, ...annotated.filter((each) => each.startsWith(`${line.id}/deal/`)), at] : [at];
}

/** Fields of comments by place and text, so that one in which somebody writes stays when the page is shown anew. */
const fields = new Map();
/** New comments that are being written, or have been and are not shown yet. */
let fresh = [];

function fillNotes(at, position) {
  const root = byId("edit-notes");
  const every = places(at, position).flatMap((place) => ["before", "after"].flatMap((where) => (
    (editor.annotations[place]?.[where] || []).map((text, index) => ({ place, where, index, text })))));
  const notes = every.filter(({ text }) => partsOf(text).words || !partsOf(text).commands.length);
  const isIn = (list, text) => list.some((each) => each.text === text);
  fresh = fresh.filter(({ place, field, sent, waits }) => {
    const text = field.value.trim();
    return waits || (sent ? isIn(draft.edits, text) && !(place === at && isIn(every, text)) : text || place === at);
  });
  const shown = new Map(notes.map((each) => [JSON.stringify(each), each]));
  const writing = [...fields].filter(([key, { box }]) => !shown.has(key) && box.contains(document.activeElement) && unfinished.get(document.activeElement)?.());
  const isWritten = ({ box }) => !unfinished.get(box.querySelector("textarea"))?.();
  for (const [key, field] of fields) if (!shown.has(key) && !writing.some(([kept]) => kept === key) && isWritten(field)) fields.delete(key);
  const boxes = [...shown].map(([key, each]) => {
    if (!fields.has(key)) fields.set(key, moved(each, shown) || { box: note(each) });
    return fields.get(key).box;
  });
  const blank = (where) => fresh.filter((each) => each.where === where && (!each.sent || each.place === at)).map(({ box }) => box);
  arrange(root, [...blank("before"), ...boxes, ...writing.map(([, { box }]) => box), ...blank("after")]);
}

/** The field of a comment that stood elsewhere among the others when somebody wrote in it. */
function moved({ place, where, text }, shown) {
  for (const [key, field] of fields) {
    const then = JSON.parse(key);
    if (shown.has(key) || then.place !== place || then.where !== where || then.text !== text) continue;
    fields.delete(key);
    return field;
  }
  return null;
}

/** Give an element these children; those it has stay where they are, and keep the focus. */
function arrange(root, children) {
  for (const old of [...root.children]) if (!children.includes(old)) old.remove();
  children.forEach((child, i) => root.children[i] === child || root.insertBefore(child, root.children[i] || null));
}

function label({ place, where }) {
  const supposed = /(?:^|\/)deal\/([A-Z]+)\d*$/.exec(place);
  if (supposed) return say("edit.of_hand", { seat: page.words().seat(supposed[1]) });
  if (place === "kitty") return say("edit.of_kitty");
  if (/v\d+$/.test(place)) return say("edit.variation");
  return say(where === "before" ? "edit.before" : "edit.after");
}

/** A comment in its field; the commands in it stay as they are. */
function note({ place, where, index, text }) {
  const { words, commands, leads } = partsOf(text);
  const field = h("textarea.field", { rows: Math.min(8, Math.max(2, Math.ceil(words.length / 34))), "aria-label": label({ place, where }), dir: "auto" });
  field.value = words;
  const whole = (value) => (leads ? [...commands, value] : [value, ...commands]).filter(Boolean).join(" ");
  /** The comment may have moved since it was shown; where it is gone, what was written is a new one. */
  const edit = (value) => {
    const there = notesAt(place)[where];
    const found = there[index] === text ? index : there.indexOf(text);
    if (found < 0 && !value) return null;
    return { do: "comment", at: place, where, index: found < 0 ? null : found, text: whole(value) };
  };
  let written = words;
  const write = async (value) => {
    const before = written;
    written = value;
    const isShown = await change(() => edit(value), { stay: true });
    if (!isShown && !draft.edits.some((each) => each.text === whole(value))) written = before; // it is still to be written
    return isShown;
  };
  unfinished.set(field, () => (field.value.trim() === written ? null : edit(field.value.trim())));
  // Where the window lost the focus, not the field, somebody may go on writing.
  field.addEventListener("blur", () => document.hasFocus() && field.value.trim() !== written && write(field.value.trim()));
  finishing(field);
  const remove = h("button.button.edit-delete", { type: "button", "aria-label": say("edit.delete"), title: say("edit.delete") }, "×");
  remove.addEventListener("click", async () => {
    await write("");
    document.querySelector("[data-edit=commentAfter]").focus(); // what had the focus is gone
  });
  return h("div.edit-note", {}, h("span.edit-label", {}, label({ place, where })), field, remove);
}

/** For fields that hold what is not yet an edit: how it becomes one. */
const unfinished = new WeakMap();

/** Ctrl+Enter and Escape leave a field, and so keep what is in it. */
function finishing(field) {
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return; // the keys are those of an input method
    if (event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      field.blur();
    }
  });
}

/** An empty field for a new comment; it becomes one when there is something in it. */
function newNote(where) {
  const { at } = here();
  const open = fresh.find((each) => each.place === at && each.where === where && !each.sent);
  if (open) return open.field.focus();
  const field = h("textarea.field", { rows: 3, "data-new": where, "aria-label": label({ place: at, where }), dir: "auto" });
  finishing(field);
  const box = h("div.edit-note.is-new", {}, h("span.edit-label", {}, label({ place: at, where })), field);
  const made = { place: at, where, field, box, sent: false, waits: false };
  const edit = () => (field.value.trim() && !made.sent ? { do: "comment", at, where, index: null, text: field.value.trim() } : null);
  const leave = () => {
    fresh = fresh.filter((each) => each !== made);
    box.remove();
  };
  unfinished.set(field, edit);
  field.addEventListener("blur", async () => {
    if (made.sent || !document.hasFocus()) return;
    const wanted = edit();
    if (!wanted) return leave();
    made.sent = made.waits = field.readOnly = true; // until it is shown
    const isShown = await change(wanted, { stay: true });
    made.waits = false;
    if (isShown) leave();
    else if (!draft.edits.some((each) => each.text === wanted.text)) made.sent = field.readOnly = false; // refused: it can be mended
  });
  fresh.push(made);
  fillNotes(at, page.position());
  field.focus();
}

function glyph(name) {
  const { at } = here();
  if (at === "deal") return;
  const isNumber = name.startsWith("$");
  change(() => {
    const { glyphs } = notesAt(at);
    const rest = glyphs.filter((each) => each !== name && (isNumber || each.startsWith("$")));
    return { do: "glyphs", at, glyphs: glyphs.includes(name) ? rest : isNumber ? [...rest, name] : [name, ...rest] };
  }, { stay: true });
}

// --- the bar and saving ---

/** Beside the table the bar stands above the panel: it is there from the beginning, so that nothing moves. */
const beside = matchMedia("(min-width: 1001px)");

function showBar() {
  const count = draft.edits.length;
  const bar = byId("edit-bar");
  const isUsed = count || draft.undone.length || tried.chosen().length || (isOpen && beside.matches);
  const isShown = Boolean(isEditable() && isUsed);
  if (!isShown && bar.contains(document.activeElement)) byId("tab-edit").focus();
  bar.hidden = !isShown;
  byId("edit-count").textContent = say(["edit.count.none", "edit.count.one"][count] ?? "edit.count", { count });
  byId("edit-count").title = say("edit.kept");
  const focused = document.activeElement;
  for (const name of ["undo", "discard", "save"]) document.querySelector(`[data-edit=${name}]`).disabled = !count;
  document.querySelector("[data-edit=redo]").disabled = !draft.undone.length;
  if (focused.disabled && bar.contains(focused)) document.querySelector(`[data-edit=${count ? "undo" : "redo"}]`).focus();
  byId("tab-edit").classList.toggle("has-draft", count > 0);
}

const dialog = byId("save");

function openSave() {
  const away = openElsewhere();
  if (away) page.go(away);
  const open = document.querySelector(".decision.is-open");
  if (open) {
    open.classList.remove("is-open"); // said once
    page.toast(say("edit.decision_open"));
    open.querySelector("[data-write]").focus();
    return;
  }
  answers = [];
  byId("save-error").hidden = true;
  byId("save-author").value = recall("author") || "";
  showConflicts([]);
  dialog.showModal();
}

let isSaving = false;
let answers = []; // conflicts shown so far, each with the side to keep

async function save() {
  if (isSaving) return;
  isSaving = true;
  try {
    await inTurn(send);
  } finally {
    isSaving = false;
  }
}

async function send() {
  const author = byId("save-author").value.trim();
  keep("author", author);
  const edits = [...draft.edits]; // another tab may add to them meanwhile
  let answer;
  let told;
  try {
    answer = await fetch(`${path}/revisions`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ base: draft.base, edits, author, answers: [...answers, ...chosen()] }),
    });
    told = await answer.json();
  } catch {
    complain(`${say("offline")} ${say("edit.failed")}`);
    return;
  }
  if (told.conflicts) {
    answers.push(...chosen());
    showConflicts(told.conflicts);
    byId("conflicts-told").focus();
  } else if (answer.ok) {
    draft.settle(told.revision, edits);
    dialog.close();
    isBehind = await page.reload({ anew: true }) === "failed";
    if (isBehind) editor.base = told.revision;
    page.toast(say(!told.new ? "edit.same" : told.merged ? "edit.merged" : "edit.saved", { revision: told.revision }));
  } else complain(told.message || say("edit.failed"));
}

/** In the dialog, which lies over everything else. */
function complain(text) {
  byId("save-error").textContent = text;
  byId("save-error").hidden = false;
}

let conflicts = []; // those shown, which are to be answered before it can be saved

function showConflicts(told) {
  conflicts = told;
  const texts = (version) => (version.length ? version.map((text) => h("span", { dir: "auto" }, text)) : h("span.quiet", {}, say("edit.nothing")));
  const version = (side, n) => h("label.version", {}, h("input", { type: "radio", name: `conflict${n}`, value: side }), h("b", {}, say(`edit.${side}`)), texts(conflicts[n].told[side]));
  byId("conflict-list").replaceChildren(...conflicts.map(({ place }, n) => h("fieldset.conflict", {}, h("legend", {}, place), h("div.versions", {}, version("mine", n), version("theirs", n)))));
  byId("save-conflicts").hidden = !conflicts.length;
  byId("conflicts-all").hidden = conflicts.length < 2;
  showLeft();
}

/** The conflicts that a side is chosen for, as the server takes them. */
const chosen = () => conflicts
  .map((conflict, n) => ({ ...conflict, keep: byId("save-form").elements[`conflict${n}`].value }))
  .filter(({ keep }) => keep);

function showLeft() {
  const count = conflicts.length - chosen().length;
  byId("conflicts-left").textContent = count ? say("edit.to_choose", { count }) : "";
  byId("save-button").disabled = count > 0;
}

/** Choose one side for all conflicts; each can still be chosen otherwise. */
function choose(side) {
  for (const radio of byId("conflict-list").querySelectorAll(`[value=${side}]`)) radio.checked = true;
  showLeft();
}

byId("conflict-list").addEventListener("change", showLeft);

byId("save-form").addEventListener("submit", (event) => {
  event.preventDefault();
  save();
});

// --- what the buttons do ---

const timeTravel = (step) => inTurn(async () => {
  const before = draft.snapshot();
  if (draft[step]() === false) return;
  const outcome = await page.reload();
  if (outcome === "refused" && step === "redo") draft.return(before);
  isBehind = outcome === "failed";
  showBar();
});

const buttons = {
  openAll: () => page.look({ seat: "all", spoilerFree: false }),
  commentAfter: () => newNote("after"),
  commentBefore: () => newNote("before"),
  undo: () => timeTravel("undo"),
  redo: () => timeTravel("redo"),
  discard: async () => {
    await timeTravel("discard");
    page.toast(say("edit.discarded"));
  },
  save: openSave,
  closeSave: () => dialog.close(),
  keepMine: () => choose("mine"),
  keepTheirs: () => choose("theirs"),
  promote: () => change({ do: "promote", at: page.position().line.id }),
  cut: () => change({ do: "remove", at: page.position().at }),
  removeVariation: () => change({ do: "remove", at: page.position().line.id }),
  ...tried.buttons,
};

byId("tabs").addEventListener("click", (event) => {
  const { edit, glyph: name } = event.target.closest("[data-edit], [data-glyph]")?.dataset || {};
  if (edit) buttons[edit]();
  if (name) glyph(name);
});
dialog.addEventListener("click", (event) => {
  const name = event.target.closest("[data-edit]")?.dataset.edit;
  if (name) buttons[name]();
});
byId("tabs").addEventListener("opened", ({ detail }) => {
  isOpen = detail === "edit";
  document.documentElement.classList.toggle("is-editing", isOpen);
  if (isOpen) show(page.position());
  else tried.leave();
  showBar();
});
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return;
  if (event.target.closest?.("input, textarea, select, dialog[open]") || !isOpen || !isEditable()) return;
  event.preventDefault();
  buttons[event.shiftKey ? "redo" : "undo"]();
});

page.takes = tried.takes;
/** A revision that is gone, or an edit of what is gone: the rest of the draft is worth keeping. */
page.mend = ({ edit, status }) => {
  if (status === 404 && editor && draft.base !== editor.base) draft.return({ ...draft.snapshot(), base: editor.base });
  else if (Number.isInteger(edit) && edit < draft.edits.length) draft.leave(edit);
  else return false;
  return true;
};
page.shown.push(show);
page.actions.annotate = () => {
  page.tabs.open("edit", true);
  if (isEditable()) newNote("after");
};
GLYPHS.slice(0, 9).forEach((name, i) => {
  page.actions[`glyph${i + 1}`] = () => isOpen && isEditable() && glyph(name);
});

// Another tab of this browser has added to the draft, or saved it.
addEventListener("storage", async (event) => {
  if (event.key !== `paipu.${draft.name}` && event.key !== null) return;
  draft.restore(draft.base);
  showBar();
  if (dialog.open && draft.isEmpty) {
    dialog.close();
    page.toast(say("edit.saved_elsewhere"));
  }
  page.forget(); // also for a view that is shown later
  if (page.isWhole()) await inTurn(() => page.reload({ anew: true }));
});

// A decision that is half written is in no draft.
addEventListener("beforeunload", (event) => {
  if (document.querySelector(".decision.is-open") || openElsewhere()) event.preventDefault();
});

// What stands in a field when the page is left becomes part of the draft.
addEventListener("pagehide", () => {
  const edit = isEditable() && unfinished.get(document.activeElement)?.();
  if (edit) draft.add(edit, editor.base);
});
addEventListener("pageshow", (event) => event.persisted && page.isWhole() && inTurn(() => page.reload()));

if (!draft.isEmpty && isEditable()) {
  const count = draft.edits.length; // what is left out of them is said
  inTurn(() => page.reload()).then((outcome) => outcome === "shown" && draft.edits.length === count && page.toast(say("edit.restored")));
}
show(page.position());
