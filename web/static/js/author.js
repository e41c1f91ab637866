// The page of a hand's history: the name under which somebody has saved before stands in its field.

import { byId } from "./dom.js";
import { keep, recall } from "./memory.js";

const field = byId("author");
if (field) {
  field.value = recall("author") || "";
  field.form.addEventListener("submit", () => keep("author", field.value.trim()));
}
