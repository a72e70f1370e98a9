// A worker that plays a take: it lets Listener.wasm render blocks from its file and hands them to the audio thread
// ahead of time. It decides nothing. The other side is Sources/Listener/Exports.swift.

import { closeAll, failure, openToRead, put, start, told } from "./shelf.js";

const LENGTH = 2_048;

let program = null;
let port = null;
let last = Promise.resolve(); // what was asked, one thing after another: opening a file takes a while

// Fills a returned block, and says where in the take it is.
const fill = (block) => {
  const count = program.replay(LENGTH);
  if (count < 0 || failure) return postMessage({ failed: closeAll() || "DataError" });
  const start = program.room(LENGTH) >>> 0;
  block.set(new Float32Array(program.memory.buffer, start, LENGTH));
  port.postMessage({ block, place: told(count) }, [block.buffer]);
};

const carryOut = async (data) => {
  if (data.numbers) {
    if (!port) return; // it failed to start
    put(data.numbers);
    if (!program.replayOtherwise(data.numbers.length)) postMessage({ refused: data.numbers });
    // Blocks waiting to be heard are rendered again.
    port.postMessage({ again: true });
    return;
  }
  try {
    program = start(data.module, data.sampleRate);
    await openToRead(data.space, data.name, 0);
    put(data.first);
    if (!program?.replayBegin(data.first.length)) throw new DOMException("", closeAll() || "DataError");
    port = data.port;
    port.onmessage = ({ data: block }) => fill(block);
    port.postMessage({ again: true });
  } catch (error) {
    postMessage({ failed: error?.name || "AbortError" });
  }
};

self.onmessage = ({ data }) => (last = last.then(() => carryOut(data)).catch(reportError));
