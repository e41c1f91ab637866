// What the game page lets other modules do with it. Owns: the one object through which they meet.

/**
 * Filled by main.js: `game()`, `position()`, `words()`, `isWhole()`, `go(at)`, `look(view)`, `reload()`, `forget()` pages kept,
 * `refusedEdit()`, `toast(text)`, `actions`, `tabs`. Others may set `draft`, what is to be posted for the page of a hand, and
 * `takes`, which says of a click on the table whether it was theirs, `mend`, which takes out of the draft what the
 * server refuses and says whether it can be tried again; `shown` are called with each position.
 */
export const page = { draft: () => null, takes: () => false, mend: () => false, shown: [] };
