import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import * as notionists from "@dicebear/notionists";
import { createAvatar } from "@dicebear/core";
import { settings } from "./settings.mjs";

const web = join(import.meta.dirname, "../..");
const ORIGIN = "http://pictures.example";
/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html;charset=utf-8",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".js": "text/javascript;charset=utf-8",
  ".woff2": "font/woff2",
};

/**
 * A drawing as PNG or SVG bytes.
 * @param {import("@playwright/test").Browser} browser
 * @param {import("../../pictures/source").Source} source
 */
export function draw(browser, source) {
  return "page" in source ? photograph(browser, source) : Promise.resolve(portrait(source));
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {Extract<import("../../pictures/source").Source, { page: string }>} source
 */
async function photograph(browser, { name, page: path, data = {}, size: [width, height] }) {
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: settings.scale,
    reducedMotion: "reduce",
  });
  try {
    /** @type {string[]} */
    const missing = [];
    // The sources need no server: the folder of the web stands at an invented address.
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
    await page.goto(`${ORIGIN}/pictures/${path}?${new URLSearchParams(data)}`);
    await page.evaluate(async () => {
      const frames = Array.from(document.querySelectorAll("iframe"));
      const views = [window, ...frames.map((frame) => frame.contentWindow)];
      await Promise.all(views.map((view) => view?.document.fonts.ready));
    });
    if (missing.length > 0) throw new Error(`${name}: ${missing.join(", ")}`);
    return await page.screenshot();
  } finally {
    await page.close();
  }
}

/** @param {Extract<import("../../pictures/source").Source, { avatar: unknown }>} source */
function portrait({ avatar: { seed, background, options }, size: [width] }) {
  const svg = createAvatar(notionists, {
    seed,
    size: width * settings.scale,
    backgroundColor: [background],
    ...options,
  }).toString();
  // The drawings are black on white; the house has its own ink and paper.
  return Buffer.from(svg.replaceAll("#000", "#13221c").replaceAll("#fff", "#fdfbf6"));
}
