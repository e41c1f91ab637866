// The address bar. Owns: how often it is written. A browser refuses to be written to too often (Safari: more than a
// hundred times in 30 seconds), and each time costs part of a frame; a held button steps ten times a second.

const PAUSE = 320; // ms
let pending = null;
let timer = 0;

/** Make a new entry of the history. */
export function push(url) {
  settle();
  write("pushState", url);
}

/** Let the present entry have this address. */
export function replace(url) {
  pending = url;
  settle();
}

/** Let the present entry have this address soon, or the one that follows it. */
export function follow(url) {
  pending = url;
  timer ||= setTimeout(settle, PAUSE);
}

/** Write what is still to be written: before somebody reads the address. */
export function settle() {
  const url = pending;
  drop();
  if (url !== null) write("replaceState", url);
}

/** What the browser refuses now is tried again after some rest, with what may have followed. */
function write(how, url) {
  try {
    history[how](null, "", url);
  } catch {
    pending = url;
    timer = setTimeout(settle, 10 * PAUSE);
  }
}

function drop() {
  clearTimeout(timer);
  timer = 0;
  pending = null;
}

addEventListener("pagehide", settle);
// Before the browser's own keys: it reloads, or goes back, from the address that is written.
addEventListener("keydown", ({ ctrlKey, metaKey, altKey, key }) => (ctrlKey || metaKey || altKey || key === "F5") && settle(), true);
addEventListener("popstate", drop); // it belonged to an entry that was left
