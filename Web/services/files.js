// Files that come from a person and files that go to them.

// The field that asks for files. Nothing else holds it, and a browser may collect a field that nothing holds, with the
// answer that it was going to give.
let asking = null;

export const files = (page) => ({
  download(address, size) {
    const [name, type, bytes] = page.unpack(address, size, "ttb");
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    const link = Object.assign(document.createElement("a"), { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  },
  pickFiles(number, address, size, several) {
    const field = Object.assign(document.createElement("input"), {
      type: "file", accept: page.text(address, size), multiple: several === 1,
    });
    const answer = (list) => {
      if (asking === field) asking = null;
      page.answer(number, ...page.holdFiles(list));
    };
    field.addEventListener("change", () => answer(field.files));
    field.addEventListener("cancel", () => answer([]));
    asking = field;
    field.click();
  },
  async readFile(number, token) {
    try {
      page.answer(number, true, new Uint8Array(await page.file(token).arrayBuffer()));
    } catch {
      page.answer(number, false);
    }
  },
});
