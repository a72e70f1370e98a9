// Runs the vectors in WebAssembly and natively, and compares: run.mjs <WasmVectors.wasm> <vectors>
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [, , modulePath, nativePath] = process.argv;
const lines = [];
const module = new WebAssembly.Module(readFileSync(modulePath));
const { exports } = new WebAssembly.Instance(module, {
  test: {
    line: (address, size) =>
      lines.push(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, address >>> 0, size))),
  },
  wasi_snapshot_preview1: {
    fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8,
    // Hash order must not matter, so each run gets another seed.
    random_get(address, size) {
      crypto.getRandomValues(new Uint8Array(exports.memory.buffer, address >>> 0, size));
      return 0;
    },
  },
});
const began = performance.now();
let failed = exports.run();
console.log(lines.join("\n"));
console.log(`${Math.round(performance.now() - began)} ms in WebAssembly`);

let native = "";
try {
  native = execFileSync(nativePath, { encoding: "utf8" });
} catch (error) {
  native = error.stdout ?? "";
}
const nativeLines = native.trimEnd().split("\n");
lines.forEach((line, index) => {
  if (line === nativeLines[index]) return;
  failed += 1;
  console.error(`differs from native: ${line}\n               native: ${nativeLines[index]}`);
});
const claims = lines.filter((line) => !line.startsWith("  ")).length;
console.log(`${claims - Math.min(failed, claims)} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
