import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "./fixtures";
import { readHead } from "./head";
import { origin, publicPaths } from "./site";

/** The properties that each type of structured data requires. */
const required: Record<string, string[]> = {
  ProfessionalService: ["name", "url", "address", "telephone", "image"],
  ItemList: ["itemListElement", "numberOfItems"],
  Service: ["name", "description", "provider"],
  FAQPage: ["mainEntity"],
  JobPosting: ["title", "description", "datePosted", "hiringOrganization", "jobLocation"],
  BreadcrumbList: ["itemListElement"],
  CreativeWork: ["name", "description", "creator", "url"],
};

test("every page has complete and unique metadata", async ({ request }) => {
  const heads = await Promise.all(
    publicPaths.map(async (path) => {
      const head = readHead(await (await request.get(path)).text());
      await test.step(path, () => expectWhole(path, head, request));
      return head;
    }),
  );
  expect(new Set(heads.map(({ title }) => title)).size).toBe(publicPaths.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(publicPaths.length);
});

async function expectWhole(
  path: string,
  head: ReturnType<typeof readHead>,
  request: APIRequestContext,
) {
  expect(head.title.length, head.title).toBeGreaterThanOrEqual(15);
  expect(head.title.length, head.title).toBeLessThanOrEqual(70);
  expect(head.description.length, head.description).toBeGreaterThanOrEqual(70);
  expect(head.description.length, head.description).toBeLessThanOrEqual(170);
  expect(head.canonical).toBe(origin + path);
  expect(head.meta("og:url")).toBe(head.canonical);
  expect(head.meta("og:title")).toBe(head.title);
  expect(head.meta("og:description")).toBe(head.description);
  expect(head.meta("twitter:card")).toBe("summary_large_image");
  expect(head.meta("og:image:alt")).not.toBe("");
  const picture = await request.get(new URL(head.meta("og:image")).pathname);
  expect(picture.status()).toBe(200);
  expect(picture.headers()["content-type"]).toMatch(/^image\/(png|jpeg)$/);
  expect(head.structured).not.toEqual([]);
  for (const data of head.structured) {
    expect(data["@context"]).toBe("https://schema.org");
    const kind = String(data["@type"]);
    expect(Object.keys(required)).toContain(kind);
    expect(Object.keys(data)).toEqual(expect.arrayContaining(required[kind] ?? []));
  }
}

test("replaces a page's metadata on navigation", async ({ page }) => {
  await page.goto("/");
  const kinds = () =>
    page
      .locator('script[type="application/ld+json"]')
      .evaluateAll((all) => all.map(({ textContent }) => JSON.parse(textContent ?? "")["@type"]));
  expect(await kinds()).toEqual(["ProfessionalService"]);
  const description = page.locator("meta[name=description]");
  const former = (await description.getAttribute("content")) ?? "";
  const bar = page.getByRole("navigation", { name: "Main" });
  await bar.getByRole("link", { name: "FAQ" }).click();
  await expect(page).toHaveTitle(/FAQ/);
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${origin}/faq`);
  await expect(description).toHaveCount(1);
  await expect(description).not.toHaveAttribute("content", former);
  await expect.poll(kinds).toEqual(["FAQPage"]);
});

test("serves the files for search engines and home screens", async ({ request }) => {
  const robots = await request.get("/robots.txt");
  expect(await robots.text()).toContain(`Sitemap: ${origin}/sitemap.xml`);
  const sitemap = await request.get("/sitemap.xml");
  expect(sitemap.headers()["content-type"]).toMatch(/xml/);
  for (const hidden of ["/login", "/dashboard", "/answers", "/404"]) {
    expect(publicPaths.filter((path) => path.startsWith(hidden))).toEqual([]);
  }
  const answer = await request.get("/manifest.webmanifest");
  const manifest = (await answer.json()) as { icons: { src: string }[] };
  const icons = manifest.icons.map(({ src }) => src);
  for (const icon of [...icons, "/favicon.ico", "/favicon.svg", "/apple-touch-icon.png"]) {
    // oxlint-disable-next-line no-await-in-loop -- a handful of files
    expect((await request.get(icon)).status()).toBe(200);
  }
});
