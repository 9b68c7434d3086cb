// Renders a page of web/pictures as a picture of the site:
//   node scripts/draw.mjs ecommerce/cover.html 1280x960 src/content/projects/ecommerce/cover.webp
import { readFile, writeFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import sharp from "sharp";
import { launchBrowser } from "./browser.mjs";

const web = join(import.meta.dirname, "..");
const ORIGIN = "http://pictures.example";
/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html;charset=utf-8",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".js": "text/javascript;charset=utf-8",
  ".woff2": "font/woff2",
};

const [path = "", size = "", file = ""] = process.argv.slice(2);
const [width = 0, height = 0] = size.split("x").map(Number);
if (!path || !width || !height || !file) {
  throw new Error("Usage: node scripts/draw.mjs PAGE WIDTHxHEIGHT FILE");
}

const browser = await launchBrowser();
try {
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: 2,
    reducedMotion: "reduce",
  });
  /** @type {string[]} */
  const missing = [];
  // Served without a server: requests to a made-up origin are answered from the folder.
  await page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    try {
      const body = await readFile(join(web, decodeURIComponent(pathname)));
      await route.fulfill({ body, contentType: TYPES[extname(pathname)] ?? "" });
    } catch {
      missing.push(pathname);
      await route.fulfill({ status: 404 });
    }
  });
  page.on("pageerror", (error) => missing.push(error.message));
  await page.goto(`${ORIGIN}/pictures/${path}`);
  await page.evaluate(async () => {
    const frames = Array.from(document.querySelectorAll("iframe"));
    const views = [window, ...frames.map((frame) => frame.contentWindow)];
    await Promise.all(views.map((view) => view?.document.fonts.ready));
  });
  if (missing.length > 0) throw new Error(`${path}: ${missing.join(", ")}`);
  // High quality, because the build compresses it again.
  const master = sharp(await page.screenshot()).webp({ quality: 90, effort: 6 });
  await writeFile(resolve(file), await master.toBuffer());
} finally {
  await browser.close();
}
