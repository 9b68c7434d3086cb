// Starts the rules modules as a browser would, without a bundler.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The folder of the built npm package. */
export const packageFolder = fileURLToPath(new URL("../core-wasm/pkg", import.meta.url));

/** The names of the modules. */
export const moduleNames = ["public", "staff"];

/**
 * Returns the files that a browser loads for a module: the module and all its glue code.
 * @param {string} name
 */
export function shippedFiles(name, folder = packageFolder) {
  /** @type {Set<string>} */
  const found = new Set();
  const follow = (/** @type {string} */ file) => {
    if (found.has(file)) return;
    found.add(file);
    if (!file.endsWith(".js")) return;
    const source = readFileSync(join(folder, file), "utf8");
    for (const [, next] of source.matchAll(/from "\.\/([^"]+)"/g)) follow(String(next));
  };
  follow(`${name}.js`);
  return [...found].sort();
}

/**
 * Returns the bytes of a built module.
 * @param {string} name
 */
export const moduleBytes = (name, folder = packageFolder) => readFileSync(join(resolve(folder), `${name}.wasm`));

/** Returns the metadata of the rules. */
export const metadata = (folder = packageFolder) =>
  JSON.parse(readFileSync(join(resolve(folder), "rules.json"), "utf8"));

/**
 * Starts a module and returns its functions.
 * @param {string} name
 */
export async function startRules(name, folder = packageFolder) {
  const glue = await import(pathToFileURL(join(resolve(folder), `${name}-rules.js`)).href);
  const { instance } = await WebAssembly.instantiate(moduleBytes(name, folder), {});
  return glue[`${name}Rules`](instance.exports);
}
