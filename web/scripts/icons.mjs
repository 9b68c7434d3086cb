// Renders the icons of tabs and home screens from public/favicon.svg. Run it after a change of that
// file.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const folder = fileURLToPath(new URL("../public/", import.meta.url));
const source = await readFile(`${folder}favicon.svg`, "utf8");
const ground = /<rect\b[^>]*\bfill="(#[0-9a-f]{6})"/i.exec(source)?.[1];
if (!ground) throw new Error("favicon.svg has no solid background color.");
// Home screens apply their own mask.
const square = source.replace(/\brx="[^"]*"/, "");

/** @param {string} svg @param {number} size */
const draw = (svg, size) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 }).resize(size, size);

await Promise.all([
  draw(source, 192).png({ palette: true }).toFile(`${folder}icon-192.png`),
  draw(source, 512).png({ palette: true }).toFile(`${folder}icon-512.png`),
  draw(square, 180).png({ palette: true }).toFile(`${folder}apple-touch-icon.png`),
  maskable(192),
  maskable(512),
  favicon(),
]);

/**
 * Renders an icon with the mark inside the safe zone of every mask.
 * @param {number} size
 */
async function maskable(size) {
  const mark = Math.round(size * 0.72);
  const margin = (size - mark) / 2;
  await draw(square, mark)
    .extend({
      top: Math.floor(margin),
      left: Math.floor(margin),
      bottom: Math.ceil(margin),
      right: Math.ceil(margin),
      background: ground,
    })
    .png({ palette: true })
    .toFile(`${folder}icon-maskable-${size}.png`);
}

/** Renders a 32-pixel icon in an ICO container, for old browsers. */
async function favicon() {
  const png = await draw(source, 32).png().toBuffer();
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  await writeFile(`${folder}favicon.ico`, Buffer.concat([head, png]));
}
