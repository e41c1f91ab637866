// The annotator: comments, glyphs, marks, variations and decisions of the step that is shown. Owns: the
// panel, the draft it makes, and saving it. What an edit means the server says, with the page as it would be.

import { decisions } from "./decide.js";
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
let draft = new Draft(path, editor?.base ?? 0);
let isOpen = false;
let shownKey = "";

const isEarlier = new URLSearchParams(location.search).has("rev");

page.draft = () => (draft.isEmpty || isEarlier ? null : draft.body);

/** What the panel is about: the step shown, its address, and what is written there. */
const here = () => {
  const position = page.position();
  return { position, at: position.at, notes: editor?.annotations[position.at] || { before: [], after: [], glyphs: [] } };
};

const isEditable = () => page.isWhole() && editor !== null && !isEarlier;

/** Add an edit and show the hand with it; what cannot be made is taken back. */
async function change(edit, { stay = false } = {}) {
  draft.add(edit, editor.base);
  showBar();
  const outcome = await page.reload();
  if (outcome === "failed") {
    draft.drop();
    showBar();
    return false;
  }
  if (outcome === "shown" && editor?.idle) {
    draft.drop();
    showBar();
  }
  if (outcome === "shown" && !stay && editor?.at) follow(editor.at);
  return true;
}

/** Go to what the last edit has made; of a variation to its first own play. */
function follow(at) {
  const game = page.game();
  const target = game.lines.has(at) && at ? entrance(game, at) : at;
  if (game.places.has(target) && target !== page.position().at) page.go(target);
}

const tried = table({ change, isActive: () => isOpen && isEditable(), say, body: (more) => JSON.stringify({ base: draft.base, edits: draft.edits, ...more }), path });

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
}

function fill(position) {
  const { at, notes } = here();
  byId("edit-place").textContent = [page.words().place(position.step), position.step.kind === "play" && page.words().seat(position.step.seat), position.line.id && say("slot.variations")].filter(Boolean).join(" · ");
  for (const key of document.querySelectorAll("[data-glyph]")) key.setAttribute("aria-pressed", String(notes.glyphs.includes(key.dataset.glyph)));
  byId("edit-line").hidden = !position.line.id;
  fillNotes(at, position);
  decisions(byId("edit-decisions"), position, { change, say, words: page.words(), timeline: page.game().timeline });
}

/** The addresses whose comments are edited at a step: of the deal those of each hand and of the kitty too. */
function places(at, position) {
  const annotated = Object.keys(editor.annotations);
  if (at === "deal") return ["deal", ...annotated.filter((each) => /^deal\/|^kitty$/.test(each))];
  const { line } = position;
  const begins = line.id && line.steps[line.from] === position.step;
  return begins ? [line.id, ...annotated.filter((each) => each.startsWith(`${line.id}/deal/`)), at] : [at];
}

function fillNotes(at, position) {
  const root = byId("edit-notes");
  const every = places(at, position).flatMap((place) => ["before", "after"].flatMap((where) => (
    (editor.annotations[place]?.[where] || []).map((text, index) => ({ place, where, index, text })))));
  const notes = every.filter(({ text }) => partsOf(text).words || !partsOf(text).commands.length);
  const key = JSON.stringify([at, notes]);
  if (key === shownKey && root.childNodes.length === notes.length) return;
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.note : null;
  shownKey = key;
  root.replaceChildren(...notes.map(note));
  if (focused) root.querySelector(`[data-note="${CSS.escape(focused)}"]`)?.focus();
}

function label({ place, where }) {
  const supposed = /(?:^|\/)deal\/([A-Z]+)$/.exec(place);
  if (supposed) return say("edit.of_hand", { seat: page.words().seat(supposed[1]) });
  if (place === "kitty") return say("edit.of_kitty");
  if (/v\d+$/.test(place)) return say("edit.variation");
  return say(where === "before" ? "edit.before" : "edit.after");
}

/** A comment in its field; the commands in it stay as they are. */
function note({ place, where, index, text }) {
  const { words, commands } = partsOf(text);
  const name = `${place} ${where} ${index}`;
  const field = h("textarea.field", { rows: Math.min(8, Math.max(2, Math.ceil(words.length / 34))), "data-note": name, "aria-label": label({ place, where }), dir: "auto", maxlength: "10000" });
  field.value = words;
  const write = (value) => change({ do: "comment", at: place, where, index, text: value ? [value, ...commands].join(" ") : commands.join(" ") }, { stay: true });
  field.addEventListener("change", () => field.value.trim() !== words && write(field.value.trim()));
  finishing(field);
  const remove = h("button.button.edit-delete", { type: "button", "aria-label": say("edit.delete"), title: say("edit.delete") }, "×");
  remove.addEventListener("click", () => write(""));
  return h("div.edit-note", {}, h("span.edit-label", {}, label({ place, where })), field, remove);
}

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
  const blank = byId("edit-notes").querySelector(`[data-new="${where}"]`);
  if (blank) return blank.focus();
  const field = h("textarea.field", { rows: 3, "data-new": where, "aria-label": label({ place: at, where }), dir: "auto", maxlength: "10000" });
  finishing(field);
  const box = h("div.edit-note.is-new", {}, h("span.edit-label", {}, label({ place: at, where })), field);
  field.addEventListener("blur", () => {
    shownKey = "";
    if (!field.value.trim()) return box.remove();
    return change({ do: "comment", at, where, index: null, text: field.value.trim() }, { stay: true });
  });
  if (where === "before") byId("edit-notes").prepend(box);
  else byId("edit-notes").append(box);
  field.focus();
}

function glyph(name) {
  const { at, notes } = here();
  const has = notes.glyphs.includes(name);
  const rivals = GLYPHS.filter((each) => !each.startsWith("$"));
  const rest = notes.glyphs.filter((each) => each !== name && (name.startsWith("$") || !rivals.includes(each)));
  change({ do: "glyphs", at, glyphs: has ? rest : name.startsWith("$") ? [...rest, name] : [name, ...rest] }, { stay: true });
}

// --- the bar and saving ---

function showBar() {
  const count = draft.edits.length;
  byId("edit-bar").hidden = !count && !draft.undone.length;
  byId("edit-count").textContent = count ? say(count === 1 ? "edit.count.one" : "edit.count", { count }) : "";
  byId("edit-count").title = say("edit.kept");
  document.querySelector("[data-edit=undo]").disabled = !count;
  document.querySelector("[data-edit=redo]").disabled = !draft.undone.length;
  document.querySelector("[data-edit=discard]").disabled = !count;
  document.querySelector("[data-edit=save]").disabled = !count;
  byId("tab-edit").classList.toggle("has-draft", count > 0);
}

const dialog = byId("save");

function openSave() {
  byId("save-author").value = recall("author") || "";
  byId("save-conflicts").hidden = true;
  byId("save-button").hidden = false;
  dialog.showModal();
}

let isSaving = false;

async function save(prefer = null) {
  if (isSaving) return;
  isSaving = true;
  await send(prefer);
  isSaving = false;
}

async function send(prefer) {
  const author = byId("save-author").value.trim();
  keep("author", author);
  let answer;
  let told;
  try {
    answer = await fetch(`${path}/revisions`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ base: draft.base, edits: draft.edits, author, prefer }),
    });
    told = await answer.json();
  } catch {
    page.toast(say("edit.failed"));
    return;
  }
  if (told.conflicts) showConflicts(told.conflicts);
  else if (answer.ok) {
    const same = told.revision === draft.base;
    draft.settle(told.revision);
    dialog.close();
    await page.reload({ anew: true });
    page.toast(say(told.merged ? "edit.merged" : same ? "edit.same" : "edit.saved", { revision: told.revision }));
  } else page.toast(told.message || say("edit.failed"));
}

function showConflicts(conflicts) {
  const version = (name, texts) => h("div.version", {}, h("b", {}, say(name)), texts.length ? texts.map((text) => h("p", { dir: "auto" }, text)) : h("p.quiet", {}, say("edit.nothing")));
  byId("conflict-list").replaceChildren(...conflicts.map(({ at, slot, mine, theirs }) => h("div.conflict", {}, h("h3", {}, `${at} · ${say(`slot.${slot}`)}`), h("div.versions", {}, version("edit.mine", mine), version("edit.theirs", theirs)))));
  byId("save-conflicts").hidden = false;
  byId("save-button").hidden = true;
}

byId("save-form").addEventListener("submit", (event) => {
  event.preventDefault();
  save();
});

// --- what the buttons do ---

async function timeTravel(step) {
  if (!draft[step]()) return;
  showBar();
  await page.reload();
}

const buttons = {
  openAll: () => page.look({ seat: "all", spoilerFree: false }),
  commentAfter: () => newNote("after"),
  commentBefore: () => newNote("before"),
  undo: () => timeTravel("undo"),
  redo: () => timeTravel("redo"),
  discard: async () => {
    draft.discard();
    showBar();
    await page.reload();
    page.toast(say("edit.discarded"));
  },
  save: openSave,
  closeSave: () => dialog.close(),
  keepMine: () => save("mine"),
  keepTheirs: () => save("theirs"),
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
});
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return;
  if (event.target.closest?.("input, textarea, select, dialog[open]") || !isEditable()) return;
  event.preventDefault();
  buttons[event.shiftKey ? "redo" : "undo"]();
});

page.takes = tried.takes;
page.shown.push(show);
page.actions.annotate = () => {
  page.tabs.open("edit", true);
  if (isEditable()) newNote("after");
};
GLYPHS.slice(0, 9).forEach((name, i) => {
  page.actions[`glyph${i + 1}`] = () => isOpen && isEditable() && glyph(name);
});
page.editing = { open: (mode) => { page.tabs.open("edit", true); tried.use(mode); } };

// Another tab of this browser has added to the draft, or saved it.
addEventListener("storage", async (event) => {
  if (event.key !== `paipu.${draft.name}` && event.key !== null) return;
  draft.restore(draft.base);
  showBar();
  if (page.isWhole()) await page.reload({ anew: true });
});

if (!draft.isEmpty && isEditable()) {
  page.reload().then((outcome) => outcome === "shown" && page.toast(say("edit.restored")));
}
show(page.position());
