// Starts the rules modules without a bundler.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The folder of the built npm package. */
export const packageFolder = fileURLToPath(new URL("../core-wasm/pkg", import.meta.url));

/** The names of the modules. */
export const moduleNames = ["public", "staff", "documents"];

/**
 * Returns the bytes of a built module.
 * @param {string} name
 */
export const moduleBytes = (name, folder = packageFolder) =>
  readFileSync(join(resolve(folder), `${name}_bg.wasm`));

/** Returns the metadata of the rules. */
export const metadata = (folder = packageFolder) =>
  JSON.parse(readFileSync(join(resolve(folder), "rules.json"), "utf8"));

/**
 * Returns the bindings of a module, and what it imports.
 * @param {string} name
 */
export async function bindingsOf(name, folder = packageFolder) {
  const bindings = await import(pathToFileURL(join(resolve(folder), `${name}_bg.js`)).href);
  return { bindings, imports: { [`./${name}_bg.js`]: bindings } };
}

/**
 * Starts a module as its `.js` file does, and returns its functions.
 * @param {string} name
 */
export async function startRules(name, folder = packageFolder) {
  const { bindings, imports } = await bindingsOf(name, folder);
  const { instance } = await WebAssembly.instantiate(moduleBytes(name, folder), imports);
  bindings.__wbg_set_wasm(instance.exports);
  /** @type {any} */ (instance.exports).__wbindgen_start();
  return bindings;
}
