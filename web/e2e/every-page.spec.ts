import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./fixtures";
import { missingPaths, publicPaths, readThrough } from "./site";

/** How far a page has moved without being asked to, as Chromium counts it, and what moved. */
const SHIFTS = () =>
  new Promise<{ total: number; moved: (string | undefined)[] }>((resolve) => {
    const tell = (entries: PerformanceEntryList) => {
      const shifts = entries as (PerformanceEntry & {
        value: number;
        sources: { node?: Element }[];
      })[];
      resolve({
        total: shifts.reduce((sum, { value }) => sum + value, 0),
        moved: shifts.flatMap(({ sources }) => sources.map(({ node }) => node?.className)),
      });
    };
    const observer = new PerformanceObserver((list) => tell(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    // Entries come in a task of their own; without any there is none.
    requestIdleCallback(() => tell([]), { timeout: 500 });
  });

for (const width of [390, 1440]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: "reduce" } });

    for (const path of [...publicPaths, ...Object.keys(missingPaths)]) {
      test(`${path} is clean, stands still and fits`, async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        await readThrough(page);
        await page.waitForLoadState("networkidle");
        const { total, moved } = await page.evaluate(SHIFTS);
        // Nobody sees less, and the figure is only ever told to three places.
        expect(total, moved.join(", ")).toBeLessThan(0.0005);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBeLessThanOrEqual(0);
        const broken = await page.evaluate(() =>
          Array.from(document.images)
            .filter((image) => image.checkVisibility() && image.complete && !image.naturalWidth)
            .map(({ currentSrc }) => currentSrc),
        );
        expect(broken).toEqual([]);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      });
    }
  });
}

for (const [path, text] of Object.entries(missingPaths)) {
  test(`${path} is answered 404`, async ({ page, request }) => {
    expect((await request.get(path)).status()).toBe(404);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(text);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await expect(page.getByRole("main").getByRole("link")).toHaveAttribute("href", /^\//);
  });
}

test("every link of every page leads somewhere", async ({ page, request, baseURL }) => {
  const found = new Map<string, string>();
  for (const path of publicPaths) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const html = await (await request.get(path)).text();
    for (const [, href = ""] of html.matchAll(/\bhref="([^"]*)"/g)) {
      const target = new URL(href.replaceAll("&amp;", "&"), new URL(path, baseURL));
      if (target.origin === baseURL) found.set(target.pathname + target.search, path);
    }
  }
  expect(found.size).toBeGreaterThan(publicPaths.length);
  const answers = await Promise.all(
    Array.from(found, async ([target, from]) => {
      const status = (await request.get(target)).status();
      return status === 200 ? undefined : `${from} links to ${target}: ${status}`;
    }),
  );
  expect(answers.filter(Boolean)).toEqual([]);
  await page.goto("/");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  for (const path of publicPaths) {
    test(`${path} can be read`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const headings = page.getByRole("main").locator("h2");
      for (const heading of await headings.all()) {
        // oxlint-disable-next-line no-await-in-loop -- in the order of the page
        await expect(heading).toHaveCSS("opacity", "1");
      }
      await expect(page.getByRole("contentinfo").getByRole("link")).not.toHaveCount(0);
    });
  }
});
