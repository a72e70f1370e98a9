// What must be there before the program: the chosen theme, and words for when a script does not come.
{
  // Before the first paint; the program keeps the theme in services/device.js.
  let theme = null;
  try {
    theme = localStorage.getItem("woodshed.theme");
  } catch {
    // Without storage the system's theme is right.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

  addEventListener("error", ({ target }) => {
    const opening = document.querySelector(".opening");
    if (!opening || (target !== window && target.localName !== "script")) return;
    const heading = document.createElement("h1");
    heading.textContent = "Woodshed could not be loaded";
    const words = document.createElement("p");
    words.textContent = "A part of the app did not come. What you kept is safe on this device. "
      + "Reload to try again; Safari 17.5, Chrome 123 and Firefox 128 are the oldest browsers it "
      + "runs in.";
    const reload = document.createElement("button");
    reload.className = "primary";
    reload.textContent = "Reload";
    reload.addEventListener("click", () => location.reload());
    const row = document.createElement("p");
    row.append(reload);
    const main = opening.parentElement;
    main.className = "failure";
    main.removeAttribute("aria-busy");
    main.replaceChildren(heading, words, row);
  }, true);
}
