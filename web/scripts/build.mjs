// Builds the site: prerendered pages with scripts, styles, pictures and compressed copies.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import { compressAll } from "./compress.mjs";
import { incompleteFolders } from "./content-folders.mjs";
import { failureWords } from "./failure-words.mjs";
import { prerenderAll } from "./prerender.mjs";
import { writeSocialCards } from "./social-cards.mjs";

process.env.NODE_ENV = "production";
const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

try {
  const [folder] = await incompleteFolders(join(root, "src/content"));
  if (folder) throw new Error(folder);

  await build({
    root,
    logLevel: "warn",
    build: {
      ssr: "src/app/entry-server.tsx",
      outDir: ".ssr",
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
      // The check of the content imports all of it at once.
      rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
    },
  });
  /** @type {typeof import("../src/app/entry-server")} */
  const site = await import(pathToFileURL(join(root, ".ssr/entry-server.js")).href);
  const [problem] = site.problems(site.collections);
  if (problem) throw new Error(problem);

  await build({ root });
  const pages = await prerenderAll(root, site);
  await writeSocialCards("dist", site.site, pages);
  await rm("dist/.vite", { recursive: true });
  await compressAll("dist");
} catch (cause) {
  // A mistake in the content is reported by its message. A stack would hide it.
  process.stderr.write(`\n${failureWords(cause)}\n`);
  process.exitCode = 1;
} finally {
  await rm(".ssr", { recursive: true, force: true });
}
