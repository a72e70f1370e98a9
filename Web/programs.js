// Which program an address needs: the app's, or the one that includes the trial pages.

import { counted } from "./loading.js";

const { trials, trialPages } = document.documentElement.dataset;
let hasTrials = false;

export const isTrial = (path) => trialPages.split(" ").includes(path);

// Whether only another page load shows what is at an address.
export const isElsewhere = (path) => isTrial(path) && !hasTrials;

// Loads the program for this page. The page has requested the app's before any script ran. The one with the trial pages
// is not stored on the device: if it cannot be loaded, the app's replaces it and says so.
export const load = async () => {
  const program = fetch(document.querySelector("link[data-program]").href);
  if (!isTrial(location.pathname)) return counted(await program);
  const answer = await fetch(trials).catch(() => null);
  hasTrials = answer?.ok ?? false;
  if (!hasTrials) return program;
  program.catch(() => {}); // Not needed.
  return answer;
};
