import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { deferred } from "../test/deferred";
import { fillApplication, newApplication, openApplication, submitButton } from "./application-form";
import { expect, isHydrated, test } from "./fixtures";
import { openJob, openJobs } from "./site";

const FAQ_SCRIPT = "**/assets/FaqPage-*.js";

/** Simulates a deployment that replaced the page's script, until the new version is loaded. */
async function replaceScript(page: Page, { forGood = false } = {}) {
  const loads: string[] = [];
  page.on("framenavigated", (frame) => loads.push(frame.url()));
  let gone = true;
  await page.route(FAQ_SCRIPT, (route) =>
    gone ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
  await page.route("**/faq", (route) => {
    if (route.request().isNavigationRequest() && !forGood) gone = false;
    return route.continue();
  });
  return loads;
}

const faqLink = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "FAQ" });
const complaint = /dynamically imported module|404/;

test("tab from before a deployment reaches the requested page", async ({ page }) => {
  await page.goto("/");
  await replaceScript(page);
  await faqLink(page).click();
  await expect(page).toHaveURL(/\/faq$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(faqLink(page)).toHaveAttribute("aria-current", "page");
});

test("requests a missing script once more, not forever", async ({ page, consoleErrors }) => {
  await page.goto("/");
  const loads = await replaceScript(page, { forGood: true });
  await faqLink(page).click();
  await expect(page).toHaveURL(/\/faq$/);
  // The prerendered page is readable.
  await expect(page.locator("details").first()).toBeVisible();
  await expect.poll(() => consoleErrors.length).toBeGreaterThan(0);
  await page.waitForLoadState("networkidle");
  expect(loads.filter((url) => url.endsWith("/faq")).length).toBeLessThanOrEqual(2);
  const complaints = consoleErrors.splice(0);
  expect(complaints.filter((text) => !complaint.test(text))).toEqual([]);
});

test("a reload for a new version loses nothing that was typed", async ({ page }) => {
  const message = "We run a ferry and need a booking site.";
  await page.goto("/contact");
  await page.getByLabel("Message").fill(message);
  await replaceScript(page);
  await faqLink(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Asked often, answered plainly.",
  );
  await page.waitForFunction(isHydrated);
  await page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Message")).toHaveValue(message);
});

test("Back from before a deployment reaches the former page", async ({ page }) => {
  await page.goto("/faq");
  await page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await page.reload();
  await page.getByLabel("Message").fill("We run a ferry and need a booking site.");
  await replaceScript(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/faq$/);
  await expect(page.locator("details").first()).toBeVisible();
  await expect(faqLink(page)).toHaveAttribute("aria-current", "page");
});

// Firefox drops the scripts that it waits for when a page is left. Chromium keeps them until the next one comes.
test("a page that is left while it waits for a script does not hold its visitor", async ({
  page,
  consoleErrors,
}) => {
  const dropped = deferred<void>();
  await page.goto("/");
  await page.route(FAQ_SCRIPT, async (route) => {
    await dropped.promise;
    await route.abort();
  });
  const asked = page.waitForRequest(FAQ_SCRIPT);
  await faqLink(page).click();
  await asked;
  await page.route("**/careers", async (route) => {
    const failed = page.waitForEvent("requestfailed");
    dropped.resolve();
    await failed;
    // A reload would come now. A page that is being left cannot be asked.
    await setTimeout(500);
    await route.continue();
  });
  await page.goto("/careers");
  await expect(page).toHaveURL(/\/careers$/);
  consoleErrors.splice(0);
});

test("reports a missing network, and can leave the page again", async ({
  page,
  context,
  consoleErrors,
}) => {
  await page.goto("/");
  await context.setOffline(true);
  await faqLink(page).click();
  await expect(page.getByRole("alert")).toContainText("This page could not be loaded.");
  await context.setOffline(false);
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Software worth keeping.");
  consoleErrors.splice(0);
});

test("open page shows what a newer server refuses, and keeps text and file", async ({ page }) => {
  test.skip(openJobs.length === 0, "no job is open");
  const sentence = "Your Full Name must be at least forty characters";
  const application = newApplication();
  const dialog = await openApplication(page, openJob.title);
  await fillApplication(dialog, application);
  await page.route("**/api/applications/create", (route) =>
    route.fulfill({ status: 422, json: { message: "Refused", errors: { full_name: sentence } } }),
  );
  await submitButton(dialog).click();
  await expect(dialog.getByText(sentence)).toBeVisible();
  await expect(dialog.getByLabel("Full Name")).toBeFocused();
  await expect(dialog.getByLabel("Cover Letter")).toHaveValue(application.letter);
  await expect(dialog.getByText(application.cv.name)).toBeVisible();

  await dialog.getByLabel("Full Name").fill(application.name.padEnd(40, "s"));
  await expect(dialog.getByText(sentence)).toHaveCount(0);
  await page.unroute("**/api/applications/create");
  await submitButton(dialog).click();
  await expect(page.getByText("Application Submitted Successfully!")).toBeVisible();
});
