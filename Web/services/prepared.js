// Programs beside the page's own. Those of sound are compiled on entering Tools: the first Start does not wait for them.

const compiled = new Map();

// A program, compiled once. If that fails, it is fetched again the next time.
export const compile = (address) => {
  if (!compiled.has(address)) {
    const program = WebAssembly.compileStreaming(fetch(address));
    compiled.set(address, program);
    program.catch(() => compiled.delete(address));
  }
  return compiled.get(address);
};

// Also puts scripts into the browser's cache. A failure is reported on Start.
export const prepare = (program, ...scripts) => {
  compile(program);
  for (const script of scripts) fetch(script).then((answer) => answer.blob()).catch(() => {});
};
