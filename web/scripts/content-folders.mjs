import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The files of an entry's folder, by collection. */
const COLLECTIONS = {
  projects: ["card.ts", "index.ts"],
  services: ["card.ts", "index.ts", "teaser.ts"],
};

/**
 * Returns a sentence for every missing file of a folder, which the build would otherwise ignore.
 * @param {string} content
 */
export async function incompleteFolders(content) {
  const found = await Promise.all(
    Object.entries(COLLECTIONS).map(async ([collection, names]) => {
      const entries = await readdir(join(content, collection), { withFileTypes: true });
      const folders = entries.filter((entry) => entry.isDirectory());
      const files = folders.flatMap(({ name }) =>
        names.map((file) => join(collection, name, file)),
      );
      return files.filter((file) => !existsSync(join(content, file)));
    }),
  );
  const missing = found.flat().toSorted();
  return missing.map(
    (file) => `src/content/${file} is missing: its folder would be left out of the site.`,
  );
}
