import { expect, signIn, test } from "./fixtures";

/** What a visitor has chosen as the size of letters, twice what browsers come with. */
const SIZE = 32;
const WIDTHS = [1280, 768];

test.use({
  launchOptions: async ({ launchOptions }, provide) =>
    provide({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${SIZE}`],
    }),
});

for (const path of ["/", "/contact", "/careers", "/project/ecommerce", "/service/website"]) {
  test(`in large letters ${path} is no wider than the window`, async ({ page }) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      expect(await page.evaluate(rootSize)).toBe(SIZE);
      expect(await page.evaluate(widest)).toBeLessThanOrEqual(width);
      await expect(page.getByRole("button", { name: "Menu" })).toBeInViewport({ ratio: 1 });
    }
  });
}

test("in large letters the dashboard is no wider than the window, and can be left", async ({
  page,
  admin,
}) => {
  await page.goto("/dashboard");
  await signIn(page, admin);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(widest)).toBeLessThanOrEqual(width);
    await expect(page.getByRole("button", { name: "Logout" })).toBeInViewport({ ratio: 1 });
  }
});

function rootSize(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** How wide the page is, with what can be scrolled to. */
function widest(): number {
  return document.documentElement.scrollWidth;
}
