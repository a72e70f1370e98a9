// A worker that listens: it runs Listener.wasm over the blocks that the audio thread hands it, posts what was
// heard, and lets it write a take. It decides nothing. The other side of each line is Sources/Listener.

import { closeAll, openToWrite, put, start, told } from "./shelf.js";

const REPORT = 500; // milliseconds

let program = null;
let take = null; // the number of the order that records
let last = Promise.resolve(); // changes to takes, one after another: opening a file takes a while
let frame = 0; // where in the microphone's context the current block starts
let began = 0; // where the take starts
let busy = 0;
let lost = 0;
let reported = performance.now();

const request = (numbers) => {
  put(numbers);
  if (!program.take(numbers.length)) postMessage({ refused: numbers });
};

const hear = (block, missed) => {
  const before = performance.now();
  lost += missed;
  if (missed) program.miss(missed);
  const start = program.room(block.length) >>> 0;
  new Float32Array(program.memory.buffer, start, block.length).set(block);
  const count = program.hear(block.length);
  if (count > 0) postMessage({ heard: told(count) });
  if (take) {
    began ??= frame;
    tellTake(program.recorded());
  }
  const now = performance.now();
  busy += now - before;
  if (now - reported < REPORT) return;
  postMessage({ load: busy / (now - reported), lost });
  busy = 0;
  reported = now;
};

// A take sends news now and then; the first number says whether it continues.
const tellTake = (count) => {
  if (count === 0) return;
  const news = told(count);
  const number = take;
  if (news[0] > 1) take = null;
  postMessage({ number, news, began, failure: take ? "" : closeAll() });
};

const record = async ({ number, space, name, numbers }) => {
  try {
    await openToWrite(space, name, 0);
    put(numbers);
    take = number;
    began = null;
    tellTake(program.record(numbers.length));
  } catch (error) {
    take = null;
    closeAll();
    postMessage({ number, news: [3, 0, 0, 0, 0], failure: error?.name || "AbortError" });
  }
};

const change = (what) => {
  if (take) tellTake(program.recordOtherwise(what));
};

self.onmessage = ({ data }) => {
  if (data.request) return request(data.request);
  if (data.record || data.otherwise !== undefined) {
    last = last.then(() => data.record ? record(data.record) : change(data.otherwise)).catch(reportError);
    return;
  }
  program = start(data.module, data.sampleRate);
  if (!program) return postMessage({ unheard: data.sampleRate });
  request(data.first);
  const { port } = data;
  port.onmessage = ({ data: { block, lost: missed, frame: start } }) => {
    frame = start;
    hear(block, missed);
    port.postMessage(block, [block.buffer]);
  };
};
