// While one works on the app: loads the page again when the server has another build of it.

export const watchBuild = () => {
  const build = document.documentElement.dataset.build;
  const look = async () => {
    try {
      const text = await (await fetch("/service-worker.js", { cache: "no-store" })).text();
      if (text.includes(build)) return;
      // Nothing of an earlier build may answer.
      for (const worker of await navigator.serviceWorker?.getRegistrations() ?? []) await worker.unregister();
      for (const name of await caches.keys()) await caches.delete(name);
      location.reload();
    } catch { /* The server is starting anew. */ }
  };
  setInterval(look, 500);
};
