// Playing on by itself: its pace, and where it stops. Owns: the timer; knows no game.

import { keep, recall } from "./memory.js";

const SPEEDS = [0.5, 1, 2, 4];
const STEP = 1100; // milliseconds a step at speed 1

/** Answers its actions (autoplay, faster, slower), and how to stop it. */
export function player({ button, speed, words, next, restart, rests, isOver }) {
  let timer = 0;
  const remembered = Number(recall("speed"));
  let pace = SPEEDS.includes(remembered) ? remembered : 1;

  function play(on) {
    clearTimeout(timer);
    timer = 0;
    if (on) {
      restart();
      schedule();
    }
    button.classList.toggle("is-playing", Boolean(timer));
    button.setAttribute("aria-label", words().say(timer ? "pause_playing" : "play_on"));
  }

  function schedule() {
    const mine = setTimeout(async () => {
      await next();
      if (timer !== mine) return; // stopped meanwhile, and perhaps begun anew
      if (isOver() || rests()) play(false); // a comment is there to be read
      else schedule();
    }, STEP / pace);
    timer = mine;
  }

  function change(by) {
    const at = SPEEDS.indexOf(pace) + by;
    pace = SPEEDS[by === 0 ? SPEEDS.indexOf(pace) : Math.max(0, Math.min(SPEEDS.length - 1, at))];
    keep("speed", String(pace));
    tell();
    if (timer) play(true);
  }

  function tell() {
    speed.textContent = `${pace === 0.5 ? "½" : pace}×`;
    speed.setAttribute("aria-label", words().say("speed", { speed: speed.textContent }));
  }
  tell();
  return {
    stop: () => timer && play(false),
    actions: {
      autoplay: () => play(!timer),
      faster: () => change(1),
      slower: () => change(-1),
      cycleSpeed: () => change(pace === SPEEDS.at(-1) ? 1 - SPEEDS.length : 1),
    },
  };
}
