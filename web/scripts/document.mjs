/**
 * @typedef {{ file: string, src?: string, imports?: string[] }} Chunk
 * @typedef {Record<string, Chunk>} Manifest
 */

const ENTRY = "src/app/entry-client.tsx";
const ENTRY_TAG = `<script type="module" src="/${ENTRY}"></script>`;
const STYLES = "style.css";
const FONT = "figtree-latin-wght-normal.woff2";
const RULES_MODULE = "pkg/public_bg.wasm";

/**
 * Returns a function that puts a page into the site's HTML document, with the tags of the files that
 * it needs. The browser would otherwise discover these step by step.
 * @param {string} template `index.html`
 * @param {Manifest} manifest the build's list of files by their sources
 */
export function documentOf(template, manifest) {
  const address = (/** @type {string} */ key) => `/${find(manifest, key).file}`;
  const stylesheet = `<link rel="stylesheet" crossorigin href="${address(STYLES)}">`;
  const font = `<link rel="preload" href="${address(FONT)}" as="font" type="font/woff2" crossorigin>`;

  /**
   * @param {{
   *   head: string,
   *   body?: string,
   *   files?: string[],
   *   hasForm?: boolean | undefined,
   *   scripts?: "low" | "blocking" | "none",
   * }} page `files` are the sources of its chunks. The rules of a form are preloaded, but for their small script.
   */
  return ({ head, body = '<div id="root"></div>', files = [], hasForm, scripts = "low" }) => {
    // Text and pictures are in the HTML already, and are painted before scripts run.
    const priority = scripts === "low" ? 'fetchpriority="low" ' : "";
    const modules = chunksOf(manifest, files).map((key) => address(key));
    const module = `<link rel="preload" ${priority}href="${address(RULES_MODULE)}" as="fetch" type="application/wasm" crossorigin>`;
    const links = [
      ...modules.map((href) => `<link rel="modulepreload" ${priority}href="${href}" crossorigin>`),
      ...(hasForm ? [module] : []),
    ];
    // A shell is painted by its scripts, which set the color scheme.
    const blocking = scripts === "blocking" ? 'blocking="render" ' : "";
    const script = `<script type="module" ${priority}${blocking}crossorigin src="${address(ENTRY)}"></script>`;
    return template
      .replace(
        "<!--head-->",
        () => stylesheet + head + font + (scripts === "none" ? "" : links.join("")),
      )
      .replace(ENTRY_TAG, scripts === "none" ? "" : script)
      .replace('<div id="root"></div>', () => body);
  };
}

/**
 * Returns the chunks of these files and all that they import, without the entry, which has its own tag.
 * @param {Manifest} manifest
 * @param {string[]} files
 */
function chunksOf(manifest, files) {
  const wanted = new Set([ENTRY, ...files]);
  for (const key of wanted) {
    for (const next of find(manifest, key).imports ?? []) wanted.add(next);
  }
  wanted.delete(ENTRY);
  return [...wanted];
}

/**
 * Returns a file of the build by the end of its source.
 * @param {Manifest} manifest
 * @param {string} source
 */
function find(manifest, source) {
  const [, found] = Object.entries(manifest).find(([key]) => key.endsWith(source)) ?? [];
  if (!found) throw new Error(`The build has no file ${source}.`);
  return found;
}
