// Watches media queries, visibility, the network, keys outside fields, and what toasts lie over.

import { keyParts } from "../glue.js";

const stops = new Map();

export const stopWatching = (number) => {
  stops.get(number)?.();
  stops.delete(number);
};

// What ends the order of this number.
export const onStop = (number, end) => stops.set(number, end);

export const watchOn = (number, target, names, listener) => {
  for (const name of names) target.addEventListener(name, listener);
  onStop(number, () => {
    for (const name of names) target.removeEventListener(name, listener);
  });
};

// Where a single key means text or a choice.
const fields = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

// What Space presses; an element clicked by mouse keeps focus without having been asked to.
const pressed = "a[href], button, summary, input, [tabindex]:not([tabindex='-1'])";

// Whether the page handles a key: it handles Space if something on it does, and then Space does not scroll.
const isFree = (event) => {
  if (event.key !== " " || !document.querySelector("[data-takes-blank]")) return true;
  if (event.target.matches?.(pressed) && event.target.matches(":focus-visible")) return false;
  event.preventDefault();
  return true;
};

// Toasts leave the page's main button and the answers to its question free: if they would cover one, the page scrolls
// until it is above them. Only a change of size counts, so whoever scrolls on is left alone.
const freed = ".primary, [aria-labelledby=play] :is(button, select)";
const leaveFree = (toasts) => {
  let main = null;
  const observer = new ResizeObserver(() => {
    if (!main) observer.observe((main = document.getElementById("main")));
    if (toasts.closest("dialog")) return;
    const { top, bottom } = toasts.getBoundingClientRect();
    const { left, right } = toasts.lastElementChild?.getBoundingClientRect() ?? {};
    for (const button of main.querySelectorAll(freed)) {
      const box = button.getBoundingClientRect();
      const isCovered = box.top < bottom && box.bottom > top && box.left < right && box.right > left;
      if (isCovered) scrollBy(0, box.bottom - top + 8);
    }
  });
  observer.observe(toasts);
};

export const watch = (page) => {
  page.attend("data-raised", leaveFree);
  const watchFlag = (number, target, names, read) => {
    watchOn(number, target, names, () => page.answer(number, read()));
    page.answer(number, read());
  };
  return {
    watchMedia(number, address, size) {
      const query = matchMedia(page.text(address, size));
      watchFlag(number, query, ["change"], () => query.matches);
    },
    watchVisibility(number) {
      watchFlag(number, document, ["visibilitychange"], () => !document.hidden);
    },
    watchHide(number) {
      // A visible page that goes away says so before it counts as hidden.
      const hide = ({ type }) => {
        if (type === "pagehide" || document.hidden) page.answer(number);
      };
      watchOn(number, globalThis, ["visibilitychange", "pagehide"], hide);
    },
    watchOnline(number) {
      watchFlag(number, globalThis, ["online", "offline"], () => navigator.onLine);
    },
    watchKeys(number) {
      watchOn(number, document, ["keydown"], (event) => {
        if (event.defaultPrevented || event.isComposing || event.target.matches?.(fields)) return;
        // What is behind a dialog is out of reach, for keys as well.
        if (document.querySelector("dialog:modal") || !isFree(event)) return;
        page.answer(number, ...keyParts(event));
      });
    },
  };
};
