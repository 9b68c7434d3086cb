import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { assertNoDeadLinks, assertUniquePaths } from "./addresses.mjs";
import { documentOf } from "./document.mjs";
import { writeSiteFiles } from "./site-files.mjs";

/**
 * @typedef {typeof import("../src/app/entry-server")} Site
 * @typedef {import("../src/app/entry-server").RenderedPage & { path: string }} Page
 */

/**
 * Prerenders every public route, and writes the shell of all others and the list of their addresses.
 * @param {string} root
 * @param {Site} site
 * @returns {Promise<Page[]>}
 */
export async function prerenderAll(root, site) {
  const dist = join(root, "dist");
  const template = await readFile(join(root, "index.html"), "utf8");
  const document = documentOf(
    template,
    JSON.parse(await readFile(join(dist, ".vite/manifest.json"), "utf8")),
  );
  assertUniquePaths(site.routes);

  /** @param {Site["routes"][number]["delivery"]} delivery */
  const routes = (delivery) => site.routes.filter((route) => route.delivery === delivery);
  /** @type {(route: Site["routes"][number], path?: string) => Promise<Page>} */
  const render = async (route, path = route.path) => ({
    path,
    ...(await site.renderPage(route, path)),
  });

  const pages = await Promise.all(routes("prerendered").map((route) => render(route)));
  const notFound = await Promise.all(
    routes("missing").map((route) => render(route, route.path.replace("*", "404"))),
  );
  const answers = await Promise.all(routes("answer").map((route) => render(route)));
  assertNoDeadLinks([...pages, ...notFound], site.routes);

  // The scripts remove these on start: React renders its own title.
  const shell = `<title data-shell>${site.site.name}</title><meta name="robots" content="noindex">`;
  const noscript = '<noscript><p class="noscript">This page needs JavaScript.</p></noscript>';
  const late =
    '<p class="late" data-shell>This page is taking a long time to load. <a href="">Reload it</a></p>';
  const patterns = routes("shell").map(({ path }) => path.replace(/:[^/]+$/, "*"));
  await Promise.all([
    ...pages.map((page) => write(join(dist, page.path, "index.html"), document(page))),
    ...notFound.map((page) => write(join(dist, `${page.path}.html`), document(page))),
    // No scripts: the router has no page for the address that the form was posted to.
    ...answers.map((page) =>
      write(join(dist, `${page.path}.html`), document({ ...page, files: [], scripts: "none" })),
    ),
    write(
      join(dist, "shell.html"),
      document({
        head: shell,
        body: `${noscript}${late}<div id="root"></div>`,
        scripts: "blocking",
      }),
    ),
    write(
      join(dist, "routes.json"),
      `${JSON.stringify({ shell: [...new Set(patterns)], aliases: aliasesOf(pages) }, null, 2)}\n`,
    ),
    writeSiteFiles(dist, site.site, pages, ["/api/", "/dashboard"]),
  ]);
  return pages;
}

/**
 * Returns the canonical paths of the pages with several, by the other ones.
 * @param {readonly Page[]} pages
 */
function aliasesOf(pages) {
  const canonical = pages.map(({ path, canonical: url }) => [path, url && new URL(url).pathname]);
  return Object.fromEntries(canonical.filter(([path, other]) => other && other !== path));
}

/**
 * @param {string} path
 * @param {string} text
 */
async function write(path, text) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
