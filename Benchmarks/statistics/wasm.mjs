// How long a map of relations takes in WebAssembly, in milliseconds: wasm.mjs <WasmVectors.wasm>
import { readFileSync } from "node:fs";

const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(process.argv[2])), {
  test: { line() {} },
  wasi_snapshot_preview1: { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8, random_get: () => 0 },
});
const time = (reeds) => {
  const began = performance.now();
  exports.relate(reeds, 1);
  return performance.now() - began;
};
for (const reeds of [100, 1000]) {
  const times = Array.from({ length: 5 }, () => time(reeds)).sort((one, other) => one - other);
  console.log(`relations-${reeds} ${Math.round(times[2])}`);
}
