// A worker that lets Clerk.wasm answer one request. It decides nothing. The other side is Sources/Clerk/Exports.swift.

import { wasi } from "./wasi.js";

self.onmessage = ({ data: { module, request, origin } }) => {
  let program;
  const imports = { wasi_snapshot_preview1: wasi(() => program.memory) };
  program = new WebAssembly.Instance(module, imports).exports;
  const where = new TextEncoder().encode(origin);
  const size = request.length + where.length;
  const start = program.room(size) >>> 0; // The memory may be another afterwards.
  const paper = new Uint8Array(program.memory.buffer, start, size);
  paper.set(request);
  paper.set(where, request.length);
  const count = program.answer(where.length);
  postMessage(new Uint8Array(program.memory.buffer, program.paper() >>> 0, count).slice());
};
