import type { Page } from "@playwright/test";
import { expectClean, expectFitting } from "./axe";
import { expect, test } from "./fixtures";
import { missingPaths, publicPaths, scrollThrough, templates } from "./site";
import { startSlowServer } from "./slow-server";

/** The layout shift score of a page, as measured by Chromium, and the elements that moved. */
const measureLayoutShift = () =>
  new Promise<{ total: number; moved: (string | undefined)[] }>((resolve) => {
    const record = (entries: PerformanceEntryList) => {
      const { fontAt = -Infinity, fontPainted = -Infinity } = document.documentElement.dataset;
      const shifts = (
        entries as (PerformanceEntry & {
          value: number;
          sources: { node?: Element }[];
        })[]
      ).filter(({ startTime }) => startTime < Number(fontAt) || startTime > Number(fontPainted));
      resolve({
        total: shifts.reduce((sum, { value }) => sum + value, 0),
        moved: shifts.flatMap(({ sources }) => sources.map(({ node }) => node?.className)),
      });
    };
    const observer = new PerformanceObserver((list) => record(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    // Entries are delivered in a later task, or never if there are none.
    requestIdleCallback(() => record([]), { timeout: 500 });
  });

/**
 * Records when a font has arrived, and when it was painted, which takes long on a busy machine. Text is painted before it,
 * in a font of nearly the same widths.
 */
function watchFonts() {
  document.fonts.addEventListener("loadingdone", () => {
    const { dataset } = document.documentElement;
    dataset["fontAt"] = String(performance.now());
    dataset["fontPainted"] = String(Infinity);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        dataset["fontPainted"] = String(performance.now());
      }),
    );
  });
}

test.describe("scrolled from top to bottom", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  for (const path of [...publicPaths, ...Object.keys(missingPaths)]) {
    test(`${path} has no layout shifts or overflow`, async ({ page }) => {
      await page.addInitScript(watchFonts);
      for (const width of [390, 1440]) {
        /* oxlint-disable no-await-in-loop -- one screen after the other */
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        await scrollThrough(page);
        expect(await page.evaluate(brokenPictures)).toEqual([]);
        const { total, moved } = await page.evaluate(measureLayoutShift);
        // Smaller shifts are invisible, and the score is usually reported with three decimals.
        expect(total, moved.join(", ")).toBeLessThan(0.0005);
        // The narrow layout of each kind of page is checked whole in the dark scheme.
        if (templates.includes(path))
          await (width === 1440 ? expectClean(page) : expectFitting(page));
        /* oxlint-enable no-await-in-loop */
      }
      for (const width of [1440, 1024, 768, 390, 320]) {
        /* oxlint-disable no-await-in-loop -- one screen after the other */
        await page.setViewportSize({ width, height: 900 });
        // Slides adapt to another width with a delay.
        const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
        await expect.poll(wide).toBeLessThanOrEqual(width);
        /* oxlint-enable no-await-in-loop */
      }
    });
  }
});

/** Waits for the pictures that were in view, and returns the broken ones. Slides outside the window are not loaded yet. */
const brokenPictures = async () => {
  const shown = Array.from(document.images).filter((image) => {
    const { left, right } = image.getBoundingClientRect();
    return image.checkVisibility() && right > 0 && left < innerWidth;
  });
  await Promise.all(shown.map(async (image) => image.decode().catch(() => undefined)));
  return shown.filter(({ naturalWidth }) => !naturalWidth).map(({ currentSrc }) => currentSrc);
};

test("responds 404 to unknown addresses", async ({ page }) => {
  for (const [path, text] of Object.entries(missingPaths)) {
    /* oxlint-disable no-await-in-loop -- one page after the other */
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(text);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await expect(page.getByRole("main").getByRole("link")).toHaveAttribute("href", /^\//);
    /* oxlint-enable no-await-in-loop */
  }
});

test("every link of every page works", async ({ request, baseURL }) => {
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
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("every page is readable", async ({ page }) => {
    for (const path of publicPaths) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      await test.step(path, () => expectReadable(page, path));
    }
  });
});

for (const [path, part] of [
  ["/", "<footer"],
  ["/contact", "<footer"],
  ["/no/such/page", "Privacy Policy"],
  ["/no/such/page", "</main>"],
] as const) {
  test(`paints what has arrived of ${path}, and moves nothing when the rest does: ${part}`, async ({
    page,
    server,
  }) => {
    const slow = await startSlowServer(server.url, part);
    await page.addInitScript(watchFonts);
    await page.goto(slow.url + path, { waitUntil: "commit" });
    const paints = () => page.evaluate(() => performance.getEntriesByType("paint").length);
    await expect.poll(paints).toBe(2);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("footer")).toBeHidden();
    slow.sendRest();
    await expect(page.locator("footer")).toBeVisible();
    const { total, moved } = await page.evaluate(measureLayoutShift);
    expect(total, moved.join(", ")).toBeLessThan(0.0005);
    await slow.close();
  });
}

async function expectReadable(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const headings = page.getByRole("main").locator("h2");
  const faint = await headings.evaluateAll((all) =>
    all
      .filter((heading) => !heading.checkVisibility({ opacityProperty: true }))
      .map(({ textContent }) => textContent),
  );
  expect(faint).toEqual([]);
  await expect(page.getByRole("contentinfo").getByRole("link")).not.toHaveCount(0);
}
