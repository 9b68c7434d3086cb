import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { openDashboard } from "./records";
import { missingIcons } from "./tools/engines/looks";

async function expectIcons(page: Page, atLeast: number) {
  const icons = page.locator("svg use:visible");
  await expect.poll(() => icons.count()).toBeGreaterThanOrEqual(atLeast);
  await expect.poll(() => page.evaluate(missingIcons)).toEqual([]);
}

test("icons are shown in the dashboard, also in forced colors and on paper", async ({
  page,
  server,
}) => {
  server.seed(1);
  await openDashboard(page, server);
  await expectIcons(page, 8);
  const color = (media: Parameters<Page["emulateMedia"]>[0]) =>
    page.emulateMedia(media).then(() =>
      page.evaluate(() => {
        const icon = document.querySelector("svg:has(use)") as Element;
        return [getComputedStyle(icon).fill, getComputedStyle(icon).color];
      }),
    );
  for (const media of [{}, { forcedColors: "active" }, { media: "print" }] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const [fill, text] = await color(media);
    expect(fill).toBe(text);
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("icons are shown before and without scripts, and move nothing", async ({ page }) => {
    for (const path of ["/", "/contact", "/nowhere"]) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      await page.goto(path);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await expectIcons(page, 5);
    }
  });

  test("icons take their space before their file arrives", async ({ page }) => {
    await page.route("**/assets/icons-*.svg", () => undefined);
    await page.goto("/contact", { waitUntil: "commit" });
    const icon = page.getByRole("contentinfo").locator("svg:has(use)").first();
    await expect(icon).toHaveCSS("width", "18px");
  });
});
