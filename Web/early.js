// Runs before the program: sets the chosen theme, and says so if a script fails to load.
{
  // Before the first paint; services/device.js saves the theme.
  let theme = null;
  try {
    theme = localStorage.getItem("woodshed.theme");
  } catch {
    // Without storage, the system theme applies.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

  addEventListener("error", ({ target }) => {
    const opening = document.querySelector(".opening");
    if (!opening || (target !== window && target.localName !== "script")) return;
    const heading = document.createElement("h1");
    heading.textContent = "Woodshed could not be loaded";
    const words = document.createElement("p");
    words.textContent = "Part of the app is missing. Your data is safe on this device. Reload to try "
      + "again. Woodshed needs Safari 17.5, Chrome 123, Firefox 128 or later.";
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
