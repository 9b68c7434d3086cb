import { projectCount, publicPaths } from "./site";
import { passTime } from "./carousel";
import { expect, test } from "./fixtures";

const cards = "main section[aria-labelledby=projects] > ul > li";

test("pages the portfolio by its URL, also with Back", async ({ page }) => {
  await page.goto("/project");
  const pager = page.getByRole("navigation", { name: "Pages of projects" });
  await expect(page.locator(cards)).toHaveCount(6);
  await expect(pager.getByRole("link", { name: "Previous" })).toHaveCount(0);
  await pager.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/\/project\?page=2$/);
  await expect(page.locator(cards)).toHaveCount(projectCount - 6);
  await expect(pager.getByRole("link", { name: "Next" })).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.locator(cards)).toHaveCount(6);
  await pager.getByRole("link", { name: "Page 2" }).click();
  await page.reload();
  await expect(page.locator(cards)).toHaveCount(projectCount - 6);
  await page.getByRole("link", { name: "View All Projects" }).click();
  await expect(page).toHaveURL(/\/project$/);
  await expect(page.locator(cards)).toHaveCount(6);
  await expect(page.locator(cards).first()).toBeInViewport();
});

test("View All Projects shows them on the first page too", async ({ page }) => {
  await page.goto("/project");
  const first = page.locator(cards).first();
  const below = () => first.evaluate((card) => card.getBoundingClientRect().top);
  await expect.poll(below).toBeGreaterThan(200);
  await page.getByRole("link", { name: "View All Projects" }).click();
  await expect.poll(below).toBeLessThan(200);
  await page.waitForLoadState("networkidle");
  expect(await below()).toBeLessThan(200);
});

test("portfolio and case studies call no API and load no rules", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/|\.wasm$/.test(request.url())) calls.push(request.url());
  });
  await page.goto("/project", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: /Maravel Fashion Store/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Maravel Fashion Store");
  await page.waitForLoadState("networkidle");
  expect(calls).toEqual([]);
});

test("case study has its own metadata and breadcrumbs", async ({ page }) => {
  await page.goto("/project");
  const title = await page.title();
  await page.getByRole("link", { name: /Porchlight Events/ }).click();
  await expect(page).toHaveTitle(/^Porchlight Events \|/);
  const head = {
    description: page.locator("meta[name=description]"),
    image: page.locator("meta[property='og:image']"),
    canonical: page.locator("link[rel=canonical]"),
    kinds: () =>
      page.evaluate(() =>
        Array.from(
          document.querySelectorAll("script[type='application/ld+json']"),
          ({ textContent }) => JSON.parse(textContent ?? "")["@type"],
        ),
      ),
  };
  await expect(head.description).toHaveAttribute("content", /two-way sync/);
  await expect(head.image).toHaveAttribute("content", /\/og\/project\/events\.jpg$/);
  await expect(head.canonical).toHaveAttribute("href", /\/project\/events$/);
  await expect.poll(head.kinds).toEqual(["CreativeWork", "BreadcrumbList"]);
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
  await expect(crumbs.getByRole("listitem")).toHaveText(["Home", "Projects", "Porchlight Events"]);
  await crumbs.getByRole("link", { name: "Projects" }).click();
  await expect(page).toHaveTitle(title);
  await expect(head.description).toHaveCount(1);
  await expect(head.description).not.toHaveAttribute("content", /two-way sync/);
  await expect(head.canonical).toHaveAttribute("href", /\/project$/);
  await expect.poll(head.kinds).toEqual(["ItemList"]);
});

test("gallery plays by itself and can be paused", async ({ page }) => {
  await page.goto("/project/ecommerce");
  const gallery = page.getByRole("group", { name: "Gallery of Maravel Fashion Store" });
  await gallery.scrollIntoViewIfNeeded();
  const first = gallery.getByRole("img", { name: /Maravel’s category page/ });
  await expect(first).toBeInViewport({ ratio: 0.5 });
  await expect(gallery.getByRole("img", { name: /garnet wrap dress/ })).toBeInViewport({
    ratio: 0.5,
  });
  await gallery.getByRole("button", { name: "Pause" }).click();
  await expect(gallery.getByRole("button", { name: "Play" })).toBeVisible();
});

test("testimonials move on every four seconds, in a loop", async ({ page }) => {
  await page.clock.install();
  await page.goto("/project");
  const carousel = page.getByRole("group", { name: "What clients say" });
  const shown = carousel.getByRole("group");
  await expect(carousel.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(shown).toHaveAccessibleName("1 of 3");
  for (const name of ["2 of 3", "3 of 3", "1 of 3"]) {
    /* oxlint-disable no-await-in-loop -- one after the other */
    await passTime(carousel, 4400);
    await expect(shown).toHaveCount(1);
    await expect(shown).toHaveAccessibleName(name);
    /* oxlint-enable no-await-in-loop */
  }
});

test("links to related projects, an estimate and a call", async ({ page }) => {
  await page.goto("/project/ecommerce");
  await expect(page.getByRole("link", { name: /^Schedule A Call/ })).toHaveAttribute(
    "target",
    "_blank",
  );
  const related = page.getByRole("region", { name: "Related projects" });
  await related.getByRole("link", { name: /BakerzBite/ }).click();
  await expect(page).toHaveURL(/\/project\/bakerzbite$/);
  await page.getByRole("link", { name: "Request Free Estimate" }).click();
  await expect(page).toHaveURL(/\/contact$/);
});

test("every project has a page and a social picture, and no other address has", async ({
  page,
  request,
}) => {
  await page.goto("/project", { waitUntil: "networkidle" });
  const list = await page.locator("script[type='application/ld+json']").allTextContents();
  const items = list
    .map((text) => JSON.parse(text))
    .filter((data) => data["@type"] === "ItemList")
    .flatMap((data) => data.itemListElement.map((item: { url: string }) => item.url));
  expect(items).toHaveLength(projectCount);
  const answers = items.flatMap((url: string) => {
    const { pathname } = new URL(url);
    return [request.get(pathname), request.get(`/og${pathname}.jpg`)];
  });
  for (const answer of await Promise.all(answers)) expect(answer.status()).toBe(200);
  // Projects with only a card are not indexed.
  const hidden = items.filter((url: string) => !publicPaths.includes(new URL(url).pathname));
  expect(hidden.map((url: string) => new URL(url).pathname)).toEqual([
    "/project/hustle",
    "/project/heirloomnexus",
  ]);
  const missing = await page.goto("/project/no-such-project");
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Project not found");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("portfolio shows all projects", async ({ page }) => {
    await page.goto("/project");
    for (const card of await page.locator(cards).all()) await expect(card).toBeVisible();
    await expect(page.locator(cards)).toHaveCount(projectCount);
    await expect(page.getByRole("navigation", { name: "Pages of projects" })).toBeHidden();
  });
});

test("View All Projects opens in a new tab without scrolling this one", async ({
  page,
  context,
}) => {
  await page.goto("/project");
  const tab = context.waitForEvent("page");
  await page
    .getByRole("link", { name: "View All Projects" })
    .click({ modifiers: ["ControlOrMeta"] });
  await tab;
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
