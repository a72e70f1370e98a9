// What changes by itself: media queries, visibility, the network, and keys outside of fields.

import { keyParts } from "../glue.js";

const stops = new Map();

export const stopWatching = (number) => {
  stops.get(number)?.();
  stops.delete(number);
};

const watchOn = (number, target, names, listener) => {
  for (const name of names) target.addEventListener(name, listener);
  stops.set(number, () => {
    for (const name of names) target.removeEventListener(name, listener);
  });
};

// Where a single key means text or a choice.
const fields = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

export const watch = (page) => {
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
    watchOnline(number) {
      watchFlag(number, globalThis, ["online", "offline"], () => navigator.onLine);
    },
    watchKeys(number) {
      watchOn(number, document, ["keydown"], (event) => {
        if (event.defaultPrevented || event.isComposing || event.target.matches?.(fields)) return;
        page.answer(number, ...keyParts(event));
      });
    },
  };
};
