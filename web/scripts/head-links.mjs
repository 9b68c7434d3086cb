/**
 * @typedef {{ file: string, src?: string, css?: string[], imports?: string[] }} Chunk
 * @typedef {Record<string, Chunk>} Manifest
 */

const ENTRY = "index.html";
const RULES_SCRIPT = /pkg\/public\.js$/;
const RULES_MODULE = /pkg\/public_bg\.wasm$/;
const FONT = /figtree-latin-wght-normal\.woff2$/;

/**
 * Returns the chunks that a page needs, without the entry, which has its own tag.
 * @param {Manifest} manifest
 * @param {string[]} entryModules
 * @returns {string[]}
 */
export function collectChunks(manifest, entryModules) {
  const wanted = reach(manifest, ENTRY);
  for (const source of entryModules) reach(manifest, source, wanted);
  wanted.delete(ENTRY);
  return [...wanted];
}

/**
 * Returns links that preload what the browser would otherwise discover step by step.
 * @param {Manifest} manifest
 * @param {string[]} chunks
 * @param {{ rules?: boolean }} options
 */
export function headLinks(manifest, chunks, { rules = false }) {
  const page = chunks.map((key) => chunk(manifest, key));
  const links = [
    `<link rel="preload" href="/${find(manifest, FONT)}" as="font" type="font/woff2" crossorigin>`,
    ...page.flatMap(({ css = [] }) => css.map((file) => `<link rel="stylesheet" href="/${file}">`)),
    ...page.map(({ file }) => `<link rel="modulepreload" href="/${file}" crossorigin>`),
  ];
  if (rules) {
    links.push(`<link rel="modulepreload" href="/${find(manifest, RULES_SCRIPT)}" crossorigin>`);
    links.push(
      `<link rel="preload" href="/${find(manifest, RULES_MODULE)}" as="fetch" type="application/wasm" crossorigin>`,
    );
  }
  return links.join("");
}

/** Delays the first paint until the HTML up to the footer has arrived, because earlier content would shift. */
const WHOLE = '<link rel="expect" href="#site-map" blocking="render">';

/**
 * Moves styles before scripts and lowers the priority of scripts: text and pictures are in the HTML
 * already and must be painted first.
 * @param {string} html
 */
export function prioritizeContent(html) {
  const [sheet = ""] = /\s*<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
  return html
    .replace(sheet, "")
    .replace("<title>", () => `${WHOLE}${sheet.trim()}<title>`)
    .replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
    .replace(/<link rel="preload"(?=[^>]* as="fetch")/g, '$& fetchpriority="low"');
}

/**
 * @param {Manifest} manifest
 * @param {string} start
 * @param {Set<string>} [seen]
 */
function reach(manifest, start, seen = new Set()) {
  if (seen.has(start)) return seen;
  seen.add(start);
  for (const next of chunk(manifest, start).imports ?? []) reach(manifest, next, seen);
  return seen;
}

/**
 * @param {Manifest} manifest
 * @param {string} key
 */
function chunk(manifest, key) {
  const found = manifest[key];
  if (!found) throw new Error(`The build has no chunk ${key}.`);
  return found;
}

/**
 * @param {Manifest} manifest
 * @param {RegExp} source
 */
function find(manifest, source) {
  const key = Object.keys(manifest).find((name) => source.test(name));
  if (!key) throw new Error(`The build has no file ${source}.`);
  return chunk(manifest, key).file;
}
