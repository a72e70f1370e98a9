// Sets the chosen theme before the first paint; the program keeps it in services/device.js.
{
  let theme = null;
  try {
    theme = localStorage.getItem("woodshed.theme");
  } catch {
    // Without storage the system's theme is right.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
