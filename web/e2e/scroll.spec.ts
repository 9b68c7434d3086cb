import { expect, test } from "./fixtures";

const position = () => scrollY;

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
