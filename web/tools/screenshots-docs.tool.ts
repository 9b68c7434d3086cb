import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, sendButton, signIn, test } from "../e2e/fixtures";

const folder = new URL("../../docs/pictures/", import.meta.url);
const LARGEST = 120_000;

test.skip(process.env["PICTURES"] !== "yes", "PICTURES=yes draws the pictures of README.md anew");
test.use({ contextOptions: { reducedMotion: "reduce" } });

test.describe("wide", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("home", async ({ page }) => {
    await page.goto("/");
    await capture(page, "home-1440");
  });

  test("the list of consultations", async ({ page, admin, server }) => {
    server.seed(180);
    await page.goto("/dashboard");
    await signIn(page, admin);
    // By name, because not every machine has letters for all the names of the newest.
    await page.goto("/dashboard?sort=name_asc&page=2");
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(11);
    await capture(page, "dashboard-1440");
  });
});

test.describe("narrow", () => {
  test.use({ viewport: { width: 375, height: 900 } });

  test("the contact form with its messages", async ({ page }) => {
    await page.goto("/contact");
    await page.getByLabel("Message").fill("Too short");
    await page.getByLabel("Email").fill("ada@example");
    await sendButton(page).click();
    await expect(page.getByText("Message must be at least ten characters")).toBeVisible();
    await page.locator("form").evaluate((form) => {
      form.scrollIntoView({ block: "center", behavior: "instant" });
    });
    await capture(page, "contact-375");
  });
});

/** What the window shows, as WebP, which Playwright itself does not write. */
async function capture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 85 });
  const picture = Buffer.from(data, "base64");
  expect(picture.length, `bytes of ${name}`).toBeLessThan(LARGEST);
  writeFileSync(new URL(`${name}.webp`, folder), picture);
}
