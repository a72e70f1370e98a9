// The address bar: where the app is, and links inside it.

import { isForBrowser } from "../glue.js";
import { isElsewhere } from "../programs.js";

// Sign-in links carry a secret, which goes to the program and is stored nowhere else.
const bearsSecret = /^\/(open|reset|join)$/;

export const here = () => {
  const { pathname, search, hash } = location;
  if (!hash || !bearsSecret.test(pathname)) return pathname + search;
  history.replaceState(null, "", pathname);
  return pathname + hash;
};

export const address = (page) => ({
  navigate(address, size, replacing) {
    const path = page.text(address, size);
    if (path === here()) return;
    if (replacing) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
  },
  goBack: () => history.back(),
  title(address, size) {
    document.title = page.text(address, size);
  },
  watchAddress(number) {
    addEventListener("popstate", () => {
      if (isElsewhere(location.pathname)) location.reload();
      else page.answer(number, here());
    });
    document.addEventListener("click", (event) => {
      const link = event.target.closest?.("a[href]");
      if (!link || event.defaultPrevented || isForBrowser(event)) return;
      if (link.target || link.hasAttribute("download")) return;
      const url = new URL(link.href);
      const isHere = url.pathname === location.pathname && url.search === location.search;
      if (url.origin !== location.origin || (isHere && url.hash) || isElsewhere(url.pathname)) return;
      event.preventDefault();
      if (!isHere) history.pushState(null, "", url);
      page.answer(number, here());
    });
  },
});
