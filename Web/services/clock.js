// The time, timers and frames. `stop` also ends watches of watch.js.

import { stopWatching } from "./watch.js";

const stops = new Map();

const end = (number) => {
  stops.get(number)?.();
  stops.delete(number);
};

export const clock = (page) => ({
  now: () => Date.now(),
  zoneMinutes: () => -new Date().getTimezoneOffset(),
  wait(number, milliseconds) {
    const timer = setTimeout(() => {
      stops.delete(number);
      page.answer(number);
    }, milliseconds);
    stops.set(number, () => clearTimeout(timer));
  },
  tick(number, milliseconds) {
    const timer = setInterval(() => page.answer(number), milliseconds);
    stops.set(number, () => clearInterval(timer));
  },
  watchFrames(number) {
    let request;
    const frame = (time) => {
      request = requestAnimationFrame(frame);
      page.answer(number, time);
    };
    request = requestAnimationFrame(frame);
    stops.set(number, () => cancelAnimationFrame(request));
  },
  picture(number, moment) {
    let request;
    let last = 0;
    let length = 0;
    const frame = (time) => {
      // What is drawn now is seen one frame later; the nearest one is wanted. The shortest interval counts: frames may drop.
      if (last) length = Math.min(length || 40, time - last);
      last = time;
      if (time + 1.5 * (length || 16) < moment) return void (request = requestAnimationFrame(frame));
      stops.delete(number);
      page.answer(number, time);
    };
    request = requestAnimationFrame(frame);
    stops.set(number, () => cancelAnimationFrame(request));
  },
  repeatWhileHeld(number, after, every) {
    let hasRepeated = false;
    let timer = setTimeout(() => {
      hasRepeated = true;
      timer = setInterval(() => page.answer(number), every);
    }, after);
    const ends = ["pointerup", "pointercancel", "contextmenu", "blur"];
    const release = (event) => {
      end(number);
      // The click that ends a long press is not another press.
      if (hasRepeated && event.type === "pointerup") swallowClick();
    };
    for (const name of ends) addEventListener(name, release, { capture: name !== "blur" });
    stops.set(number, () => {
      clearTimeout(timer);
      clearInterval(timer);
      for (const name of ends) removeEventListener(name, release, { capture: name !== "blur" });
    });
  },
  stop(number) {
    end(number);
    stopWatching(number);
  },
});

const swallowClick = () => {
  const swallow = (event) => event.stopImmediatePropagation();
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
};
