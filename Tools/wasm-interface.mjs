// Prints what a WebAssembly module imports and exports, one name per line.
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const lines = [
  ...WebAssembly.Module.imports(module).map(({ module, name }) => `import ${module}.${name}`),
  ...WebAssembly.Module.exports(module).map(({ name }) => `export ${name}`),
];
console.log(lines.sort().join("\n"));
