import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { assertNoDeadLinks, assertUniquePaths } from "./addresses.mjs";
import { collectChunks, prioritizeContent, headLinks } from "./head-links.mjs";
import { writeSiteFiles } from "./site-files.mjs";

/** @typedef {{ path: string, head: string, body: string }} Page */

/**
 * Prerenders every public route into the built shell, and writes the list of the addresses that get
 * the shell.
 * @param {string} root
 * @param {typeof import("../src/app/entry-server")} site
 * @returns {Promise<Page[]>}
 */
export async function prerenderAll(root, site) {
  const dist = join(root, "dist");
  const template = await readFile(join(dist, "index.html"), "utf8");
  const manifest = JSON.parse(await readFile(join(dist, ".vite/manifest.json"), "utf8"));
  assertUniquePaths(site.routes);

  const prerendered = site.routes.filter(({ delivery }) => delivery === "prerendered");
  const pages = prerendered.map(({ path, entryModules }) => {
    return { path, entryModules, file: join(path, "index.html") };
  });
  const missing = site.routes.filter(({ delivery }) => delivery === "missing");
  const notFound = missing.map(({ path, entryModules }) => {
    const under = path.replace("*", "404");
    return { path: under, entryModules, file: `${under}.html` };
  });

  const written = await Promise.all(
    [...pages, ...notFound].map(async ({ path, entryModules, file }) => {
      const { head, body } = split(await site.renderPage(path));
      // Forms of the API are validated by the rules.
      const rules = /<form\b[^>]* action="\/api\//.test(body);
      const links = headLinks(manifest, collectChunks(manifest, entryModules), { rules });
      await write(join(dist, file), prioritizeContent(fill(template, head + links, body)));
      return { path, head, body };
    }),
  );
  assertNoDeadLinks(written, site.routes);

  const answers = site.routes.filter(({ delivery }) => delivery === "answer");
  await Promise.all(
    answers.map(async ({ path, entryModules }) => {
      const { head, body } = split(await site.renderPage(path));
      const links = headLinks(manifest, collectChunks(manifest, entryModules), {});
      // Scripts are removed: the router has no page for the address that the form was posted to.
      const page = withoutScripts(fill(template, head + links, body));
      await write(join(dist, `${path}.html`), page);
    }),
  );

  // React renders its own title, and the scripts remove this one on start.
  const title = `<title data-shell>${site.site.name}</title>`;
  const noscript = '<noscript><p class="noscript">This page needs JavaScript.</p></noscript>';
  const shell = fill(
    template,
    `${title}<meta name="robots" content="noindex">` +
      headLinks(manifest, collectChunks(manifest, []), {}),
    "",
  );
  await write(
    join(dist, "shell.html"),
    shell
      .replace("<body>", `<body>${noscript}`)
      // Scripts set the color scheme, so nothing is painted before they run.
      .replace('<script type="module"', '<script type="module" blocking="render"'),
  );

  const shells = site.routes.filter(({ delivery }) => delivery === "shell");
  const patterns = shells.map(({ path }) => path.replace(/:[^/]+$/, "*"));
  await write(
    join(dist, "routes.json"),
    `${JSON.stringify({ shell: [...new Set(patterns)] }, null, 2)}\n`,
  );
  await writeSiteFiles(
    dist,
    site.site,
    written.map(({ head }) => head),
    ["/api/", "/dashboard"],
  );
  return written;
}

/**
 * Splits rendered HTML: React renders the head's elements before everything else.
 * @param {string} html
 */
function split(html) {
  const head = /^(?:<title>[^<]*<\/title>|<meta\b[^>]*>|<link\b[^>]*>)*/.exec(html)?.[0] ?? "";
  return { head, body: html.slice(head.length) };
}

/** @param {string} html */
function withoutScripts(html) {
  return html
    .replace(/<script\b[^>]*><\/script>/g, "")
    .replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, "");
}

/**
 * @param {string} template
 * @param {string} head
 * @param {string} body
 */
function fill(template, head, body) {
  return template.replace("<!--head-->", () => head).replace("<!--app-->", () => body);
}

/**
 * @param {string} path
 * @param {string} text
 */
async function write(path, text) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
