// The screen shown when the program has stopped. It uses nothing from the program.

const element = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

const details = (error) => [
  `Woodshed ${document.documentElement.dataset.build ?? ""}`,
  `Address: ${location.pathname}`,
  `When: ${new Date().toISOString()}`,
  `Browser: ${navigator.userAgent}`,
  `Error: ${error}`,
  // WebKit's begins with the place, without what happened.
  error?.stack ?? "",
].join("\n");

// Replaces the page; `reason`, or that of the error, replaces the usual sentence.
export const showFailure = (error, reason = error?.reason) => {
  const text = details(error);
  const copy = element("button", { type: "button", textContent: "Copy details" });
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
    } catch {
      report.open = true;
      getSelection().selectAllChildren(report.lastChild);
      copy.textContent = "Selected. Copy it now";
    }
  });
  const reload = element("button", { type: "button", className: "primary", textContent: "Reload" });
  reload.addEventListener("click", () => location.reload());
  const report = element("details", {}, element("summary", { textContent: "Details" }),
    element("pre", { textContent: text, tabIndex: 0 }));
  const heading = element("h1", { textContent: "Woodshed has stopped", tabIndex: -1 });
  const screen = element("main", { className: "failure" },
    heading,
    element("p", {
      textContent: reason ?? "Something went wrong. Your data is safe on this device. Reload to "
        + "continue; if it happens again, the details help us fix it.",
    }),
    element("p", { className: "row" }, reload, copy),
    report);
  document.title = "Woodshed has stopped";
  document.body.replaceChildren(screen);
  heading.focus();
};
