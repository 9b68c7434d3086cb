// Starts the built modules as a browser would, and checks that they export everything that their
// types declare. Then completes the npm package around them.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { moduleNames, startRules } from "./rules-module.mjs";

const folder = resolve(process.argv[2]);
const manifest = {
  name: "agency-core-wasm",
  private: true,
  type: "module",
  sideEffects: ["./public.js", "./staff.js"],
};
writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);

for (const name of moduleNames) {
  const rules = await startRules(name, folder);
  const types = readFileSync(join(folder, `${name}.d.ts`), "utf8");
  const promised = new Set(
    [...types.matchAll(/^export (?:function (\w+)|const (\w+): typeof)/gm)].map((match) => match[1] ?? match[2]),
  );
  const missing = [...promised].filter((each) => typeof rules[each] !== "function");
  if (promised.size === 0 || missing.length > 0) {
    throw new Error(`the ${name} module lacks what its types promise: ${missing.join(", ") || "no function at all"}`);
  }
}
