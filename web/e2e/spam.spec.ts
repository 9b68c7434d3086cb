import type { Page } from "@playwright/test";
import { expectClean, expectCleanEverywhere } from "./axe";
import { expect, fillContact, newRequest, sendButton, test } from "./fixtures";
import { openDashboard, record } from "./records";

/** Fills in every field of a form, visible or not, as bots do. */
async function fillAll(page: Page, text: string): Promise<void> {
  await page
    .locator("form input:not([type=hidden]), form textarea")
    .evaluateAll((fields, value) => {
      for (const field of fields as HTMLInputElement[]) field.value ||= value;
    }, text);
}

const thanks = "Your Consultation Added Successfully";

test("accepts a bot's form, stores it as spam with reasons, and restores it on request", async ({
  page,
  server,
}) => {
  const sent = newRequest();
  await page.goto("/contact");
  await fillContact(page, sent);
  await fillAll(page, "Cheap pills");
  await sendButton(page).click();
  await expect(page.getByText(thanks)).toBeVisible();

  await openDashboard(page, server, "/dashboard?box=spam");
  await page.getByRole("link", { name: `View ${sent.name}` }).click();
  const { state, button, history } = record(page);
  await expect(state).toHaveText(/^Spam/);
  const reason = page.getByText("A hidden field was filled in (bots do this).");
  await expect(history.last()).toContainText("The system marked this as spam");
  await expectCleanEverywhere(page, () => expect(reason).toBeVisible());
  await button("Not spam").click();
  await expect(state).toHaveText(/^New/);
  await expect(reason).toHaveCount(0);
});

test("visitors cannot reach the honeypot field", async ({ page }) => {
  await page.goto("/contact");
  const trap = page.locator("form").getByLabel("Please leave this field empty");
  await expect(trap).toHaveCount(1);
  await page.getByLabel("Message").focus();
  for (const next of ["Full Name", "Email", "Referral"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByLabel(next)).toBeFocused();
  }
  const tree = await page.getByRole("main").ariaSnapshot();
  expect(tree).not.toContain("leave this field");
  await expectClean(page);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("form without scripts is complete and is not spam", async ({
    page,
    browser,
    server,
    baseURL,
  }) => {
    const sent = newRequest();
    await page.goto("/contact");
    await fillContact(page, sent);
    await sendButton(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(thanks);

    const context = await browser.newContext({ baseURL: baseURL ?? "", javaScriptEnabled: true });
    const dashboard = await context.newPage();
    await openDashboard(dashboard, server, "/dashboard?box=new");
    await expect(dashboard.getByRole("link", { name: `View ${sent.name}` })).toBeVisible();
    await context.close();
  });
});
