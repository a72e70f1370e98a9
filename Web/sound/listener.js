// A worker that listens: it runs Listener.wasm over the blocks that the audio thread hands it, and posts what
// was heard. It decides nothing. The other side of each line is Sources/Listener.

const nothing = () => 8;
const system = { fd_close: nothing, fd_seek: nothing, fd_write: nothing };
const REPORT = 500; // milliseconds

let program = null;
let busy = 0;
let lost = 0;
let reported = performance.now();

const take = (request) => {
  const start = program.numbers(request.length) >>> 0;
  new Float64Array(program.memory.buffer, start, request.length).set(request);
  if (!program.take(request.length)) postMessage({ refused: request });
};

const hear = (block) => {
  const before = performance.now();
  const start = program.room(block.length) >>> 0;
  new Float32Array(program.memory.buffer, start, block.length).set(block);
  const count = program.hear(block.length);
  if (count > 0) {
    const heard = new Float64Array(program.memory.buffer, program.numbers(count) >>> 0, count);
    postMessage({ heard: heard.slice() });
  }
  const now = performance.now();
  busy += now - before;
  if (now - reported < REPORT) return;
  postMessage({ load: busy / (now - reported), lost });
  busy = 0;
  reported = now;
};

self.onmessage = ({ data }) => {
  if (data.request) return take(data.request);
  program = new WebAssembly.Instance(data.module, { wasi_snapshot_preview1: system }).exports;
  if (!program.start(data.sampleRate)) return postMessage({ unheard: data.sampleRate });
  take(data.first);
  const { port } = data;
  port.onmessage = ({ data: { block, lost: missed } }) => {
    lost += missed;
    hear(block);
    port.postMessage(block, [block.buffer]);
  };
};
