import { JSDOM } from "jsdom";

/** @typedef {{ path: string }} Route */

/**
 * Fails the build when two routes have the same address.
 * @param {readonly Route[]} routes
 */
export function assertUniquePaths(routes) {
  const seen = new Set();
  for (const { path } of routes) {
    if (seen.has(path)) throw new Error(`The address ${path} is given to two pages.`);
    seen.add(path);
  }
}

/**
 * Fails the build when a page links to an address of the site that has no route.
 * @param {readonly { path: string, body: string }[]} pages
 * @param {readonly Route[]} routes
 */
export function assertNoDeadLinks(pages, routes) {
  const known = new Set(routes.map(({ path }) => path));
  for (const { path, body } of pages) {
    const links = JSDOM.fragment(body).querySelectorAll('a[href^="/"], form[action^="/"]');
    for (const link of links) {
      const target = link.getAttribute("href") ?? link.getAttribute("action") ?? "";
      const address = target.split(/[?#]/, 1)[0] ?? "";
      // Forms are posted to the server.
      if (known.has(address) || address.startsWith("/api/")) continue;
      throw new Error(`The page ${path} links to ${address}, which is no page.`);
    }
  }
}
