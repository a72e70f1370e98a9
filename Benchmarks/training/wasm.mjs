// How long a fit and suggestions take in WebAssembly, in milliseconds: wasm.mjs <WasmVectors.wasm>
import { readFileSync } from "node:fs";

const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(process.argv[2])), {
  test: { line() {} },
  wasi_snapshot_preview1: { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8, random_get: () => 0 },
});
const time = (what, runs) => {
  const began = performance.now();
  exports.train(what, runs);
  return performance.now() - began;
};
// The preparation takes the same time with 1 run and with 21, so the difference is that of 20 runs.
const each = (what) => {
  const times = Array.from({ length: 9 }, () => (time(what, 21) - time(what, 1)) / 20);
  return times.sort((one, other) => one - other)[4].toFixed(2);
};
console.log(`fit-5000 ${each(0)}`);
console.log(`suggest-10000 ${each(1)}`);
