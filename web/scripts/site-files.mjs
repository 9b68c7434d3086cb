import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** @typedef {typeof import("../src/content/site").site} Site */

/**
 * Writes the files for search engines and home screens.
 * @param {string} dist
 * @param {Site} site
 * @param {readonly import("../src/seo/page-data").PageData[]} pages
 * @param {string[]} hidden paths that search engines must not crawl
 */
export async function writeSiteFiles(dist, site, pages, hidden) {
  await Promise.all([
    writeFile(join(dist, "sitemap.xml"), sitemap(pages)),
    writeFile(join(dist, "robots.txt"), robots(site, hidden)),
    writeFile(join(dist, "manifest.webmanifest"), `${JSON.stringify(manifest(site), null, 2)}\n`),
  ]);
}

/**
 * Lists the canonical URLs of all indexed pages.
 * @param {readonly import("../src/seo/page-data").PageData[]} pages
 */
function sitemap(pages) {
  const found = pages.flatMap(({ canonical, noindex }) =>
    canonical === undefined || noindex ? [] : [canonical],
  );
  const addresses = [...new Set(found)].toSorted();
  const entries = addresses.map((address) => `  <url><loc>${address}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}

/**
 * @param {Site} site
 * @param {string[]} hidden
 */
function robots(site, hidden) {
  const refused = hidden.map((path) => `Disallow: ${path}`);
  return ["User-agent: *", ...refused, "", `Sitemap: ${site.origin}/sitemap.xml`, ""].join("\n");
}

/** @param {Site} site */
function manifest(site) {
  return {
    name: site.name,
    short_name: site.name,
    description: site.tagline,
    lang: "en-US",
    start_url: "/",
    display: "browser",
    background_color: site.colors.paper,
    theme_color: site.colors.paper,
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "/icon-maskable-192.png", sizes: "192x192", type: "image/png", purpose: "maskable" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
