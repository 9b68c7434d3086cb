import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import satori from "satori";
import sharp from "sharp";
import { cached } from "./cache.mjs";

/**
 * @typedef {typeof import("../src/content/site").site} Site
 * @typedef {{ name: string, place: string, section: string, heading: string }} Words
 */

const WIDTH = 1200;
const HEIGHT = 630;
const SCENE = { left: 720, top: 64, width: 480, height: 502, radius: 28 };
const jpeg = { quality: 84, mozjpeg: true };
const source = (/** @type {string} */ path) => join(import.meta.dirname, "../src", path);

/**
 * Draws the social picture of every page: its heading, next to its main picture or the river.
 * @param {string} dist
 * @param {Site} site
 * @param {readonly import("../src/seo/page-data").PageData[]} pages
 */
export async function writeSocialCards(dist, site, pages) {
  const [drawing, mark, fonts] = await Promise.all([
    readFile(import.meta.filename),
    readFile(source("../public/favicon.svg")),
    readFonts(),
  ]);
  const shared = createHash("sha256")
    .update(drawing)
    .update(JSON.stringify(site.colors))
    .update(mark);
  for (const { data } of fonts) shared.update(data);
  const cards = pages.flatMap(({ card }) => (card ? [card] : []));
  // Some pages use the card of another one.
  const distinct = new Map(cards.map((card) => [card.path, card]));
  await Promise.all(
    Array.from(distinct.values(), async ({ path, heading, section = "", picture }) => {
      const words = { name: site.name, place: site.place, section, heading };
      const scene = await (picture ? readFile(join(dist, picture)) : drawRiver(site));
      const key = shared.copy().update(JSON.stringify(words)).update(scene);
      const file = join(dist, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(
        file,
        await cached(`card-${key.digest("hex").slice(0, 16)}.jpg`, () =>
          draw(scene, () => lettering(site.colors, words, mark, fonts)),
        ),
      );
    }),
  );
}

/** @param {Site} site */
async function drawRiver(site) {
  const [contours, river] = await Promise.all(
    [
      [source("ui/contours.svg"), "#5f7c6d"],
      [join(import.meta.dirname, "river.svg"), "#e8a283"],
    ].map(async ([path = "", color]) =>
      Buffer.from((await readFile(path, "utf8")).replace('"#000"', `"${color}"`)),
    ),
  );
  return sharp({ create: { width: 720, height: 720, channels: 3, background: site.colors.ink } })
    .composite([{ input: contours }, { input: river }])
    .png()
    .toBuffer();
}

/**
 * @param {Buffer} scene
 * @param {() => Promise<string>} letters
 */
async function draw(scene, letters) {
  const { left, top, width, height, radius } = SCENE;
  // Rounded on the left. On the right it extends beyond the card.
  const mask = `<svg width="${width}" height="${height}"><rect width="${width + radius}" height="${height}" rx="${radius}"/></svg>`;
  const shown = await sharp(scene)
    .resize({ width, height, fit: "cover", position: "left" })
    .ensureAlpha()
    .composite([{ input: Buffer.from(mask), blend: "dest-in" }])
    .png()
    .toBuffer();
  return sharp(Buffer.from(await letters()))
    .composite([{ input: shown, left, top }])
    .jpeg(jpeg)
    .toBuffer();
}

function readFonts() {
  const require = createRequire(import.meta.url);
  return Promise.all(
    /** @type {const} */ ([400, 600, 700]).map(async (weight) => ({
      name: "Figtree",
      weight,
      data: await readFile(
        require.resolve(`@fontsource/figtree/files/figtree-latin-${weight}-normal.woff`),
      ),
    })),
  );
}

/**
 * Renders the text as outlines, because the typeface may not be installed.
 * @param {Site["colors"]} colors
 * @param {Words} words
 * @param {Buffer} mark
 * @param {Awaited<ReturnType<typeof readFonts>>} fonts
 */
async function lettering(colors, { name, place, section, heading }, mark, fonts) {
  const src = `data:image/svg+xml;base64,${mark.toString("base64")}`;
  const logo = { type: "img", props: { src, width: 46, height: 46 } };
  const size = heading.length > 34 ? 58 : 68;
  const page = line(
    {
      width: WIDTH,
      height: HEIGHT,
      boxSizing: "border-box",
      padding: "64px 0 64px 72px",
      flexDirection: "column",
      justifyContent: "space-between",
      background: colors.paper,
      color: colors.ink,
      fontFamily: "Figtree",
    },
    [
      line({ alignItems: "center", gap: 14, fontSize: 30, fontWeight: 700 }, [logo, name]),
      line({ width: 600, flexDirection: "column" }, [
        line({ fontSize: 24, fontWeight: 600, color: colors.clay }, section),
        line(
          { marginTop: 10, fontSize: size, fontWeight: 700, lineHeight: 1.06, letterSpacing: -1.8 },
          heading,
        ),
      ]),
      line({ fontSize: 23, color: colors.muted }, place),
    ],
  );
  return satori(/** @type {any} */ (page), { width: WIDTH, height: HEIGHT, fonts });
}

/**
 * Returns a flex box of the card.
 * @param {object} style
 * @param {unknown} children
 */
function line(style, children) {
  return { type: "div", props: { style: { display: "flex", ...style }, children } };
}
