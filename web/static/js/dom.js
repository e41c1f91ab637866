// Small helpers to build elements. Owns: nothing but the DOM calls.

const SVG = "http://www.w3.org/2000/svg";

/** h("b.rank", {title: "x"}, "K"): an element with classes, attributes and children (falsy ones are left out). */
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag || "span");
  if (classes.length) element.className = classes.filter(Boolean).join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const drawn = new Map(); // by id and class: to copy is quicker than to make

/** A drawing of the page's own sheet, by its id. Its paths themselves: a `<use>` costs a tree of its own in every card. */
export function icon(id, className = "icon") {
  const key = `${id} ${className}`;
  if (!drawn.has(key)) {
    const symbol = byId(id);
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", className);
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("viewBox", symbol.getAttribute("viewBox"));
    svg.append(...[...symbol.children].map((child) => child.cloneNode(true)));
    drawn.set(key, svg);
  }
  return drawn.get(key).cloneNode(true);
}

/**
 * Make the children of an element those given. What looks as before stays, at any depth, so that the browser
 * styles, lays out and paints only what changes: of a hand that plays a card, that card.
 */
export function replaceChanged(parent, wanted) {
  const present = [...parent.childNodes];
  let head = 0;
  let tail = 0;
  const shorter = Math.min(present.length, wanted.length);
  while (head < shorter && present[head].isEqualNode(wanted[head])) head += 1;
  while (tail < shorter - head && present.at(-1 - tail).isEqualNode(wanted.at(-1 - tail))) tail += 1;
  const old = present.slice(head, present.length - tail);
  const anew = wanted.slice(head, wanted.length - tail);
  anew.forEach((node, i) => (old[i] ? become(old[i], node) : parent.insertBefore(node, present[present.length - tail] || null)));
  for (const node of old.slice(anew.length)) node.remove();
}

/** Make a node look like another one; it remains itself where both are elements of one kind. */
function become(node, other) {
  if (node.nodeType !== Node.ELEMENT_NODE || node.nodeName !== other.nodeName) {
    node.replaceWith(other);
    return;
  }
  for (const name of node.getAttributeNames()) if (!other.hasAttribute(name)) node.removeAttribute(name);
  for (const name of other.getAttributeNames()) if (node.getAttribute(name) !== other.getAttribute(name)) node.setAttribute(name, other.getAttribute(name));
  replaceChanged(node, [...other.childNodes]);
}

/** Scroll the panel that an element is in so that it begins there; never the page. */
export function bringUp(element) {
  const scroller = element.closest(".panel-body");
  if (scroller) scroller.scrollTop += element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - 10;
}

export const byId = (id) => document.getElementById(id);

export const readJson = (id) => JSON.parse(byId(id).textContent);
