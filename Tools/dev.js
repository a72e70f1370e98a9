// During development: reloads the page when the server has a new build.

export const watchBuild = () => {
  const build = document.documentElement.dataset.build;
  const look = async () => {
    try {
      const text = await (await fetch("/service-worker.js", { cache: "no-store" })).text();
      if (text.includes(build)) return;
      // Nothing from an earlier build may answer.
      for (const worker of await navigator.serviceWorker?.getRegistrations() ?? []) await worker.unregister();
      for (const name of await caches.keys()) await caches.delete(name);
      location.reload();
    } catch { /* The server is restarting. */ }
  };
  setInterval(look, 500);
};
