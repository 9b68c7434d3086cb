// Starts the rules module as a browser would, without a bundler.
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const name = "agency_core_wasm";

/** The folder of the built npm package. */
export const packageFolder = fileURLToPath(new URL("../core-wasm/pkg", import.meta.url));

/** The files that a browser loads: the module and all its glue. */
export const shippedFiles = () =>
  readdirSync(packageFolder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(js|wasm)$/.test(file))
    .sort();

export const moduleBytes = (folder = packageFolder) => readFileSync(join(resolve(folder), `${name}_bg.wasm`));

/** The module's functions. */
export async function startRules(folder = packageFolder) {
  const glue = await import(pathToFileURL(join(resolve(folder), `${name}_bg.js`)).href);
  const { instance } = await WebAssembly.instantiate(moduleBytes(folder), { [`./${name}_bg.js`]: glue });
  glue.__wbg_set_wasm(instance.exports);
  const start = /** @type {(() => void) | undefined} */ (instance.exports.__wbindgen_start);
  start?.();
  return glue;
}
