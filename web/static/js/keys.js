// The keyboard. Owns: which key does what; knows no game, only the names of actions.

import { forget, keep, recall } from "./memory.js";

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
  { keys: ["ArrowDown"], action: "down" },
  { keys: ["ArrowUp"], action: "up" },
  { keys: [">"], action: "nextGlyph" },
  { keys: ["<"], action: "previousGlyph" },
  { keys: ["n"], action: "nextHand" },
  { keys: ["p"], action: "previousHand" },
  { keys: [" "], action: "autoplay" },
  { keys: ["+"], action: "faster" },
  { keys: ["-"], action: "slower" },
  { keys: ["g"], action: "goTo" },
  { keys: ["f"], action: "rotate" },
  { keys: ["v"], action: "cycleView" },
  { keys: ["h"], action: "hideOthers" },
  { keys: ["o"], action: "original" },
  { keys: ["a"], action: "marks" },
  { keys: ["s"], action: "spoilerFree" },
  { keys: ["C"], action: "comments" },
  { keys: ["e"], action: "findings" },
  { keys: ["l"], action: "copyLink" },
  { keys: ["d"], action: "annotate" },
  { keys: ["1"], action: "glyph1" },
  { keys: ["2"], action: "glyph2" },
  { keys: ["3"], action: "glyph3" },
  { keys: ["4"], action: "glyph4" },
  { keys: ["5"], action: "glyph5" },
  { keys: ["6"], action: "glyph6" },
  { keys: ["7"], action: "glyph7" },
  { keys: ["8"], action: "glyph8" },
  { keys: ["9"], action: "glyph9" },
  { keys: ["?"], action: "help" },
];

/** Whether keys that write a character do something here; a reader who speaks to the machine may turn them off. */
const charactersOn = () => recall("keys") !== "off";

/** A box that says so, and is remembered. */
export function keySwitch(box) {
  box.checked = charactersOn();
  box.addEventListener("change", () => (box.checked ? forget("keys") : keep("keys", "off")));
}

/** What a key that is held does once: at the end of a hand they lead to another one. */
const ONCE = ["first", "last", "nextHand", "previousHand"];

const FIELDS = "input, textarea, select, [contenteditable], dialog[open]";

/** Call the action of each key pressed, unless it is meant for a field, a dialog or the browser. */
export function listen(actions, target = document) {
  const table = new Map(KEYS.flatMap(({ keys, action }) => keys.map((key) => [key, action])));
  target.addEventListener("keydown", (event) => {
    const writes = event.key.length === 1 && event.getModifierState("AltGraph"); // brackets, on many keyboards
    if (((event.ctrlKey || event.altKey) && !writes) || event.metaKey || event.defaultPrevented || event.isComposing) return;
    if (event.target.closest?.(FIELDS)) return;
    if (event.key === " " && event.target.closest?.("button, a, summary, [role=tab]")) return;
    if (event.key.length === 1 && event.key !== " " && !charactersOn()) return;
    const arrow = event.key.startsWith("Arrow");
    const action = table.get(event.shiftKey && arrow ? `Shift+${event.key}` : event.key);
    if (!actions[action] || (arrow && event.target.closest?.("[role=tablist]"))) return;
    event.preventDefault();
    if (!event.repeat || !ONCE.includes(action)) actions[action]();
  });
}

const NOTCH = 40; // of the wheel, in pixels, for one step
const SWIPE = 36; // of a finger, in pixels

/** The wheel over the table steps; at the ends of the hand, where `can` says so, it scrolls the page. */
export function listenWheel(target, actions, can) {
  let turned = 0;
  target.addEventListener("wheel", (event) => {
    if (event.ctrlKey || event.shiftKey || event.metaKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    const by = Math.sign(event.deltaY);
    if (!by || !can(by)) return;
    event.preventDefault();
    if (Math.sign(turned) !== by) turned = 0;
    turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : by * NOTCH;
    if (Math.abs(turned) < NOTCH) return;
    turned = 0;
    actions[by > 0 ? "next" : "previous"]();
  }, { passive: false });
}

/** A finger drawn to the left goes on by a play, to the right back; two fingers by a trick. The first one counts. */
export function listenSwipe(target, actions) {
  let start = null;
  target.addEventListener("touchstart", ({ touches: [{ identifier, clientX, clientY }, ...others] }) => {
    start ||= { identifier, x: clientX, y: clientY, fingers: 1, end: null };
    start.fingers = Math.max(start.fingers, 1 + others.length);
  }, { passive: true });
  target.addEventListener("touchend", ({ touches, changedTouches }) => {
    if (!start) return;
    start.end ||= [...changedTouches].find(({ identifier }) => identifier === start.identifier);
    if (touches.length) return;
    const { x, y, fingers, end } = start;
    start = null;
    if (!end) return;
    const [right, down] = [end.clientX - x, end.clientY - y];
    if (Math.abs(right) < SWIPE || Math.abs(right) < 1.5 * Math.abs(down)) return;
    actions[(right < 0 ? "next" : "previous") + (fingers > 1 ? "Trick" : "")]();
  });
  target.addEventListener("touchcancel", () => { start = null; });
}

/**
 * A button that repeats while it is held: first after 350 ms, then faster and faster. It is held until the finger
 * is lifted, also where the page has moved below it meanwhile.
 */
export function repeat(button, action) {
  let timer = 0;
  let held = false;
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
    const over = new AbortController();
    const stop = () => {
      clearTimeout(timer);
      over.abort();
    };
    for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, stop, { signal: over.signal });
  });
  button.addEventListener("contextmenu", (event) => held && event.preventDefault());
  button.addEventListener("click", (event) => {
    if (!held || event.detail === 0) action(); // detail 0: pressed with the keyboard
    held = false;
  });
}
