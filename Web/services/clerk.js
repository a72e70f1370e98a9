// The clerk: a separate program that reads and writes files, in a worker that ends after one answer.

import { scriptURL } from "../glue.js";

const { clerk: script, clerkProgram } = document.documentElement.dataset;

export const clerk = (page) => ({
  async clerk(number, address, size) {
    const [request] = page.unpack(address, size, "b");
    let worker;
    try {
      const module = await WebAssembly.compileStreaming(fetch(clerkProgram));
      worker = new Worker(scriptURL(script), { type: "module" });
      page.answer(number, true, await new Promise((answered, failed) => {
        worker.onmessage = ({ data }) => answered(data);
        worker.onerror = failed;
        worker.postMessage({ module, request, origin: location.origin });
      }));
    } catch {
      page.answer(number, false);
    }
    worker?.terminate();
  },
});
