import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { fillApplication, newApplication, openApplication, submitButton } from "./application-form";
import { wordDocument } from "../test/files";
import { expect, test } from "./fixtures";
import { startProxy } from "./proxy";
import { openJob } from "./site";
import { openDashboard } from "./records";

const JOB = openJob.title;
const SUCCESS = "Application Submitted Successfully!";
const FAILURE = "Something went wrong. Please try again.";
const LARGEST_CV = 5 * 1024 * 1024 - 1;
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

const word = (hasMacros: boolean) => ({
  name: "cv.docx",
  mimeType: "application/octet-stream",
  buffer: Buffer.from(wordDocument({ hasMacros })),
});

/** Goes offline once the toasts, which load with the form, can be shown. */
async function goOffline(page: Page): Promise<void> {
  await expect(page.locator("#toasts > *")).toBeAttached();
  await page.context().setOffline(true);
}

test("delivers an application with a file of the maximum size to an admin", async ({
  page,
  server,
}) => {
  const application = newApplication(LARGEST_CV);
  expect(application.cv.buffer).toHaveLength(LARGEST_CV);
  const dialog = await openApplication(page, JOB);
  await fillApplication(dialog, application);
  await submitButton(dialog).dblclick();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: `Apply here: ${JOB}` })).toBeFocused();

  await openDashboard(page, server, "/dashboard/application");
  const row = page.getByRole("row").filter({ hasText: application.email });
  await expect(row).toHaveCount(1);
  await expect(row.getByRole("cell").first()).toHaveAccessibleName(application.name);
  await row.getByRole("link", { name: "View" }).click();
  await expect(page).toHaveURL(/\/dashboard\/application\/[^/]+$/);
  await expect(page.getByText(JOB)).toBeVisible();
  await expect(page.getByText(application.letter)).toBeVisible();

  const arriving = page.waitForEvent("download");
  await page.getByRole("link", { name: application.cv.name }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe(application.cv.name);
  expect(sha256(await readFile(await download.path()))).toBe(sha256(application.cv.buffer));

  await page.getByRole("button", { name: "Respond" }).click();
  await expect(page.getByText("Respond functionality coming soon!")).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(row).toBeVisible();
});

test("stores one application after an aborted upload and a lost response", async ({
  page,
  server,
}) => {
  const proxy = await startProxy(server.url);
  const application = newApplication(2_000_000);
  await page.goto(`${proxy.url}/careers`);
  await page.getByRole("button", { name: `Apply here: ${JOB}` }).click();
  const dialog = page.getByRole("dialog");
  await fillApplication(dialog, application);

  for (const fail of [proxy.cutNextUpload, proxy.loseNextAnswer]) {
    fail();
    await submitButton(dialog).click();
    await expect(dialog.getByRole("alert")).toContainText("Couldn't reach the server");
    await expect(page.getByText(FAILURE)).toBeVisible();
    await expect(dialog.getByLabel("Full Name")).toHaveValue(application.name);
    await expect(dialog.getByText(application.cv.name)).toBeVisible();
  }
  await submitButton(dialog).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await proxy.close();

  await openDashboard(page, server, "/dashboard/application");
  await expect(page.getByRole("cell").filter({ hasText: application.email })).toHaveCount(1);
});

test("keeps a form that is sent offline, and sends it when the network returns", async ({
  page,
  context,
}) => {
  const dialog = await openApplication(page, JOB);
  const application = newApplication();
  await fillApplication(dialog, application);
  await goOffline(page);
  await submitButton(dialog).click();
  await expect(dialog.getByRole("alert")).toContainText("Couldn't reach the server");
  // The toasts move into the dialog, because everything else is inert.
  await expect(dialog.locator("#toasts")).toContainText(FAILURE);
  await expect(page.getByText(FAILURE)).toBeVisible();
  await expect(dialog.getByLabel("Cover Letter")).toHaveValue(application.letter);
  await context.setOffline(false);
  await submitButton(dialog).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
});

test("toast can be closed and does not cover the close button of the dialog", async ({ page }) => {
  const dialog = await openApplication(page, JOB);
  await fillApplication(dialog, newApplication());
  await goOffline(page);
  const toast = dialog.locator(".Toastify__toast").filter({ hasText: FAILURE });
  const ownClose = dialog.getByRole("button", { name: "Close", exact: true });
  await submitButton(dialog).click();
  const close = toast.getByRole("button", { name: "close", exact: true });
  // Keeps the toast open.
  await close.focus();
  for (const width of [1280, 768, 375]) {
    /* oxlint-disable no-await-in-loop -- one width after the other */
    await page.setViewportSize({ width, height: 667 });
    // Waits until it no longer moves.
    await close.click({ trial: true });
    const [below, above] = await Promise.all([toast.boundingBox(), ownClose.boundingBox()]);
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    expect(below?.x).toBeGreaterThanOrEqual(0);
    expect((below?.x ?? 0) + (below?.width ?? 0)).toBeLessThanOrEqual(width);
    /* oxlint-enable no-await-in-loop */
  }
  await close.click();
  await expect(toast).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await ownClose.click();
  await expect(dialog).toBeHidden();
  await expect(page.locator("#toasts")).toBeAttached();
  await expect(page.locator("dialog #toasts")).toHaveCount(0);
});

test("keeps toasts when a page is left with its dialog open", async ({ page }) => {
  await page.goto("/about");
  await page.getByRole("banner").getByRole("link", { name: "We Are Hiring" }).click();
  await page.getByRole("button", { name: `Apply here: ${JOB}` }).click();
  const dialog = page.getByRole("dialog", { name: `Apply: ${JOB}` });
  await fillApplication(dialog, newApplication());
  await goOffline(page);
  await submitButton(dialog).click();
  await dialog.getByText(FAILURE).hover();
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  await expect(dialog).toHaveCount(0);
  await expect(page.locator("#toasts")).toContainText(FAILURE);
});

test("refuses a document with macros before sending, and delivers one without", async ({
  page,
}) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\/api\/|documents.*\.wasm$/.test(pathname)) calls.push(pathname);
  });
  const dialog = await openApplication(page, JOB);
  const application = newApplication();
  await fillApplication(dialog, application);
  expect(calls).toEqual([]);
  await dialog.getByLabel("CV", { exact: true }).setInputFiles(word(true));
  await submitButton(dialog).click();
  await expect(dialog.getByText("Only PDF, DOC, or DOCX files are allowed")).toBeVisible();
  await expect(dialog.getByLabel("CV", { exact: true })).toBeFocused();
  expect(calls).toEqual([expect.stringMatching(/^\/assets\/documents/)]);

  await dialog.getByLabel("CV", { exact: true }).setInputFiles(word(false));
  await submitButton(dialog).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(calls.slice(1)).toEqual(["/api/applications/create"]);
});

test("shows the server's message for a document with macros without the documents module", async ({
  page,
}) => {
  await page.route("**/documents*.wasm", (route) => route.abort());
  const dialog = await openApplication(page, JOB);
  const application = newApplication();
  await fillApplication(dialog, { ...application, cv: word(true) });
  const answer = page.waitForResponse("**/api/applications/create");
  await submitButton(dialog).click();
  expect((await answer).status()).toBe(422);
  await expect(dialog.getByText("Only PDF, DOC, or DOCX files are allowed")).toBeVisible();
  await dialog.getByLabel("CV", { exact: true }).setInputFiles(word(false));
  await submitButton(dialog).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
});

test.describe("without the rules module", () => {
  test.beforeEach(({ page }) => page.route("**/*.wasm", (route) => route.abort()));

  test("server refuses with the same messages and stores a valid form", async ({ page }) => {
    const dialog = await openApplication(page, JOB);
    await submitButton(dialog).click();
    for (const words of [
      "Full name is required",
      "Email is required",
      "Cover letter is required",
      "Please upload your CV",
    ]) {
      await expect(dialog.getByText(words)).toBeVisible();
    }
    await fillApplication(dialog, newApplication());
    await submitButton(dialog).click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
  });
});

test("dialog keeps its input, traps the focus and restores it", async ({ page }) => {
  const dialog = await openApplication(page, JOB);
  const application = newApplication();
  await fillApplication(dialog, application);
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press("Tab");
    await expect(dialog.locator(":focus")).toHaveCount(1);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  const opener = page.getByRole("button", { name: `Apply here: ${JOB}` });
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Full Name")).toHaveValue(application.name);
  await expect(dialog.getByText(application.cv.name)).toBeVisible();
});

test("list is sorted and paged by the server, with both in the URL", async ({
  page,
  server,
  request,
}) => {
  const mark = randomBytes(6).toString("hex");
  // The first name is that of the oldest, which is not among the ten rows that the browser knows.
  const names = Array.from({ length: 11 }, (_, number) => `Ada López ${mark} ${99 - number}`);
  for (const name of names) {
    const { email, letter, cv } = newApplication(1000);
    const answer = await request.post("/api/applications/create/", {
      multipart: { job_title: JOB, full_name: name, email, cover_letter: letter, cv },
    });
    expect(answer.status()).toBe(201);
  }
  await openDashboard(page, server, `/dashboard/application?q=${mark}`);
  const shown = page.locator("tbody td:first-child bdi[id]");
  await expect(shown).toHaveCount(10);
  const sorted = page.waitForResponse(/sort=name_desc/);
  await page.getByLabel("Sort by").selectOption("Name (Z-A)");
  await expect(page).toHaveURL(/&sort=name_desc$/);
  await sorted;
  await expect(shown).toHaveText(names.slice(0, 10));
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/&sort=name_desc&page=2$/);
  await expect(page.getByRole("link", { name: "Page 2", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(shown).toHaveText(names.slice(10));
  await page.goBack();
  await expect(page).toHaveURL(/&sort=name_desc$/);
  await expect(shown).toHaveText(names.slice(0, 10));
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("sends an application from its own page and confirms it", async ({ page }) => {
    await page.goto("/careers");
    await page.getByRole("button", { name: `Apply here: ${JOB}` }).click();
    await expect(page).toHaveURL(new RegExp(`${openJob.path}\\??$`));
    // Browsers send CRLF for each line break, which must count as one character.
    const letter = `${"Nine here\n".repeat(99)}And ten...`;
    expect(letter).toHaveLength(1000);
    await fillApplication(page, { ...newApplication(), letter });
    const answer = page.waitForResponse("**/api/applications/create/");
    await submitButton(page).click();
    expect((await answer).status()).toBe(303);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(SUCCESS);
    await expect(page).toHaveURL("/answers/applications");
  });

  test("shows the same messages for an invalid application", async ({ page }) => {
    await page.goto(openJob.path);
    await page.getByLabel("Email").fill("nobody");
    const answer = page.waitForResponse("**/api/applications/create/");
    await submitButton(page).click();
    expect((await answer).status()).toBe(422);
    await expect(page.getByRole("main").getByRole("listitem")).toHaveText([
      "Full name is required",
      "Enter a valid email",
      "Cover letter is required",
      "Please upload your CV",
    ]);
    await page.goBack();
    await expect(page.getByLabel("Email")).toHaveValue("nobody");
  });
});
