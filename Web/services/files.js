// Files that come from a person and files that go to them.

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
    field.addEventListener("change", () => page.answer(number, ...page.holdFiles(field.files)));
    field.addEventListener("cancel", () => page.answer(number, 0));
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
