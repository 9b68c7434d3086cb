import { metadata } from "../../scripts/rules-module.mjs";

const NAMES = ["public", "staff"];

/**
 * Writes `/rules.json`: the version of the site's rules, and the URLs of their modules. A page of
 * another version loads the new modules from it, so their chunks must not contain any other code of
 * the app.
 * @param {string} folder that of the built rules
 * @returns {import("vite").Plugin}
 */
export function rulesManifest(folder) {
  return {
    name: "rules-manifest",
    apply: ({ build }, { command }) => command === "build" && !build?.ssr,
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
      const modules = NAMES.map((name) => {
        const entry = chunks.find((chunk) => chunk.facadeModuleId === `${folder}/${name}.js`);
        if (!entry) return this.error(`The build has no chunk of its own for ${name}.js.`);
        const stranger = partsOf(entry, chunks).find((id) => !isOfRules(id, folder));
        if (stranger) this.error(`Loading the rules again would also load ${stranger}.`);
        return [name, `/${entry.fileName}`];
      });
      const source = JSON.stringify({
        version: metadata(folder).version,
        ...Object.fromEntries(modules),
      });
      this.emitFile({ type: "asset", fileName: "rules.json", source: `${source}\n` });
    },
  };
}

/**
 * What a chunk and all that it imports are made of.
 * @typedef {{ fileName: string, imports: string[], moduleIds: string[] }} Chunk
 * @param {Chunk} entry
 * @param {Chunk[]} chunks
 */
function partsOf(entry, chunks) {
  const loaded = new Set([entry]);
  for (const { imports } of loaded) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  }
  return [...loaded].flatMap((chunk) => chunk.moduleIds);
}

/** Allows the loader of WebAssembly modules and ids with a leading null byte, which the bundler adds to any chunk. */
const isOfRules = (/** @type {string} */ id, /** @type {string} */ folder) =>
  id.startsWith(`${folder}/`) || id.startsWith("\0") || id === "/__vite-plugin-wasm-helper";
