import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { openDashboard } from "./records";

const position = () => scrollY;

/**
 * Maximum shift of a restored position, in CSS pixels. The line about a temporary password may arrive after the list:
 * on a phone it takes two lines of text, which is less than this.
 */
const MAX_SHIFT_PX = 80;

/** Responds to the scripts of this page only once it is released. */
async function holdScripts(page: Page): Promise<() => void> {
  let release!: () => void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("Back after a reload restores the scroll position and keeps the header", async ({ page }) => {
  await page.goto("/");
  const link = page.getByRole("contentinfo").getByRole("link", { name: "About Us" });
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(position);
  await link.click();
  await expect(page).toHaveURL(/\/about$/);
  await expect.poll(() => page.evaluate(position)).toBe(0);
  await page.reload();
  const banner = page.getByRole("banner");
  await banner.evaluate((element) => element.setAttribute("data-kept", "yes"));
  const release = await holdScripts(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(banner).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/about/i);
  await expect.poll(() => page.evaluate(position)).toBe(before);
  await expect(banner).toHaveAttribute("data-kept", "yes");
});

test("Back after a reload restores the scroll position of a list", async ({ page, server }) => {
  server.seed(20);
  await page.setViewportSize({ width: 375, height: 500 });
  await openDashboard(page, server);
  // It arrives with the username, and moves the list.
  await expect(page.getByText(/temporary password expires/)).toBeVisible();
  await page
    .getByRole("link", { name: /^View / })
    .last()
    .scrollIntoViewIfNeeded();
  const before = await page.evaluate(position);
  expect(before).toBeGreaterThan(100);
  // The browser keeps what is seen in its place when the line about the password arrives after the list.
  const distance = async () => Math.abs((await page.evaluate(position)) - before);
  await page
    .getByRole("link", { name: /^View / })
    .last()
    .click();
  await expect(page).toHaveURL(/\/dashboard\/consultation\/[^/]+$/);
  await expect.poll(() => page.evaluate(position)).toBe(0);
  await page.reload();
  await expect(page.getByRole("button", { name: "Back" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("link", { name: /^View / }).last()).toBeVisible();
  await expect.poll(distance).toBeLessThan(MAX_SHIFT_PX);
  await page.reload();
  await expect(page.getByRole("link", { name: /^View / }).last()).toBeVisible();
  await expect.poll(distance).toBeLessThan(MAX_SHIFT_PX);
});

test("Back between the pages of a list restores the scroll position", async ({ page, server }) => {
  server.seed(20);
  await page.setViewportSize({ width: 375, height: 500 });
  await openDashboard(page, server);
  await expect(page.getByText(/temporary password expires/)).toBeVisible();
  const pager = page.getByRole("navigation", { name: "Pagination" });
  await pager.scrollIntoViewIfNeeded();
  const before = await page.evaluate(position);
  expect(before).toBeGreaterThan(100);
  await pager.getByRole("link", { name: "Page 2", exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(() => page.evaluate(position)).toBe(0);
  await page.goBack();
  await expect(page).not.toHaveURL(/page=2/);
  await expect.poll(() => page.evaluate(position)).toBe(before);
});

test("Back and Forward restore the scroll position", async ({ page }) => {
  await page.goto("/");
  const link = page.getByRole("contentinfo").getByRole("link", { name: "About Us" });
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(position);
  expect(before).toBeGreaterThan(500);
  await link.click();
  await expect(page).toHaveURL(/\/about$/);
  await expect.poll(() => page.evaluate(position)).toBe(0);
  await page.evaluate(() => scrollTo(0, 300));
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => page.evaluate(position)).toBe(before);
  await page.goForward();
  await expect(page).toHaveURL(/\/about$/);
  await expect.poll(() => page.evaluate(position)).toBe(300);
});
