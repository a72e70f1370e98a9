// Keeps one whole version of the app on the device, so that it opens without a network.
// The build fills in the version and its files.

const VERSION = "{{version}}";
const FILES = "{{files}}".split(" ");

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(VERSION);
    await cache.addAll(FILES.map((path) => new Request(path, { cache: freshness(path) })));
    // If the server changed versions meanwhile, this one is incomplete: try again later.
    const text = await (await cache.match("/")).text();
    if (!text.includes(`data-build="${VERSION}"`)) throw new Error("The version has just changed.");
  })());
});

// Files under /assets/ are named by their content, so the browser's cached copy is right.
const freshness = (path) => (path.startsWith("/assets/") ? "default" : "no-cache");

// The previous version stays for pages that still run it. It is the last that was activated: one that was installed
// after it may never have run.
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const notes = await caches.open("notes");
    const previous = await (await notes.match("/active"))?.text();
    await notes.put("/active", new Response(VERSION));
    if (!previous) return;
    const kept = ["notes", VERSION, previous];
    const old = (await caches.keys()).filter((name) => !kept.includes(name));
    await Promise.all(old.map((name) => caches.delete(name)));
  })());
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  // Shared takes are pages of the server, which must not answer once their link has ended.
  if (/^\/(v1|t)\//.test(url.pathname) || url.pathname === "/healthz") return;
  event.respondWith((async () => {
    const name = request.mode === "navigate" ? "/" : url.pathname;
    const cache = await caches.open(VERSION);
    return (await cache.match(name)) ?? (await caches.match(name)) ?? fetch(request);
  })());
});
