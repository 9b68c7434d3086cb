import { access, readdir } from "node:fs/promises";
import { join } from "node:path";

/** The collections with a folder for each entry. */
const COLLECTIONS = ["projects", "services"];

/**
 * Returns a sentence for every folder without an `index.ts`, which the build would otherwise
 * ignore.
 * @param {string} content
 */
export async function incompleteFolders(content) {
  const found = await Promise.all(
    COLLECTIONS.map(async (collection) => {
      const entries = await readdir(join(content, collection), { withFileTypes: true });
      const folders = entries.filter((entry) => entry.isDirectory());
      return Promise.all(
        folders.map(async ({ name }) => {
          const file = join(collection, name, "index.ts");
          const problem = `src/content/${file} is missing: its folder would be left out of the site.`;
          return access(join(content, file)).then(
            () => [],
            () => [problem],
          );
        }),
      );
    }),
  );
  return found.flat(2).toSorted();
}
