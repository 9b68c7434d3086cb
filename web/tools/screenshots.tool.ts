import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, fillContact, newRequest, sendButton, signIn, test } from "../e2e/fixtures";
import { record } from "../e2e/working";
import { missingPaths, openJobs, publicPaths, scrollThrough, services } from "../e2e/site";

const folder = fileURLToPath(new URL("../../.local/screenshots/", import.meta.url));

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

    test("dashboard", async ({ page, admin }) => {
      await page.goto("/dashboard");
      await signIn(page, admin);
      await expect(page.getByRole("main")).toContainText(/consultation/i);
      await capture(page, "dashboard-first");
      await page.goto("/dashboard/application");
      await expect(page.getByText("No application available")).toBeVisible();
      await capture(page, "dashboard-applications-empty");
      for (let count = 0; count < 12; count += 1) {
        /* oxlint-disable no-await-in-loop -- one after the other, as they come */
        await page.goto("/contact");
        await fillContact(page, newRequest());
        await sendButton(page).click();
        await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();
        /* oxlint-enable no-await-in-loop */
      }
      await page.goto("/dashboard");
      await expect(page.getByRole("table")).toBeVisible();
      await capture(page, "dashboard-consultations");
      await page.getByRole("link", { name: "View" }).first().click();
      await expect(page.getByRole("button", { name: "Reply" })).toBeVisible();
      await capture(page, "dashboard-consultation");
      const { button, note, history } = record(page);
      await button("Start").click();
      await note.fill("Rang her up.\nShe will write.");
      await button("Add note").click();
      await expect(history).toHaveCount(3);
      await capture(page, "dashboard-consultation-worked");
      await page.goto("/contact");
      await fillContact(page, newRequest());
      const trap = page.locator("form").getByLabel("Please leave this field empty");
      await trap.evaluate((field: HTMLInputElement) => (field.value = "Cheap pills"));
      await sendButton(page).click();
      await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();
      await page.goto("/dashboard?box=spam");
      await page.getByRole("link", { name: "View" }).first().click();
      await expect(page.getByText("Why this is in spam")).toBeVisible();
      await capture(page, "dashboard-consultation-spam");
      await page.goto("/dashboard?box=open");
      await expect(page.getByRole("table")).toBeVisible();
      await capture(page, "dashboard-box");
      await page.goto("/dashboard?box=spam&assigned=me");
      await expect(page.getByText("No consultations are spam and assigned to you")).toBeVisible();
      await capture(page, "dashboard-box-empty");
      await page.goto("/dashboard?q=lovelace&assigned=nobody");
      await expect(page.locator("mark").first()).toBeVisible();
      const filters = page.getByRole("button", { name: "Filters and sorting" });
      if (await filters.isVisible()) await filters.click();
      await page.getByLabel("Submitted").selectOption("Between dates");
      await page.getByLabel("From", { exact: true }).fill("2026-01-01");
      await expect(page.getByRole("button", { name: "Clear From Jan 1, 2026" })).toBeVisible();
      await expect(page.getByText(/found/)).toBeVisible();
      await capture(page, "dashboard-filters");
      await page.goto("/dashboard?q=ada+example");
      await expect(page.locator("mark").first()).toBeVisible();
      await capture(page, "dashboard-search");
      await page.getByRole("link", { name: "View" }).first().click();
      await expect(page.getByRole("button", { name: "Reply" })).toBeVisible();
      await capture(page, "dashboard-search-record");
      await page.goto("/dashboard?q=zeppelin");
      await expect(page.getByText("No consultations were found")).toBeVisible();
      await capture(page, "dashboard-search-empty");
      await page.route("**/api/consultations?*q=ada+lov*", async (route) => {
        const found = (await (await route.fetch()).json()) as object;
        await route.fulfill({ json: { ...found, count: 10_000, more: true, complete: false } });
      });
      await page.goto("/dashboard?q=ada+lov&from=nonsense");
      await expect(page.getByText(/^Still indexing/)).toBeVisible();
      await capture(page, "dashboard-search-incomplete");
      await page.goto("/dashboard/consultation/no-such-slug");
      await expect(page.getByText("Consultation not found")).toBeVisible();
      await capture(page, "dashboard-consultation-missing");
      await page.route("**/api/consultations?**", (route) => route.fulfill({ status: 404 }));
      await page.goto("/dashboard");
      await expect(page.getByText("Error loading consultations")).toBeVisible();
      await capture(page, "dashboard-error");
    });
  });
}

async function capture(page: Page, name: string, fullPage = true) {
  if (fullPage) await scrollThrough(page);
  await page.waitForLoadState("networkidle");
  const width = page.viewportSize()?.width;
  await page.screenshot({ path: `${folder}${name}-${width}.png`, fullPage });
}
