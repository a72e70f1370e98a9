// A worker for takes: it lets Listener.wasm read and write their files, one order after another.
// It decides nothing. The other side is Sources/Listener/Exports.swift and Sources/Program/Effect+Takes.swift.

import { closeAll, failure, folderOf, hold, openToRead, openToWrite, put, start, told } from "./shelf.js";

let program = null;

const orders = {
  async erase({ space, names }) {
    const folder = await folderOf(space);
    for (const name of names) await folder.removeEntry(name).catch(() => {});
    return { parts: [] };
  },
  async eraseAll({ space }) {
    // Where there is no place for files, there are none.
    const root = await navigator.storage?.getDirectory?.().catch(() => null);
    try {
      await (await root?.getDirectoryHandle("takes"))?.removeEntry(space, { recursive: true });
    } catch (error) {
      if (error.name !== "NotFoundError") throw error;
    }
    return { parts: [] };
  },
  async rename({ space, names: [from, to] }) {
    const folder = await folderOf(space);
    const handle = await folder.getFileHandle(from);
    await folder.removeEntry(to).catch(() => {});
    if (handle.move) {
      await handle.move(to);
    } else {
      const copy = await (await folder.getFileHandle(to, { create: true })).createWritable();
      await (await handle.getFile()).stream().pipeTo(copy);
      await folder.removeEntry(from);
    }
    return { parts: [] };
  },
  async file({ space, names: [name] }) {
    return { file: await (await (await folderOf(space)).getFileHandle(name)).getFile(), parts: [] };
  },
  // Appends bytes to a file. If its end is not where expected, another page is writing to it.
  async put({ space, names: [name], bytes, offset }) {
    const handle = await (await folderOf(space)).getFileHandle(name, { create: offset === 0 });
    const file = await handle.createSyncAccessHandle();
    try {
      if (file.getSize() !== offset) return { failed: "InvalidStateError" };
      if (file.write(bytes, { at: offset }) !== bytes.length) return { failed: "QuotaExceededError" };
      file.flush();
    } finally {
      file.close();
    }
    return { parts: [] };
  },
  // A page with embedded sounds, each before its place in the page's text.
  async page({ space, names, places, text }) {
    const folder = await folderOf(space);
    const parts = [];
    let start = 0;
    for (const [number, name] of names.entries()) {
      const sound = await (await folder.getFileHandle(name)).getFile();
      const address = new FileReaderSync().readAsDataURL(sound);
      parts.push(text.subarray(start, places[number]), address.slice(address.indexOf(",") + 1));
      start = places[number];
    }
    return { file: new Blob([...parts, text.subarray(start)]), parts: [] };
  },
  // The files are numbered in order: the first `reads` are read, the others written. A chosen file is the first.
  async work({ number, space, names, reads, numbers, file }) {
    if (file) hold(file, 0);
    for (const [place, name] of names.entries()) {
      if (name) await (place < reads ? openToRead : openToWrite)(space, name, place);
    }
    put(numbers);
    let count = program.begin(numbers.length);
    let shown = performance.now();
    while (count === -1) {
      count = program.step();
      if (count === -1 && performance.now() - shown > 200) {
        shown = performance.now();
        postMessage({ number, share: program.share() });
      }
    }
    // Parts that could not be read are silence: such a file must not pass for a complete one.
    if (count < 0 || failure) return { failed: failure || "DataError" };
    return { parts: told(count) };
  },
};

// The same, in a worker of its own.
orders.look = orders.work;

const carryOut = async (order) => {
  let answer;
  try {
    answer = await orders[order.verb](order);
  } catch (error) {
    answer = { failed: error?.name || "AbortError" };
  }
  closeAll();
  postMessage({ number: order.number, ...answer });
};

let last = Promise.resolve();
self.onmessage = ({ data }) => {
  if (data.module) program = start(data.module, 48_000);
  else last = last.then(() => carryOut(data));
};
