// A worker that lets Analyst.wasm answer one question, step by step. It decides nothing. The other side is
// Sources/Analyst/Exports.swift.

import { wasi } from "./wasi.js";

const EVERY = 100; // milliseconds between two reports of progress

self.onmessage = ({ data: { module, question } }) => {
  let program;
  const imports = { wasi_snapshot_preview1: wasi(() => program.memory) };
  program = new WebAssembly.Instance(module, imports).exports;
  const start = program.room(question.length) >>> 0; // The memory may be another afterwards.
  new Uint8Array(program.memory.buffer, start, question.length).set(question);
  if (!program.ask()) throw new TypeError("The question cannot be read.");
  let told = performance.now();
  for (let share = program.step(); share < 1; share = program.step()) {
    const time = performance.now();
    if (time - told < EVERY) continue;
    told = time;
    postMessage(share);
  }
  const count = program.report();
  postMessage(new Uint8Array(program.memory.buffer, program.paper() >>> 0, count).slice());
};
