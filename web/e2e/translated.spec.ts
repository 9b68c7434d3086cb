import { fillApplication, newApplication, openApplication, submitButton } from "./application-form";
import { expect, fillContact, newRequest, sendButton, test } from "./fixtures";
import { openJob, scrollThrough } from "./site";
import { translatePage } from "./translated";

test("the contact form works on a translated page", async ({ page }) => {
  await page.goto("/contact");
  await translatePage(page);
  await sendButton(page).click();
  await expect(page.getByText("Message is required")).toBeVisible();
  const request = newRequest();
  await fillContact(page, request);
  await expect(page.getByText("Message is required")).toBeHidden();
  await page.route("**/api/consultations/create", (route) => route.abort(), { times: 1 });
  await sendButton(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "Couldn't reach" })).toBeVisible();
  await sendButton(page).click();
  await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();
  await expect(page.getByText(/^Thank you\. We will read it/)).toBeVisible();
  await page.getByLabel("Message").fill("A".repeat(8000));
  await expect(page.getByText("8,000 / 10,000")).toBeVisible();
  await page.getByLabel("Message").fill("A draft of a message");
  await expect(page.getByText(" / 10,000")).toBeHidden();
  await page.reload();
  await translatePage(page);
  await page.getByLabel("Full Name").fill("Ada");
  await expect(page.getByText("Fields that you have filled in will not change.")).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Message")).toHaveValue("A draft of a message");
});

test("an application with a CV works on a translated page", async ({ page }) => {
  test.skip(openJob.title === "", "no job is open");
  await page.goto("/careers");
  await translatePage(page);
  await page.getByRole("button", { name: `Apply here: ${openJob.title}` }).click();
  const dialog = page.getByRole("dialog");
  const application = newApplication();
  await submitButton(dialog).click();
  await expect(dialog.getByText("Please upload your CV")).toBeVisible();
  await fillApplication(dialog, application);
  await expect(dialog.getByText(application.cv.name)).toBeVisible();
  await expect(dialog.getByText("39 KB")).toBeVisible();
  await dialog.getByRole("button", { name: /^Remove/ }).click();
  await expect(dialog.getByText("Drop your file here")).toBeVisible();
  const larger = newApplication(80_000).cv;
  await dialog.getByLabel("CV").setInputFiles(application.cv);
  await dialog.getByLabel("CV", { exact: true }).setInputFiles(larger);
  await expect(dialog.getByText("78.1 KB")).toBeVisible();
  await submitButton(dialog).click();
  await expect(page.getByText("Application Submitted Successfully!")).toBeVisible();
  await expect(page.getByText(/^Thank you\. You will hear from us/)).toBeVisible();
  const again = await openApplication(page, openJob.title);
  await translatePage(page);
  await again.getByRole("button", { name: "Cancel" }).click();
  await expect(again).toBeHidden();
});

for (const width of [375, 1440]) {
  test(`pages, menus and carousels work on a translated page, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    await translatePage(page);
    await scrollThrough(page);
    for (const next of await page.getByRole("button", { name: "Next" }).all()) {
      // oxlint-disable-next-line no-await-in-loop -- one carousel after the other
      if (await next.isVisible()) await next.click();
    }
    await page.evaluate(() => scrollTo(0, 0));
    if (width < 768) {
      await page.getByRole("button", { name: /menu/i }).click();
      const menu = page.getByRole("dialog");
      await menu.getByText("Services").first().click();
      await menu.getByRole("link", { name: "FAQ" }).click();
    } else {
      await page.getByRole("button", { name: "Services" }).hover();
      const panel = page.locator("header [data-open]");
      for (const link of await panel.getByRole("link").all()) {
        // oxlint-disable-next-line no-await-in-loop -- one service after the other
        await link.hover();
      }
      await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
    }
    await expect(page).toHaveURL(/\/faq$/);
    await page.locator("summary").first().click();
    await page.locator("summary").nth(1).click();
    for (const path of ["/project", "/about", "/careers", "/hireus"]) {
      // oxlint-disable-next-line no-await-in-loop -- as a visitor does
      await page.evaluate(
        (to) => document.querySelector<HTMLElement>(`footer a[href="${to}"]`)?.click(),
        path,
      );
      // oxlint-disable-next-line no-await-in-loop -- as a visitor does
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      // oxlint-disable-next-line no-await-in-loop -- as a visitor does
      await scrollThrough(page);
    }
    await page.goBack();
    await page.goto("/project");
    await translatePage(page);
    const pager = page.getByRole("navigation", { name: "Pages of projects" });
    await pager.getByRole("link", { name: "Next" }).click();
    await expect(pager.getByRole("link", { name: "Previous" })).toBeVisible();
    await pager.getByRole("link", { name: "Previous" }).click();
    await page.getByRole("link", { name: /Maravel Fashion Store/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Maravel Fashion Store");
    await page.goto("/no/such/page");
    await translatePage(page);
    await page.getByRole("main").getByRole("link").first().click();
    await expect(page.getByText("Page not found.")).toBeHidden();
  });
}
