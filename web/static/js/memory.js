// What a browser remembers of its reader: pace, whether the hint was seen. Owns: the names it is kept under.

/** What was kept under a name; null without it, or where a browser keeps nothing. */
export function recall(name) {
  try {
    return localStorage.getItem(`paipu.${name}`);
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(`paipu.${name}`, value);
  } catch {
    // then it is asked for anew the next time
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(`paipu.${name}`);
  } catch {
    // nothing was kept then
  }
}
