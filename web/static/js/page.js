// What the game page lets other modules do with it. Owns: the one object through which they meet.

/**
 * Filled by main.js: `game()`, `position()`, `words()`, `isWhole()`, `go(at)`, `look(view)`, `reload()`,
 * `forget()` (pages that are kept), `refusedEdit()`, `toast(text)`, `actions`, `tabs`. Others may set `draft`, what is
 * to be posted for the page of a hand; `takes`, which says of a click on the table whether it was theirs; and `mend`,
 * which takes out of the draft what the server refuses and says whether to try again. `shown` are called with each
 * position.
 */
export const page = { draft: () => null, takes: () => false, mend: () => false, shown: [] };
