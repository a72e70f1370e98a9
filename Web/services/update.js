// New versions: the service worker keeps the running one complete until the person switches.

import { scriptURL } from "../glue.js";
import { whole } from "../programs.js";

const HOUR = 3_600_000;
const PATIENCE = 2_000;
// In the tab's storage: the version that it was told to leave.
const LEAVING = "woodshed-leaving";

export const update = (page) => {
  const { build } = document.documentElement.dataset;
  let registration = null;
  let isRestarting = false;
  let isLeaving = false;
  // A second one would cut the first off. A page that is requested while its worker is being activated has to wait for that.
  const reload = (worker) => {
    if (isLeaving) return;
    isLeaving = true;
    if (worker?.state !== "activating") return location.reload();
    worker.addEventListener("statechange", () => location.reload(), { once: true });
  };
  return {
    async watchUpdates(number) {
      if (!("serviceWorker" in navigator)) return;
      const workers = navigator.serviceWorker;
      const isFirst = !workers.controller;
      workers.addEventListener("controllerchange", () => {
        if (isRestarting) reload(workers.controller);
        else if (!isFirst) page.answer(number);
      });
      const tellWhenReady = (worker) => {
        if (!worker || !workers.controller) return;
        if (worker.state === "installed") page.answer(number);
        else worker.addEventListener("statechange", () => tellWhenReady(registration.waiting), { once: true });
      };
      // The files for use offline come after all that this page needs.
      if (isFirst) await whole;
      try {
        registration = await workers.register(scriptURL("/service-worker.js"), { updateViaCache: "none" });
      } catch {
        return; // Private windows may refuse; the app then needs the network.
      }
      isRestarting = sessionStorage.getItem(LEAVING) === build;
      sessionStorage.removeItem(LEAVING);
      if (isRestarting && !registration.waiting) return reload(registration.active);
      // Later the person may be at work here: then another tab's change is only offered.
      setTimeout(() => { isRestarting = false; }, PATIENCE);
      tellWhenReady(registration.waiting);
      // Another tab, or the page before this one, may have found it a moment ago.
      tellWhenReady(registration.installing);
      registration.addEventListener("updatefound", () => tellWhenReady(registration.installing));
      let checked = Date.now();
      document.addEventListener("visibilitychange", () => {
        if (document.hidden || Date.now() - checked < HOUR) return;
        checked = Date.now();
        registration.update().catch(() => {});
      });
    },
    restart() {
      isRestarting = true;
      if (!registration?.waiting) return reload(registration?.active);
      registration.waiting.postMessage("take over");
      // If a page requests something just while the old worker ends, Chromium completes the change only when the next
      // page is loaded. That page may still be of the old version: then it reloads once more.
      setTimeout(() => {
        if (isLeaving) return;
        sessionStorage.setItem(LEAVING, build);
        reload();
      }, PATIENCE);
    },
  };
};
