// Another view of the same hand: fetched as a page, of which the parts that differ are put in place.
// Owns: the exchange; knows no game.

const KEPT = 24; // pages

/**
 * Answers a function that shows the page of an address: "shown", "refused" by the server,
 * "failed" if it cannot be had now, "late" if another was asked for meanwhile. `done` runs when the parts are in
 * place, `refused` with what the server says, where it says why, and its status.
 */
export function loader(done, refused) {
  const pages = new Map();
  let last = 0;

  async function text(url, draft) {
    const key = `${url} ${draft ?? ""}`;
    if (!pages.has(key)) {
      const response = await (draft ? post(url, draft) : fetch(url, { headers: { Accept: "text/html" } }));
      if (!response.ok) throw await reason(response);
      pages.set(key, await response.text());
      if (pages.size > KEPT) pages.delete(pages.keys().next().value);
    }
    return pages.get(key);
  }

  /** `draft` asks for the page as it would be with edits that are not saved; `anew` for one as it is now; `quiet` says nothing if it fails. */
  return async function show(url, { draft = null, anew = false, quiet = false } = {}) {
    const turn = (last += 1);
    if (anew) pages.clear();
    let html;
    try {
      html = await text(url, draft);
    } catch (error) {
      if (turn !== last) return "late";
      const isRefused = error.status >= 400 && error.status < 500;
      if (!quiet) refused(error.said, error.status);
      return isRefused ? "refused" : "failed";
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

function post(url, body) {
  const { pathname, search } = new URL(url, location.href);
  const headers = { Accept: "text/html", "Content-Type": "application/json" };
  return fetch(`${pathname}/draft${search}`, { method: "POST", body, headers });
}

async function reason(response) {
  const json = response.headers.get("Content-Type")?.startsWith("application/json");
  const said = json ? (await response.json()).message : undefined;
  return Object.assign(new Error(response.statusText), { said, status: response.status });
}
