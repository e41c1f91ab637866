// The keyboard. Owns: which key does what; knows no game, only the names of actions.

/** Also the list that the help overlay shows, in this order; the server holds the words for it. */
export const KEYS = [
  { keys: ["ArrowRight", "j"], action: "next" },
  { keys: ["ArrowLeft", "k"], action: "previous" },
  { keys: ["]"], action: "nextTrick" },
  { keys: ["["], action: "previousTrick" },
  { keys: ["Home", "0"], action: "first" },
  { keys: ["End", "$"], action: "last" },
  { keys: ["."], action: "nextFinding" },
  { keys: [","], action: "previousFinding" },
  { keys: ["}"], action: "nextComment" },
  { keys: ["{"], action: "previousComment" },
  { keys: ["Shift+ArrowRight"], action: "enterVariation" },
  { keys: ["Shift+ArrowLeft"], action: "leaveVariation" },
  { keys: ["n"], action: "nextHand" },
  { keys: ["p"], action: "previousHand" },
  { keys: [" "], action: "autoplay" },
  { keys: ["g"], action: "goTo" },
  { keys: ["v"], action: "cycleView" },
  { keys: ["h"], action: "hideOthers" },
  { keys: ["o"], action: "original" },
  { keys: ["l"], action: "copyLink" },
  { keys: ["?"], action: "help" },
];

const FIELDS = "input, textarea, select, [contenteditable], dialog[open]";

/** Call the action of each key pressed, unless it is meant for a field, a dialog or the browser. */
export function listen(actions, target = document) {
  const table = new Map(KEYS.flatMap(({ keys, action }) => keys.map((key) => [key, action])));
  target.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || event.isComposing) return;
    if (event.target.closest?.(FIELDS)) return;
    if (event.key === " " && event.target.closest?.("button, a, summary, [role=tab]")) return;
    const arrow = event.key.startsWith("Arrow");
    const action = table.get(event.shiftKey && arrow ? `Shift+${event.key}` : event.key);
    if (!actions[action] || (arrow && event.target.closest?.("[role=tablist]"))) return;
    event.preventDefault();
    actions[action]();
  });
}

/** A button that repeats while it is held: first after 350 ms, then faster and faster. */
export function repeat(button, action) {
  let timer = 0;
  let held = false;
  const stop = () => clearTimeout(timer);
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    held = false;
    let pause = 350;
    const again = () => {
      if (button.disabled) return;
      held = true;
      action();
      pause = Math.max(100, pause * 0.8);
      timer = setTimeout(again, pause);
    };
    timer = setTimeout(again, pause);
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(end, stop);
  button.addEventListener("contextmenu", (event) => held && event.preventDefault());
  button.addEventListener("click", (event) => {
    if (!held || event.detail === 0) action(); // detail 0: pressed with the keyboard
    held = false;
  });
}
