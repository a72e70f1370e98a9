// The files of takes, for the workers that run Listener.wasm: it reads and writes them by number. The other
// side is Sources/Listener/Files.swift.

const nothing = () => 8;
const system = { fd_close: nothing, fd_seek: nothing, fd_write: nothing };

let program = null;
let open = [];
export let failure = ""; // the last failure, if any
const reader = new FileReaderSync();

// A file that was not opened counts as empty, not as a failure.
const attempt = (number, body) => {
  try {
    return open[number] ? body(open[number]) : -1;
  } catch (error) {
    failure = error?.name || "AbortError";
    return -1;
  }
};
const bytesAt = (address, size) => new Uint8Array(program.memory.buffer, address >>> 0, size);

const files = {
  size: (number) => attempt(number, (file) => file.size ?? file.getSize()),
  read: (number, address, size, offset) => attempt(number, (file) => {
    if (file.read) return file.read(bytesAt(address, size), { at: offset });
    const found = new Uint8Array(reader.readAsArrayBuffer(file.slice(offset, offset + size)));
    bytesAt(address, size).set(found);
    return found.length;
  }),
  write: (number, address, size, offset) => attempt(number, (file) => {
    const written = file.write(bytesAt(address, size), { at: offset });
    if (written !== size) failure = "QuotaExceededError";
    return written;
  }),
  flush: (number) => attempt(number, (file) => file.flush() ?? 0),
  cut: (number, length) => attempt(number, (file) => file.truncate(length) ?? 0),
};

// Prepares the program for a sample rate; null if it cannot be.
export const start = (module, sampleRate) => {
  program = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system, files }).exports;
  return program.start(sampleRate) ? program : null;
};

export const folderOf = async (space) => {
  const root = await navigator.storage.getDirectory();
  const takes = await root.getDirectoryHandle("takes", { create: true });
  return takes.getDirectoryHandle(space, { create: true });
};

// Opens a file so that this worker alone can read and write it.
export const openToWrite = async (space, name, number) => {
  const handle = await (await folderOf(space)).getFileHandle(name, { create: true });
  open[number] = await handle.createSyncAccessHandle();
};

// Opens a file that is finished.
export const openToRead = async (space, name, number) => {
  open[number] = await (await (await folderOf(space)).getFileHandle(name)).getFile();
};

// Takes a file that a person chose.
export const hold = (file, number) => {
  open[number] = file;
};

// Closes all files; returns the last failure, if any.
export const closeAll = () => {
  for (const file of open) file?.close?.();
  open = [];
  const last = failure;
  failure = "";
  return last;
};

// Numbers for the program, and from it.
export const put = (numbers) => {
  const start = program.numbers(numbers.length) >>> 0;
  new Float64Array(program.memory.buffer, start, numbers.length).set(numbers);
};
export const told = (count) =>
  new Float64Array(program.memory.buffer, program.numbers(count) >>> 0, count).slice();
