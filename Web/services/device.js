// What the device offers: clipboard, sharing, screen, vibration, focus and colours.

let lock = null;
let isAsking = false; // whether a lock is on its way
const wakeful = new Set(); // who needs the screen on

const holdLock = async () => {
  if (isAsking || !wakeful.size || document.hidden || (lock && !lock.released)) return;
  isAsking = true;
  try {
    lock = await navigator.wakeLock?.request("screen");
  } catch {
    // Refused, e.g. on low battery; the screen then sleeps as usual.
  }
  isAsking = false;
  if (!wakeful.size) letGo(); // nobody needs it any more
};
const letGo = () => {
  lock?.release();
  lock = null;
};
// The browser releases the lock whenever the page is hidden.
document.addEventListener("visibilitychange", holdLock);

export const holdAwake = (who, isOn) => {
  if (isOn) wakeful.add(who);
  else wakeful.delete(who);
  if (wakeful.size) holdLock();
  else letGo();
};

const colours = { light: "#f7f3ea", dark: "#16130f" };

export const device = (page) => ({
  async copy(number, address, size) {
    try {
      await navigator.clipboard.writeText(page.text(address, size));
      page.answer(number, true);
    } catch {
      page.answer(number, false);
    }
  },
  async share(number, address, size) {
    const [title, text, url] = page.unpack(address, size, "ttt");
    if (!navigator.share) return page.answer(number, 2);
    try {
      await navigator.share({ title, text, ...(url && { url }) });
      page.answer(number, 0);
    } catch (error) {
      page.answer(number, error.name === "AbortError" ? 1 : 2);
    }
  },
  keepAwake: (isOn) => holdAwake("page", isOn === 1),
  fullscreen(isOn) {
    const change = isOn ? document.documentElement.requestFullscreen?.() : document.exitFullscreen?.();
    change?.catch(() => {});
  },
  // Pending changes are drawn first.
  print: () => setTimeout(print, 100),
  vibrate(address, size) {
    navigator.vibrate?.(page.unpack(address, size, "n".repeat(size / 8)));
  },
  focus(address, size) {
    const element = document.getElementById(page.text(address, size));
    element?.focus();
  },
  reveal(address, size) {
    const element = document.getElementById(page.text(address, size));
    let holder = element?.parentElement;
    while (holder && holder.scrollWidth <= holder.clientWidth) holder = holder.parentElement;
    if (!holder) return;
    const [inner, outer] = [element, holder].map((each) => each.getBoundingClientRect());
    // A third from the left: what comes next is visible too.
    holder.scrollBy(inner.left - outer.left - outer.width / 3, 0);
  },
  scrollToTop: () => scrollTo(0, 0),
  theme(address, size) {
    const theme = page.text(address, size);
    const root = document.documentElement;
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
      meta.content = colours[theme] ?? colours[meta.media.includes("dark") ? "dark" : "light"];
    }
    try {
      if (theme === "system") localStorage.removeItem("woodshed.theme");
      else localStorage.setItem("woodshed.theme", theme);
    } catch {
      // Forbidden: the theme lasts as long as the page.
    }
  },
});
