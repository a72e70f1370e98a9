// Which program an address needs: the app's, or the one that has the trial pages, too.

const { program, trials, trialPages } = document.documentElement.dataset;
let hasTrials = false;

export const isTrial = (path) => trialPages.split(" ").includes(path);

// Whether only another page load shows what is at an address.
export const isElsewhere = (path) => isTrial(path) && !hasTrials;

// The program for this page. The one with the trial pages is not kept on the device: where it does not come, the app's
// program takes its place, and says so.
export const load = async () => {
  if (isTrial(location.pathname)) {
    const answer = await fetch(trials).catch(() => null);
    hasTrials = answer?.ok ?? false;
    if (hasTrials) return answer;
  }
  return fetch(program);
};
