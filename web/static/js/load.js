// Another view of the same hand: fetched as a page, of which the parts that differ are put in place.
// Owns: the exchange; knows no game.

const KEPT = 24; // pages

/**
 * Answers a function that shows the page of an address: "shown", "refused" by the server,
 * "failed" if it cannot be had now, "late" if another was asked for meanwhile. `done` runs when the parts are in
 * place, `refused` with what the server says, where it says why, its status, and the number of the edit it is about.
 * Its `forget()` drops the pages that are kept.
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
  async function show(url, { draft = null, anew = false, quiet = false } = {}) {
    const turn = (last += 1);
    if (anew) pages.clear();
    let html;
    try {
      html = await text(url, draft);
    } catch (error) {
      if (turn !== last) return "late";
      const isRefused = error.status >= 400 && error.status < 500;
      refused({ ...error, quiet });
      return isRefused ? "refused" : "failed";
    }
    if (turn !== last) return "late";
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const part of document.querySelectorAll("[data-part]")) {
      const other = page.getElementById(part.id);
      if (!other) continue;
      const refocus = focusIn(part);
      part.replaceChildren(...other.childNodes);
      part.className = other.className;
      refocus();
    }
    done();
    return "shown";
  }
  show.forget = () => pages.clear();
  return show;
}

/** How the focus comes back to what stands for the element that has it, when a part is replaced. */
function focusIn(part) {
  const focused = document.activeElement;
  if (!part.contains(focused)) return () => {};
  const href = focused.getAttribute("href");
  const isSame = (each) => (focused.id ? each.id === focused.id : href !== null && each.getAttribute("href") === href);
  return () => [...part.querySelectorAll(focused.localName)].find(isSame)?.focus({ preventScroll: true });
}

function post(url, body) {
  const { pathname, search } = new URL(url, location.href);
  const headers = { Accept: "text/html", "Content-Type": "application/json" };
  return fetch(`${pathname}/draft${search}`, { method: "POST", body, headers });
}

async function reason(response) {
  const json = response.headers.get("Content-Type")?.startsWith("application/json");
  const { message: said, edit } = json ? await response.json() : {};
  return Object.assign(new Error(response.statusText), { said, edit, status: response.status });
}
