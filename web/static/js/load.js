// Another view of the same hand: fetched as a page, of which the parts that differ are put in place.
// Owns: the exchange; knows no game.

const KEPT = 24; // pages

/**
 * Answers a function that shows the page of an address: "shown", "failed" if it cannot be had, "late" if
 * another was asked for meanwhile. `done` runs when the parts are in place.
 */
export function loader(done) {
  const pages = new Map();
  let last = 0;

  async function text(url) {
    if (!pages.has(url)) {
      const response = await fetch(url, { headers: { Accept: "text/html" } });
      if (!response.ok) throw new Error(response.statusText);
      pages.set(url, await response.text());
      if (pages.size > KEPT) pages.delete(pages.keys().next().value);
    }
    return pages.get(url);
  }

  return async function show(url) {
    const turn = (last += 1);
    let html;
    try {
      html = await text(url);
    } catch {
      return turn === last ? "failed" : "late";
    }
    if (turn !== last) return "late";
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const part of document.querySelectorAll("[data-part]")) {
      const other = page.getElementById(part.id);
      if (!other) continue;
      part.replaceChildren(...other.childNodes);
      part.className = other.className;
    }
    done();
    return "shown";
  };
}
