import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

const sitemap = readFileSync(
  fileURLToPath(new URL("../dist/sitemap.xml", import.meta.url)),
  "utf8",
);

/** The origin of the built site. */
export const origin = new URL(/<loc>([^<]+)<\/loc>/.exec(sitemap)?.[1] ?? "").origin;

/** The path of every indexed page. */
export const publicPaths = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address]) =>
  decodeURI(new URL(address ?? "").pathname),
);

const content = fileURLToPath(new URL("../src/content/projects", import.meta.url));

/** The number of projects, each in its own folder. */
export const projectCount = readdirSync(content, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
).length;

const serviceFolder = fileURLToPath(new URL("../src/content/services/", import.meta.url));

/** The services, in order. */
export const services = readdirSync(serviceFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name: slug }) => {
    const source = readFileSync(`${serviceFolder}${slug}/card.ts`, "utf8");
    const [, name = ""] = /name: "([^"]+)"/.exec(source) ?? [];
    return { slug, name, order: Number(/order: (\d+)/.exec(source)?.[1]) };
  })
  .toSorted((a, b) => a.order - b.order);

const jobFolder = fileURLToPath(new URL("../src/content/jobs/", import.meta.url));
const applyPath = "/careers/apply/";

/** The jobs that were open on the day of the build, in order. */
export const openJobs = publicPaths
  .filter((path) => path.startsWith(applyPath))
  .map((path) => {
    const slug = path.slice(applyPath.length);
    const source = readFileSync(`${jobFolder}${slug}.ts`, "utf8");
    const [, title = ""] = /title: "([^"]+)"/.exec(source) ?? [];
    return { path, title, order: Number(/order: (\d+)/.exec(source)?.[1]) };
  })
  .toSorted((a, b) => a.order - b.order);

/** An open job to apply for. Tests that need one are skipped when `openJobs` is empty. */
export const openJob = openJobs[0] ?? { path: applyPath, title: "" };

/** Unknown addresses, one for each 404 page, with its heading. */
export const missingPaths = {
  "/no/such/page": "Page not found.",
  ...(projectCount > 0 && { "/project/no-such-project": "Project not found" }),
  ...(services.length > 0 && { "/service/no-such-service": "Service not found" }),
};

/** A page of each kind: what all pages of a folder share is checked in the first of them, and one 404 page. */
export const templates = [
  ...new Map(
    publicPaths.toReversed().map((path) => [path.replace(/(?<=\/.+\/).+/, ""), path]),
  ).values(),
  "/no/such/page",
];

/** Scrolls to the bottom step by step, so that everything has been in view. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // In steps of its own: it ends whatever else moves the page.
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top);
      // Two frames: observers fire in the first, and the page updates in the second. A busy browser may draw none.
      // oxlint-disable-next-line no-await-in-loop -- a page is read from its top to its end
      await new Promise((shown) => {
        requestAnimationFrame(() => requestAnimationFrame(shown));
        setTimeout(shown, 1_000);
      });
    }
    scrollTo(0, 0);
  });
}
