// What might have been played instead of each play. Owns: from where it is known, the page itself or the server.

import { byId, readJson } from "./dom.js";

const here = byId("legal") ? readJson("legal") : null;
const answers = new Map();

/** Whether this page can say it at all. */
export const isKnown = (isServed) => isServed || here !== null;

/** What a seat may know of the plays at an address: null where nobody does, undefined where the server is out of reach. */
export async function legalAt(at, params, seat) {
  const all = here || whole(params) || (await fetched(params));
  const found = all?.[at];
  if (!found) return all && null;
  return seat === "all" || (found.seat === seat && !at.includes("/")) ? found : null;
}

const address = (params) => `${location.pathname}/legal.json?${params}`;

/** What is known of all hands, whatever the view: it is here already. */
function whole(params) {
  const every = new URLSearchParams(params);
  every.delete("seat");
  return answers.get(address(every));
}

/** The hand has become another one. */
export const forget = () => answers.clear();

/** All of a hand at once, so that it is there without the network too; undefined if it cannot be had. */
export async function fetched(params) {
  const url = address(params);
  if (!answers.has(url)) {
    try {
      const response = await fetch(url);
      if (!response.ok) return undefined;
      answers.set(url, await response.json());
    } catch {
      return undefined;
    }
  }
  return answers.get(url);
}
