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

/** A drawing of the page's own sheet, by its id. */
export function icon(id, className = "icon") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  svg.append(use);
  return svg;
}

export const byId = (id) => document.getElementById(id);

export const readJson = (id) => JSON.parse(byId(id).textContent);
