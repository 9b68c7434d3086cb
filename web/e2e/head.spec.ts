import { expect, test } from "./fixtures";
import { origin, publicPaths } from "./site";

const decode = (text = "") => text.replaceAll("&#x27;", "'").replaceAll("&amp;", "&");

/** What search engines and shared links read of a page, as it is sent. */
function readHead(html: string) {
  const meta = (name: string) =>
    decode(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]);
  return {
    title: decode(/<title>([^<]*)<\/title>/.exec(html)?.[1]),
    description: meta("description"),
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    meta,
    structured: Array.from(
      html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs),
      ([, text]) => JSON.parse(text ?? "") as Record<string, unknown>,
    ),
  };
}

/** What search engines want of each kind, at least. */
const required: Record<string, string[]> = {
  ProfessionalService: ["name", "url", "address", "telephone", "image"],
  ItemList: ["itemListElement", "numberOfItems"],
  Service: ["name", "description", "provider"],
  FAQPage: ["mainEntity"],
  JobPosting: ["title", "description", "datePosted", "hiringOrganization", "jobLocation"],
  BreadcrumbList: ["itemListElement"],
  CreativeWork: ["name", "description", "creator", "url"],
};

for (const path of publicPaths) {
  test(`${path} says what it is`, async ({ request }) => {
    const html = await (await request.get(path)).text();
    const head = readHead(html);
    expect(head.title.length).toBeGreaterThanOrEqual(15);
    expect(head.title.length).toBeLessThanOrEqual(70);
    expect(head.description.length).toBeGreaterThanOrEqual(70);
    expect(head.description.length).toBeLessThanOrEqual(170);
    expect(head.canonical).toBe(origin + path);
    expect(head.meta("og:url")).toBe(head.canonical);
    expect(head.meta("og:title")).toBe(head.title);
    expect(head.meta("og:description")).toBe(head.description);
    expect(head.meta("twitter:card")).toBe("summary_large_image");
    expect(head.meta("og:image:alt")).not.toBe("");
    const picture = await request.get(new URL(head.meta("og:image")).pathname);
    expect(picture.status()).toBe(200);
    expect(picture.headers()["content-type"]).toMatch(/^image\/(png|jpeg)$/);
    for (const data of head.structured) {
      expect(data["@context"]).toBe("https://schema.org");
      const kind = String(data["@type"]);
      expect(Object.keys(required)).toContain(kind);
      expect(Object.keys(data)).toEqual(expect.arrayContaining(required[kind] ?? []));
    }
  });
}

test("no two pages say the same of themselves", async ({ request }) => {
  const heads = await Promise.all(
    publicPaths.map(async (path) => readHead(await (await request.get(path)).text())),
  );
  expect(new Set(heads.map(({ title }) => title)).size).toBe(publicPaths.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(publicPaths.length);
});

test("what a page says of itself goes when it is left", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1);
  await page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
  await expect(page).toHaveTitle(/^Contact/);
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${origin}/contact`);
  await expect(page.locator("meta[name=description]")).toHaveCount(1);
  // The agency and the way here, in place of what the home page said.
  const kinds = () =>
    page
      .locator('script[type="application/ld+json"]')
      .evaluateAll((all) => all.map(({ textContent }) => JSON.parse(textContent ?? "")["@type"]));
  await expect.poll(kinds).toEqual(["ProfessionalService", "BreadcrumbList"]);
});

test("search engines and home screens find their files", async ({ request }) => {
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
