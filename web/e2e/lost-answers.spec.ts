import { appendFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { fillApplication, newApplication, openApplication, submitButton } from "./application-form";
import { expect, fillContact, newRequest, sendButton, test } from "./fixtures";
import { openDashboard, signedIn } from "./records";
import { openJob } from "./site";

const UNREACHABLE = "Couldn't reach the server. Check your connection and try again.";
const FAILURE = "Something went wrong. Please try again.";
const CHANGED = "The file has changed since you chose it. Choose it again.";
const PORTAL = "<!doctype html><title>Guest network</title><h1>Accept our terms</h1>";

/** Responses that are not of our server, or only a part of one. The tests of the calls know more kinds. */
const foreign = {
  "a portal's page": { status: 200, contentType: "text/html", body: PORTAL },
  "a cut body": { status: 201, contentType: "application/json", body: '{"slug":"abc","subm' },
};

/** Responds to calls like a portal or proxy until it is let through. */
async function intercept(page: Page, path: string, response: (typeof foreign)["a cut body"]) {
  await page.route(path, (route) => route.fulfill(response));
  return () => page.unroute(path);
}

for (const [name, response] of Object.entries(foreign)) {
  test(`keeps forms, the session and records: ${name}`, async ({ page, admin }) => {
    test.skip(openJob.title === "", "no job is open");
    const request = newRequest();
    await page.goto("/contact");
    await fillContact(page, request);
    let release = await intercept(page, "**/api/consultations/create", response);
    await sendButton(page).click();
    await expect(page.getByRole("alert").filter({ hasText: UNREACHABLE })).toBeVisible();
    await expect(page.getByText(FAILURE)).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue(request.message);
    await release();
    await sendButton(page).click();
    await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();

    const application = newApplication();
    const dialog = await openApplication(page, openJob.title);
    await fillApplication(dialog, application);
    release = await intercept(page, "**/api/applications/create", response);
    await submitButton(dialog).click();
    await expect(dialog.getByRole("alert").filter({ hasText: UNREACHABLE })).toBeVisible();
    await expect(dialog.getByText(application.cv.name)).toBeVisible();
    await release();
    await submitButton(dialog).click();
    await expect(page.getByText("Application Submitted Successfully!")).toBeVisible();

    // The list opens although its session has to be refreshed behind the portal first.
    await signedIn(page, admin, "/dashboard");
    await expect(page.getByRole("link", { name: /^View / }).first()).toBeVisible();
    release = await intercept(page, "**/api/**", response);
    await page.reload();
    await expect(page.getByText(/Couldn't reach the server/).first()).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    await release();
    await page.reload();
    await expect(page.getByRole("link", { name: /^View / }).first()).toBeVisible();
  });
}

test.describe("a CV that changes after it was chosen", () => {
  test.skip(openJob.title === "", "no job is open");
  let folder: string;
  let path: string;
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cv-"));
    path = join(folder, "cv.pdf");
    writeFileSync(path, newApplication(300_000).cv.buffer);
    // Browsers compare times of files in seconds.
    const hourAgo = Date.now() / 1000 - 3600;
    utimesSync(path, hourAgo, hourAgo);
  });
  test.afterEach(() => rmSync(folder, { recursive: true }));

  const changes = {
    saved: () => appendFileSync(path, "%"),
    deleted: () => rmSync(path),
  };
  for (const [name, change] of Object.entries(changes)) {
    test(`is asked for again: ${name} before it is sent`, async ({ page }) => {
      await page.goto(openJob.path);
      await fillApplication(page, newApplication());
      await page.getByLabel("CV", { exact: true }).setInputFiles(path);
      change();
      await submitButton(page).click();
      await expect(page.getByText(CHANGED)).toBeVisible();
      await expect(page.getByLabel("CV", { exact: true })).toBeFocused();
      writeFileSync(path, newApplication().cv.buffer);
      await page.getByLabel("CV", { exact: true }).setInputFiles(path);
      await expect(page.getByText(CHANGED)).toBeHidden();
      await submitButton(page).click();
      await expect(page.getByText("Application Submitted Successfully!")).toBeVisible();
    });

    test(`is asked for again: ${name} while it is sent`, async ({ page }) => {
      await page.exposeFunction("changeFile", change);
      await page.addInitScript(() => {
        const { send } = XMLHttpRequest.prototype;
        const { changeFile } = window as unknown as { changeFile: () => Promise<void> };
        XMLHttpRequest.prototype.send = function sendLater(body) {
          void changeFile().then(() => send.call(this, body));
        };
      });
      await page.goto(openJob.path);
      const application = newApplication();
      await fillApplication(page, application);
      await page.getByLabel("CV", { exact: true }).setInputFiles(path);
      await submitButton(page).click();
      await expect(page.getByText(CHANGED)).toBeVisible();
      await expect(page.getByText(FAILURE)).toBeHidden();
      await expect(page.getByLabel("Full Name")).toHaveValue(application.name);
    });
  }
});

test("stores half an emoji as U+FFFD", async ({ page, server }) => {
  const request = newRequest();
  await page.goto("/contact");
  await fillContact(page, request);
  await page.getByLabel("Message").evaluate((area: HTMLTextAreaElement) => {
    area.value = `We like it \ud83d and need a shop. ${area.value}`;
  });
  await sendButton(page).click();
  await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();
  await openDashboard(page, server, "/dashboard");
  await page
    .getByRole("row")
    .filter({ hasText: request.email })
    .getByRole("link", { name: "View" })
    .click();
  await expect(
    page.getByText(`We like it \ufffd and need a shop. ${request.message}`),
  ).toBeVisible();
});
