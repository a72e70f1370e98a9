// Takes: their files, which a worker reads and writes, and the one that is playing.

import { scriptURL } from "../glue.js";
import { tellSession } from "./audio-session.js";
import { compile } from "./prepared.js";
import { onStop } from "./watch.js";

const addresses = document.documentElement.dataset;
const listenerProgram = () => compile(addresses.listenerProgram).catch(() => {
  throw new DOMException("", "ProgramError");
});

// The worker that changes files, and the one that reads them: a promise of it, and its answers' handlers.
const lanes = { work: { worker: null, waiting: new Map() }, look: { worker: null, waiting: new Map() } };
let lastWork = null; // a promise of the last work's end
let lastMove = null; // the same for the last rename or erasure

const startWorker = async (lane) => {
  const module = await listenerProgram();
  const worker = new Worker(scriptURL(addresses.takes), { type: "module" });
  worker.onmessage = ({ data }) => lane.waiting.get(data.number)?.(data);
  worker.onerror = () => {
    lane.worker = null;
    for (const take of lane.waiting.values()) take({ failed: "WorkerError" });
  };
  worker.postMessage({ module });
  return worker;
};

// The files of a space.
const list = async (space) => {
  // A rename or erasure under way must not be seen half done.
  await lastWork;
  const root = await navigator.storage.getDirectory();
  const parts = [];
  try {
    const folder = await (await root.getDirectoryHandle("takes")).getDirectoryHandle(space);
    for await (const [name, handle] of folder.entries()) parts.push(name, (await handle.getFile()).size);
  } catch (error) {
    if (error.name !== "NotFoundError") throw error;
  }
  return [parts.length / 2, ...parts];
};

// A file of a space.
export const fileOf = async (space, name) => {
  const root = await navigator.storage.getDirectory();
  const folder = await (await root.getDirectoryHandle("takes")).getDirectoryHandle(space);
  return (await folder.getFileHandle(name)).getFile();
};

// A part of a file.
const slice = async (space, name, from, count) => {
  await lastMove;
  const file = await fileOf(space, name);
  return [new Uint8Array(await file.slice(from, from + count).arrayBuffer())];
};

let playing = null; // the playing take: its order, context, node and worker

const close = (session) => {
  if (!session || session !== playing) return;
  playing = null;
  tellSession("replaying", false);
  session.node?.port.postMessage(null);
  session.worker?.terminate();
  session.context?.close().catch(() => {});
};

// Shares a file, or downloads it. Browsers share only for a few seconds after a tap: a file that `waits` can wait for another.
export const hand = async (file, name, type, isShared, waits = false) => {
  const named = new File([file], name, { type });
  if (isShared && navigator.canShare?.({ files: [named] })) {
    if (waits && navigator.userActivation?.isActive === false) return [3];
    try {
      await navigator.share({ files: [named], title: name });
      return [0];
    } catch (error) {
      if (error.name === "AbortError") return [1];
    }
  }
  const url = URL.createObjectURL(named);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 600_000);
  return [2];
};

const largest = 30_000_000; // bytes of a file that is decoded in memory

// A file that only the browser can read, as a WAV of floats.
const decoded = async (file) => {
  if (file.size > largest) throw new DOMException("", "TooLargeError");
  const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(await file.arrayBuffer());
  const channels = [...Array(Math.min(sound.numberOfChannels, 2)).keys()].map((each) => sound.getChannelData(each));
  const size = 4 * channels.length;
  const head = new DataView(new ArrayBuffer(44));
  const text = (place, letters) => [...letters].forEach((each, index) => head.setUint8(place + index, each.charCodeAt()));
  text(0, "RIFF");
  head.setUint32(4, 36 + size * sound.length, true);
  text(8, "WAVEfmt ");
  head.setUint32(16, 16, true);
  head.setUint16(20, 3, true);
  head.setUint16(22, channels.length, true);
  head.setUint32(24, sound.sampleRate, true);
  head.setUint32(28, size * sound.sampleRate, true);
  head.setUint16(32, size, true);
  head.setUint16(34, 32, true);
  text(36, "data");
  head.setUint32(40, size * sound.length, true);
  const parts = [head];
  for (let start = 0; start < sound.length; start += 1 << 20) {
    const frames = Math.min(1 << 20, sound.length - start);
    const part = new Float32Array(frames * channels.length);
    for (let index = 0; index < frames; index++) {
      channels.forEach((each, channel) => (part[index * channels.length + channel] = each[start + index]));
    }
    parts.push(part);
  }
  return new Blob(parts);
};

export const takes = (page) => {
  // Answers with progress while it runs, then with an error's name and the result.
  const order = async (number, verb, what, finish = ({ parts }) => parts, otherwise = null) => {
    const lane = verb === "look" ? lanes.look : lanes.work;
    // A row may know its file's name a moment before the file has it.
    if (lane === lanes.look) await lastMove;
    const end = new Promise((done) => {
      lane.waiting.set(number, async ({ share, failed, ...answer }) => {
        if (share !== undefined) return page.answer(number, 1, share);
        lane.waiting.delete(number);
        done();
        if (failed) (otherwise ?? ((name) => page.answer(number, 0, name)))(failed);
        else page.answer(number, 0, "", ...(await finish(answer)));
      });
    });
    if (lane === lanes.work) lastWork = end;
    if (verb === "rename" || verb.startsWith("erase")) lastMove = end;
    try {
      lane.worker ??= startWorker(lane);
      (await lane.worker).postMessage({ number, verb, ...what });
    } catch (error) {
      lane.worker = null;
      lane.waiting.get(number)?.({ failed: error.name });
    }
  };

  // Turns a chosen file into a recording. What our program cannot read, the browser may.
  const take = (number, what, file, isDecoded = false) =>
    order(number, "work", { ...what, file }, undefined, async (failed) => {
      if (failed !== "DataError" || isDecoded) return page.answer(number, 0, failed);
      try {
        take(number, what, await decoded(file), true);
      } catch (error) {
        page.answer(number, 0, error.name);
      }
    });

  const play = async (session, space, name, first) => {
    const fail = (reason) => {
      if (session !== playing) return;
      close(session);
      page.answer(session.number, 2, reason);
    };
    const context = (session.context = new AudioContext({ latencyHint: "interactive" }));
    context.resume().catch(() => {});
    tellSession("replaying", true);
    try {
      const [module] = await Promise.all([
        listenerProgram(), context.audioWorklet.addModule(scriptURL(addresses.playback)),
      ]);
      if (session !== playing) return;
      const node = (session.node = new AudioWorkletNode(context, "woodshed-playback", {
        numberOfInputs: 0, outputChannelCount: [1],
      }));
      const { port1, port2 } = new MessageChannel();
      const worker = (session.worker = new Worker(scriptURL(addresses.replay), { type: "module" }));
      worker.onerror = () => fail("WorkerError");
      worker.onmessage = ({ data }) => data.failed && fail(data.failed);
      node.port.onmessage = ({ data: { place, frame } }) => {
        const { contextTime, performanceTime } = context.getOutputTimestamp();
        const moment = performanceTime + (frame / context.sampleRate - contextTime) * 1_000;
        if (session === playing) page.answer(session.number, 1, moment, ...place);
      };
      node.port.postMessage(port2, [port2]);
      worker.postMessage(
        { module, sampleRate: context.sampleRate, space, name, first, port: port1 }, [port1]);
      for (const numbers of session.waiting) worker.postMessage({ numbers });
      node.connect(context.destination);
      page.answer(session.number, 0, context.sampleRate);
    } catch (error) {
      fail(error.message || error.name);
    }
  };

  return {
    takeWork(number, address, size, count, numberCount) {
      const [verb, space, reads, ...rest] =
        page.unpack(address, size, "ttn" + "t".repeat(count) + "n".repeat(numberCount));
      // Most often there is nothing to do, and no worker is needed.
      if (verb === "list" || verb === "slice") {
        const found = verb === "list" ? list(space) : slice(space, ...rest);
        return void found.then(
          (parts) => page.answer(number, 0, "", ...parts), (error) => page.answer(number, 0, error.name));
      }
      const what = { space, reads, names: rest.slice(0, count), numbers: rest.slice(count) };
      if (verb === "import") take(number, what, page.file(what.numbers.shift()));
      else order(number, verb, what);
    },
    writeTake(number, address, size) {
      const [space, name, bytes, offset] = page.unpack(address, size, "ttbn");
      order(number, "put", { space, names: [name], bytes, offset });
    },
    handTake(number, address, size, isShared) {
      const [space, file, name, type] = page.unpack(address, size, "tttt");
      order(number, "file", { space, names: [file] }, (answer) => hand(answer.file, name, type, isShared, true));
    },
    handPage(number, address, size, count) {
      const [space, name, text, ...rest] =
        page.unpack(address, size, "ttb" + "t".repeat(count) + "n".repeat(count));
      order(number, "page", { space, text, names: rest.slice(0, count), places: rest.slice(count) },
        (answer) => hand(answer.file, name, "text/html", false));
    },
    playTake(number, address, size, count) {
      close(playing);
      const [space, name, ...first] = page.unpack(address, size, "tt" + "n".repeat(count));
      const session = (playing = { number, waiting: [] });
      onStop(number, () => close(session));
      play(session, space, name, first);
    },
    playTakeOtherwise(address, size) {
      const numbers = page.unpack(address, size, "n".repeat(size / 8));
      if (playing?.worker) playing.worker.postMessage({ numbers });
      else playing?.waiting.push(numbers);
    },
  };
};
