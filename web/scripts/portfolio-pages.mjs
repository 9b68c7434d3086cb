import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { metadata, startRules } from "../../scripts/rules-module.mjs";

const ID = "virtual:portfolio-pages";
const slugs = fileURLToPath(new URL("../src/content/projects/slugs.ts", import.meta.url));

/**
 * The portfolio's pages, worked out by the rules when the site is built: how many projects it has is
 * known by then, and so its page need not load the module.
 * @returns {import("vite").Plugin}
 */
export function portfolioPages() {
  return {
    name: "portfolio-pages",
    resolveId: { filter: { id: /^virtual:portfolio-pages$/ }, handler: () => `\0${ID}` },
    load: {
      // Ids that begin with a null byte are for no other plugin.
      filter: { id: /^.virtual:portfolio-pages$/ },
      async handler() {
        this.addWatchFile(slugs);
        return pagesModule();
      },
    },
  };
}

async function pagesModule() {
  const [rules, { module }] = await Promise.all([
    startRules("staff"),
    runnerImport(slugs, { configFile: false, logLevel: "error" }),
  ]);
  const { projectSlugs } = /** @type {typeof import("../src/content/projects/slugs")} */ (module);
  const { portfolioPageSize: pageSize } = metadata();
  const count = rules.pageCount(projectSlugs.length, pageSize);
  const links = Array.from({ length: count }, (_, index) => rules.pageLinks(index + 1, count));
  return `export const pageSize = ${pageSize}; export const links = ${JSON.stringify(links)};`;
}
