// The upload box: drop a file anywhere on it, see its name, be told at once if it is too large.

import { byId, h } from "./dom.js";

const form = byId("upload");
const input = byId("file");
const status = byId("upload-status");
const problem = byId("problem");
const limit = Number(form.dataset.limit);

function chosen() {
  const [file] = input.files;
  problem.hidden = true;
  form.classList.toggle("has-file", Boolean(file));
  const tooLarge = file && file.size > limit;
  status.classList.toggle("is-error", Boolean(tooLarge));
  status.replaceChildren(...(file ? [h("b", { dir: "auto" }, file.name), ` ${size(file.size)}`, ...(tooLarge ? [` – ${form.dataset.tooLarge}`] : [])] : []));
  return file && !tooLarge;
}

const size = (bytes) => (bytes < 1024 ? `${bytes} B` : bytes < 1048576 ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / 1048576).toFixed(1)} MiB`);

const carriesFiles = (event) => [...(event.dataTransfer?.types || [])].includes("Files");

for (const kind of ["dragenter", "dragover"]) {
  form.addEventListener(kind, (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    form.classList.add("is-over");
  });
}
for (const kind of ["dragleave", "drop"]) form.addEventListener(kind, () => form.classList.remove("is-over"));
form.addEventListener("drop", (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  input.files = event.dataTransfer.files;
  if (chosen()) form.requestSubmit();
});
input.addEventListener("change", () => {
  if (chosen()) form.requestSubmit();
});
byId("text").addEventListener("input", () => { problem.hidden = true; });
form.addEventListener("submit", (event) => {
  if (!input.files.length && !byId("text").value.trim()) {
    event.preventDefault();
    problem.hidden = false;
    byId("text").focus();
  } else if (input.files.length && !chosen()) {
    event.preventDefault();
  }
});
