import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { metadata, startRules } from "../../scripts/rules-module.mjs";

const ID = "virtual:portfolio-pages";
const projects = join(import.meta.dirname, "../src/content/projects");

/**
 * Computes the portfolio's pagination with the rules at build time, so that its page need not load
 * the module.
 * @returns {import("vite").Plugin}
 */
export function portfolioPages() {
  return {
    name: "portfolio-pages",
    resolveId: { filter: { id: /^virtual:portfolio-pages$/ }, handler: () => `\0${ID}` },
    load: {
      // Ids with a leading null byte are ignored by other plugins.
      filter: { id: /^.virtual:portfolio-pages$/ },
      handler: pagesModule,
    },
  };
}

async function pagesModule() {
  const rules = await startRules("staff");
  const { portfolioPageSize: pageSize } = metadata();
  const folders = readdirSync(projects).filter((name) =>
    existsSync(join(projects, name, "card.ts")),
  );
  const count = rules.pageCount(folders.length, pageSize);
  const links = Array.from({ length: count }, (_, index) => rules.pageLinks(index + 1, count));
  return `export const pageSize = ${pageSize}; export const links = ${JSON.stringify(links)};`;
}
