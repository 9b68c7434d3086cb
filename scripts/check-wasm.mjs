// Starts the module that will be shipped, as a browser would, and checks that all
// it promises is there. Then completes the npm package around it.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { startRules } from "./rules-module.mjs";

const folder = resolve(process.argv[2]);
const name = "agency_core_wasm";
const read = (file) => readFileSync(join(folder, file));
const write = (file, value) => writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);

write("package.json", {
  name: "agency-core-wasm",
  private: true,
  type: "module",
  main: `${name}.js`,
  types: `${name}.d.ts`,
  sideEffects: [`./${name}.js`],
});

const glue = await startRules(folder);

const promised = [...read(`${name}.d.ts`).toString().matchAll(/^\s*export function (\w+)/gm)].map((match) => match[1]);
const missing = promised.filter((each) => typeof glue[each] !== "function");
if (promised.length === 0 || missing.length > 0) {
  throw new Error(`the module lacks what its types promise: ${missing.join(", ") || "no function at all"}`);
}

write("rules.json", glue.rules());
