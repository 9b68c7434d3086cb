import type { Plugin } from "vite";

const HELPER = "\0vite/preload-helper.js";

/**
 * Makes Vite call every dynamic `import()` as it is written. Its helper would first load the styles and
 * modules that a chunk needs, but with one sheet and without preloading it has nothing to load.
 */
export function plainImports(): Plugin {
  let isReplaced = false;
  return {
    name: "plain-imports",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    load(id) {
      if (id !== HELPER) return undefined;
      isReplaced = true;
      return "export const __vitePreload = (load) => load();";
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error("Vite no longer has the module preload-helper.js.");
    },
  };
}
