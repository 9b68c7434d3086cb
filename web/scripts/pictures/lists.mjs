import { readdirSync } from "node:fs";
import { join } from "node:path";
import { runnerImport } from "vite";

const folder = join(import.meta.dirname, "../../pictures/lists");

/**
 * Every list of pictures: those of the pages by module, and those for shared links.
 * @returns {Promise<{ modules: import("../../pictures/source").Modules, cards: readonly import("../../pictures/source").Source[] }>}
 */
export async function readLists() {
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  const lists = await Promise.all(
    files.map(async (file) => {
      const { module } = await runnerImport(join(folder, file), {
        configFile: false,
        logLevel: "error",
      });
      return /** @type {any} */ (module);
    }),
  );
  return {
    modules: Object.assign({}, ...lists.map(({ pictures }) => pictures)),
    cards: lists.flatMap(({ cards = [] }) => cards),
  };
}
