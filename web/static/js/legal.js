// What might have been played instead of each play. Owns: from where it is known, the page itself or the server.

import { byId, readJson } from "./dom.js";

const here = byId("legal") ? readJson("legal") : null;
const answers = new Map();

/** Whether this page can say it at all. */
export const isKnown = (isServed) => isServed || here !== null;

/** What a seat may know of the plays at an address: null where nobody does, undefined where the server is out of reach. */
export async function legalAt(at, params, seat) {
  const all = here || (await fetched(params));
  const found = all?.[at];
  if (!found) return all && null;
  return seat === "all" || (found.seat === seat && !at.includes("/")) ? found : null;
}

/** All of a hand at once, so that it is there without the network too; undefined if it cannot be had. */
export async function fetched(params) {
  const url = `${location.pathname}/legal.json?${params}`;
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
