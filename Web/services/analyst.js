// The analyst: a separate program that answers questions about reeds, in a worker that ends after one answer. A question that
// is no longer asked ends with its worker.

import { scriptURL } from "../glue.js";
import { compile } from "./prepared.js";
import { onStop, stopWatching } from "./watch.js";

const { analyst: script, analystProgram } = document.documentElement.dataset;
const WORKING = 0;
const DONE = 1;
const MISSING = 2; // The program is not on this device.
const FAILED = 3;

let current = null; // the number of the question that is being answered
let worker = null;

const end = () => {
  worker?.terminate();
  worker = current = null;
};

const ask = async (number, question, page) => {
  if (current !== null) stopWatching(current);
  current = number;
  onStop(number, () => number === current && end());
  const finish = (...parts) => {
    if (number !== current) return;
    stopWatching(number);
    page.answer(number, ...parts);
  };
  let module;
  try {
    module = await compile(analystProgram);
  } catch {
    return finish(MISSING);
  }
  if (number !== current) return;
  worker = new Worker(scriptURL(script), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (typeof data !== "number") finish(DONE, data);
    else if (number === current) page.answer(number, WORKING, data);
  };
  // A script that could not be loaded has no message.
  worker.onerror = ({ message }) => finish(message ? FAILED : MISSING);
  worker.postMessage({ module, question });
};

export const analyst = (page) => ({
  analyst(number, address, size) {
    const [question] = page.unpack(address, size, "b");
    void ask(number, question, page);
  },
});
