// Which program an address needs: the app's, or the one that includes the trial pages; and the app's rest, which comes
// after what a first visit runs.

import { counted } from "./loading.js";

const { trials, trialPages, rest, restSize, fronts } = document.documentElement.dataset;
let hasTrials = false;

export const isTrial = (path) => trialPages.split(" ").includes(path);

// Whether only another page load shows what is at an address.
export const isElsewhere = (path) => isTrial(path) && !hasTrials;

// Loads the program for this page. The page has requested the app's before any script ran. The one with the trial pages
// is not stored on the device: if it cannot be loaded, the app's replaces it and says so.
export const load = async () => {
  const link = document.querySelector("link[data-program]");
  const program = fetch(link.href);
  if (!isTrial(location.pathname)) return counted(await program, link.dataset.size);
  const answer = await fetch(trials).catch(() => null);
  hasTrials = answer?.ok ?? false;
  if (!hasTrials) return program;
  program.catch(() => {}); // Not needed.
  return answer;
};

// The app's program comes in two parts. The first contains the functions that a first visit runs; when it calls another, it
// asks for the rest (Docs/Decisions/0066). The program with the trial pages is whole, and so is what `make dev` builds.

// Whether the first part is too little to start with: anywhere but at the front of a room, and on a device with data.
export const needsRest = async () => {
  const { pathname, search } = location;
  if (isTrial(pathname)) return false;
  if (search || !fronts.split(" ").includes(pathname)) return true;
  try {
    return (await indexedDB.databases()).some(({ name }) => name === "woodshed");
  } catch {
    return false; // Without storage, every visit is the first.
  }
};

let first; // what the rest imports
let isWhole = false;
let coming = null;
let tellWhole;
export const whole = new Promise((tell) => (tellWhole = tell));

const join = (module) => {
  if (isWhole) return;
  if (module) new WebAssembly.Instance(module, first);
  isWhole = true;
  performance.mark("woodshed-whole");
  tellWhole();
};

export const begin = (instance, imports) => {
  first = { ...imports, first: instance.exports };
  if (hasTrials || !rest) join();
};

// Only requests the rest.
export const requestRest = () => {
  if (!rest) return;
  coming ??= WebAssembly.compileStreaming(fetch(rest).then((answer) => counted(answer, restSize)));
  coming.catch(() => (coming = null));
};

// Loads the rest, unless it has been loaded.
export const loadRest = async () => {
  if (isWhole) return;
  requestRest();
  join(await coming);
};

// Loads the rest while the program is in the middle of a call: nothing else may call it meanwhile, so the page waits.
export const loadRestNow = () => {
  if (isWhole) return;
  const request = new XMLHttpRequest();
  request.open("GET", rest, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  try {
    request.send();
    if (request.status !== 200) throw new Error(`The server answered ${request.status}`);
    const letters = request.response;
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
    join(new WebAssembly.Module(bytes));
  } catch (error) {
    error.reason = "Part of the app could not be loaded. Your data is safe on this device. "
      + (navigator.onLine ? "Reload to try again." : "Reload when you are online.");
    throw error;
  }
  performance.mark("woodshed-waited");
};
