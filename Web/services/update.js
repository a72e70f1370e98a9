// New versions: the service worker keeps the running one complete until the person switches.

import { scriptURL } from "../glue.js";

const HOUR = 3_600_000;

export const update = (page) => {
  let registration = null;
  let isRestarting = false;
  return {
    async watchUpdates(number) {
      if (!("serviceWorker" in navigator)) return;
      const workers = navigator.serviceWorker;
      const isFirst = !workers.controller;
      workers.addEventListener("controllerchange", () => {
        if (isRestarting) location.reload();
        else if (!isFirst) page.answer(number);
      });
      const tellWhenReady = (worker) => {
        if (!worker || !workers.controller) return;
        if (worker.state === "installed") page.answer(number);
        else worker.addEventListener("statechange", () => tellWhenReady(registration.waiting), { once: true });
      };
      try {
        registration = await workers.register(scriptURL("/service-worker.js"), { updateViaCache: "none" });
      } catch {
        return; // Private windows may refuse; the app then needs the network.
      }
      tellWhenReady(registration.waiting);
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
      if (registration?.waiting) registration.waiting.postMessage("take over");
      else location.reload();
    },
  };
};
