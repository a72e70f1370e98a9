// Checks that every target imports only its dependencies in Package.swift: otherwise a build passes or
// fails depending on the order in which its targets happen to be compiled.
// swift package dump-package | imports.mjs
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const targets = JSON.parse(readFileSync(0, "utf8")).targets;
const ours = new Set(targets.map((target) => target.name));
let failed = false;
for (const target of targets) {
  const folder = target.path ?? join(target.type === "test" ? "Tests" : "Sources", target.name);
  const declared = new Set(target.dependencies.map((dependency) => dependency.byName?.[0]));
  for (const file of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".swift"))) {
    for (const [, name] of readFileSync(join(folder, file), "utf8").matchAll(/^ *(?:[@\w]+ )*import (\w+)$/gm)) {
      if (!ours.has(name) || declared.has(name)) continue;
      console.error(`${join(folder, file)} imports ${name}, which ${target.name} does not depend on in Package.swift`);
      failed = true;
    }
  }
}
process.exit(failed ? 1 : 0);
