// Draws the site's pictures from web/pictures: AVIF and WebP in several widths for the pages, JPEG
// for shared links. Only what changed is drawn anew; names on the command line draw those anyway.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { launchBrowser } from "./browser.mjs";
import { draw } from "./pictures/draw.mjs";
import { fingerprint } from "./pictures/fingerprint.mjs";
import { readLists } from "./pictures/lists.mjs";
import { writeModule } from "./pictures/modules.mjs";
import { settings } from "./pictures/settings.mjs";

/** @typedef {import("../pictures/source").Source} Source */

const web = join(import.meta.dirname, "..");
const assets = join(web, "public/assets/pictures");
const shared = join(web, "public/og");
const record = join(web, "pictures/cards.json");
const forced = new Set(process.argv.slice(2));
const found = [assets, shared].flatMap(filesIn);

const { modules, cards } = await readLists();
const folder = join(web, "src/content/pictures");
await Promise.all(
  Object.entries(modules).map(([name, sources]) =>
    writeModule(join(folder, `${name}.ts`), sources),
  ),
);

/** @type {Record<string, string>} */
const made = existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : {};
const stale = [
  ...Object.values(modules)
    .flat()
    .filter((source) => forced.has(source.name) || !pictureFiles(source).every(existsSync))
    .map((source) => ({ source, save: savePicture })),
  ...cards
    .filter(
      (source) =>
        forced.has(source.name) ||
        made[source.name] !== fingerprint(source) ||
        !existsSync(cardFile(source)),
    )
    .map((source) => ({ source, save: saveCard })),
];

await mkdir(assets, { recursive: true });
const browser = stale.length > 0 ? await launchBrowser() : undefined;
try {
  for (const { source, save } of stale) {
    if (!browser) break;
    // One at a time: encoding already takes every core.
    // eslint-disable-next-line no-await-in-loop
    await save(source, await draw(browser, source));
    process.stdout.write(`${source.name}\n`);
  }
} finally {
  await browser?.close();
}

const fingerprints = Object.fromEntries(cards.map((card) => [card.name, fingerprint(card)]));
await writeFile(record, `${JSON.stringify(fingerprints, null, 2)}\n`);
const wanted = new Set([
  ...Object.values(modules).flat().flatMap(pictureFiles),
  ...cards.map(cardFile),
]);
await Promise.all(found.filter((file) => !wanted.has(file)).map((file) => rm(file)));

/** @param {Source} source */
function pictureFiles(source) {
  const stem = join(assets, `${source.name}-${fingerprint(source)}`);
  return source.widths.flatMap((width) => [`${stem}-${width}.avif`, `${stem}-${width}.webp`]);
}

/** @param {Source} source */
function cardFile({ name }) {
  return join(shared, `${name}.jpg`);
}

/**
 * @param {Source} source
 * @param {Buffer} drawing
 */
async function savePicture(source, drawing) {
  for (const file of pictureFiles(source)) {
    const width = Number(/-(\d+)\.\w+$/.exec(file)?.[1]);
    const image = sharp(drawing).resize({ width });
    const encoded = file.endsWith(".avif") ? image.avif(settings.avif) : image.webp(settings.webp);
    // eslint-disable-next-line no-await-in-loop
    await encoded.toFile(file);
  }
}

/**
 * @param {Source} source
 * @param {Buffer} drawing
 */
async function saveCard(source, drawing) {
  await mkdir(dirname(cardFile(source)), { recursive: true });
  await sharp(drawing)
    .resize({ width: source.size[0] })
    .jpeg(settings.jpeg)
    .toFile(cardFile(source));
}

/** @param {string} directory */
function filesIn(directory) {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
