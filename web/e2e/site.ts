import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

const sitemap = readFileSync(
  fileURLToPath(new URL("../dist/sitemap.xml", import.meta.url)),
  "utf8",
);

/** Where the built site says that it stands. */
export const origin = new URL(/<loc>([^<]+)<\/loc>/.exec(sitemap)?.[1] ?? "").origin;

/** The path of every page that is to be found. */
export const publicPaths = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address]) =>
  decodeURI(new URL(address ?? "").pathname),
);

const content = fileURLToPath(new URL("../src/content/projects", import.meta.url));

/** How many projects the portfolio has: each is a folder. */
export const projectCount = readdirSync(content, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
).length;

const serviceFolder = fileURLToPath(new URL("../src/content/services/", import.meta.url));

/** The services in their order. */
export const services = readdirSync(serviceFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name: slug }) => {
    const source = readFileSync(`${serviceFolder}${slug}/index.ts`, "utf8");
    const [, name = ""] = /name: "([^"]+)"/.exec(source) ?? [];
    return { slug, name, order: Number(/order: (\d+)/.exec(source)?.[1]) };
  })
  .toSorted((a, b) => a.order - b.order);

const jobFolder = fileURLToPath(new URL("../src/content/jobs/", import.meta.url));
const applyPath = "/careers/apply/";

/** The jobs that were open on the day of the build, in their order. */
export const openJobs = publicPaths
  .filter((path) => path.startsWith(applyPath))
  .map((path) => {
    const slug = path.slice(applyPath.length);
    const source = readFileSync(`${jobFolder}${slug}.ts`, "utf8");
    const [, title = ""] = /title: "([^"]+)"/.exec(source) ?? [];
    return { path, title, order: Number(/order: (\d+)/.exec(source)?.[1]) };
  })
  .toSorted((a, b) => a.order - b.order);

/** An open job to apply for. */
export const openJob = openJobs[0] ?? { path: applyPath, title: "" };

/** An address that is nobody's, in every place that answers for itself, and what it is answered. */
export const missingPaths = {
  "/no/such/page": "Page not found.",
  "/project/no-such-project": "Project not found",
  "/service/no-such-service": "Service not found",
};

/** Goes down a page as a reader does, so that everything on it has been in view. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
      scrollBy(0, innerHeight / 2);
      // Two frames: one in which things come into view, one in which they show it.
      // oxlint-disable-next-line no-await-in-loop -- a page is read from its top to its end
      await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
    }
    scrollTo(0, 0);
  });
}
