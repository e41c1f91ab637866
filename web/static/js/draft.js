// What has been changed and not saved: edits upon a revision, undone ones too. Owns: that list, and that
// it outlives a closed tab. Knows no DOM and no game.

import { forget, keep, recall } from "./memory.js";

/** Edits that say the same thing again: the later one is enough. */
const SETS = ["comment", "glyphs", "mark", "deal"];
const ONE = (edit) => edit.do !== "comment" || (edit.index !== null && edit.text !== "");

export class Draft {
  /** The draft of the hand at `path`, taken up where it was left; else empty, upon revision `base`. */
  constructor(path, base) {
    this.name = `draft.${path}`;
    this.restore(base);
    // What was undone in an earlier visit belongs to a page that is no longer shown; another tab may have it still.
    if (this.isEmpty) this.undone = [];
  }

  /** Take it up as it was kept, also by another tab. */
  restore(base) {
    const kept = parsed(recall(this.name));
    Object.assign(this, kept || { base, edits: [], undone: [] });
  }

  get isEmpty() {
    return this.edits.length === 0;
  }

  /** What is posted. */
  get body() {
    return JSON.stringify({ base: this.base, edits: this.edits });
  }

  /** Add an edit; the first one is upon revision `base`. */
  add(edit, base) {
    this.before = this.snapshot();
    if (!this.edits.length) this.base = base;
    const last = this.edits.at(-1);
    const again = last && SETS.includes(edit.do) && last.do === edit.do && last.at === edit.at
      && last.where === edit.where && last.index === edit.index && ONE(last) && ONE(edit);
    if (again) this.edits.pop();
    this.edits.push(edit);
    this.undone = [];
    this.save();
  }

  /** Take back the last edit; false where there is none. */
  undo() {
    if (this.isEmpty) return false;
    this.undone.push(this.edits.pop());
    this.save();
    return true;
  }

  snapshot() {
    return { base: this.base, edits: [...this.edits], undone: [...this.undone] };
  }

  /** All is again as it was then. */
  return(snapshot) {
    Object.assign(this, snapshot);
    this.save();
  }

  /** The last edit could not be made. */
  drop() {
    this.return(this.before);
  }

  /** Leave out one edit, which cannot be made any more. */
  leave(index) {
    this.edits.splice(index, 1);
    this.undone = [];
    this.save();
  }

  /** The last edit changed nothing. */
  trim() {
    this.edits.pop();
    this.save();
  }

  redo() {
    if (!this.undone.length) return false;
    const last = this.undone.pop();
    this.edits.push(...(last.discarded || [last]));
    this.save();
    return true;
  }

  /** Take back everything; redo brings it again, all at once. */
  discard() {
    this.undone.push({ discarded: this.edits.splice(0) });
    this.save();
  }

  /** These edits have become part of a revision; what was added meanwhile stays, upon that. */
  settle(base, kept) {
    const isMore = this.edits.length > kept.length && kept.every((edit, i) => JSON.stringify(edit) === JSON.stringify(this.edits[i]));
    Object.assign(this, { base, edits: isMore ? this.edits.slice(kept.length) : [], undone: [] });
    this.save();
  }

  save() {
    if (this.edits.length || this.undone.length) keep(this.name, JSON.stringify({ base: this.base, edits: this.edits, undone: this.undone }));
    else forget(this.name);
  }
}

function parsed(text) {
  try {
    const { base, edits, undone } = JSON.parse(text);
    return Number.isInteger(base) && Array.isArray(edits) && Array.isArray(undone) ? { base, edits, undone } : null;
  } catch {
    return null;
  }
}
