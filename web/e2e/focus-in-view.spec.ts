import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { newRecord, openDashboard } from "./records";
import { openJob } from "./site";

const SIZES = [
  { width: 375, height: 667 },
  { width: 320, height: 256 },
];

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Returns a description of the focused element if another one covers its center. */
function coveredFocus(): string | undefined {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return undefined;
  const [box = focused.getBoundingClientRect()] = focused.getClientRects();
  // The middle of what fits into the window.
  const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2;
  const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
  const top = document.elementFromPoint(x, y);
  const isSeen = top !== null && (focused.contains(top) || top.contains(focused));
  return isSeen
    ? undefined
    : `${focused.outerHTML.slice(0, 120)} under ${top?.outerHTML.slice(0, 80)}`;
}

/** Walks through the page by Tab and back, and returns what was covered. */
async function walk(page: Page): Promise<string[]> {
  const covered = new Set<string>();
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let step = 0; step < 400; step += 1) {
      /* oxlint-disable no-await-in-loop -- one key after the other */
      await page.keyboard.press(key);
      const found = await page.evaluate(coveredFocus);
      if (found) covered.add(`${key}: ${found}`);
      const isAtEnd = await page.evaluate(() => document.activeElement === document.body);
      if (isAtEnd && step > 0) break;
      /* oxlint-enable no-await-in-loop */
    }
  }
  return [...covered];
}

const publicViews = [
  "/",
  "/project",
  "/project/ecommerce",
  "/service/website",
  "/about",
  "/careers",
  openJob.path,
  "/hireus",
  "/faq",
  "/contact",
  "/login",
  "/no/such/page",
];

for (const path of publicViews) {
  test(`what has the focus is seen on ${path}`, async ({ page }) => {
    for (const size of SIZES) {
      /* oxlint-disable no-await-in-loop -- one window after the other */
      await page.setViewportSize(size);
      await page.goto(path);
      expect(await walk(page), `${size.width} pixels wide`).toEqual([]);
      /* oxlint-enable no-await-in-loop */
    }
  });
}

test("what has the focus is seen in the dashboard", async ({ page, server }) => {
  test.setTimeout(180_000);
  server.seed(20);
  const { path: record } = await newRecord(page.request);
  for (const size of SIZES) {
    for (const path of ["/dashboard", record, "/dashboard/account"]) {
      /* oxlint-disable no-await-in-loop -- one window after the other */
      await page.setViewportSize(size);
      await openDashboard(page, server, path);
      expect(await walk(page), `${path}, ${size.width} pixels wide`).toEqual([]);
      /* oxlint-enable no-await-in-loop */
    }
  }
});

test("a key in the bar does not scroll the page", async ({ page }) => {
  await page.goto("/faq");
  await page.evaluate(() => scrollTo(0, 400));
  const bar = page.getByRole("navigation", { name: "Main" });
  await bar.getByRole("link", { name: "FAQ" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  expect(await page.evaluate(() => scrollY)).toBe(400);
});

test("a link to the page that is shown goes to its top", async ({ page }) => {
  const bar = page.getByRole("banner");
  const faq = bar.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "FAQ" });
  await page.goto("/faq");
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await faq.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

  // Also if a page between was asked for and has not come.
  await page.route(/HomePage.*\.js$/, () => undefined);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await bar.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await faq.click();
  await expect(page).toHaveURL(/\/faq$/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test("skipping to the content is no navigation", async ({ page }) => {
  await page.goto("/faq");
  const before = await page.evaluate(() => history.length);
  await page.getByRole("link", { name: "Skip to content" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  expect(await page.evaluate(() => [scrollY < 300, history.length, location.hash])).toEqual([
    true,
    before,
    "",
  ]);
});
