import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, sendButton, test } from "../fixtures";
import { missingPaths, openJobs, publicPaths, scrollThrough, services } from "../site";

const folder = fileURLToPath(new URL("../../../.local/screenshots/", import.meta.url));

for (const width of [375, 768, 1440]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: "reduce" } });

    test("public pages", async ({ page }) => {
      for (const path of [...publicPaths, ...Object.keys(missingPaths), "/login"]) {
        /* oxlint-disable no-await-in-loop -- one page after the other */
        await page.goto(path);
        await capture(page, path.slice(1).replaceAll("/", "-") || "home");
        /* oxlint-enable no-await-in-loop */
      }
    });

    test("dialogs and menus", async ({ page }) => {
      test.skip(services.length === 0 || openJobs.length === 0, "no service or no open job");
      await page.goto("/");
      const menu = page.getByRole("button", { name: "Menu" });
      if (await menu.isVisible()) {
        await menu.click();
        await capture(page, "open-menu", false);
        await page.getByRole("dialog").getByRole("button", { name: "Services" }).click();
        await capture(page, "open-menu-services", false);
      } else {
        await page.getByRole("button", { name: "Services" }).first().hover();
        await capture(page, "open-services", false);
      }
      await page.goto("/careers");
      await page.getByRole("main").getByText("Apply here").first().click();
      await capture(page, "open-application", false);
      await page.goto("/contact");
      await sendButton(page).click();
      await expect(page.getByText("Message is required")).toBeVisible();
      await capture(page, "contact-refused");
    });
  });
}

async function capture(page: Page, name: string, fullPage = true) {
  if (fullPage) await scrollThrough(page);
  await page.waitForLoadState("networkidle");
  const width = page.viewportSize()?.width;
  await page.screenshot({ path: `${folder}${name}-${width}.png`, fullPage });
}
