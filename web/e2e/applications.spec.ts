import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fillApplication, newApplication, openApplication, submitButton } from "./applying";
import { expect, test } from "./fixtures";
import { startProxy } from "./proxy";
import { openJob } from "./site";
import { signedIn } from "./working";

const JOB = openJob.title;
const SUCCESS = "Application Submitted Successfully!";
const FAILURE = "Something went wrong. Please try again.";
const LARGEST_CV = 5 * 1024 * 1024 - 1;
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

test("an application reaches an admin, with a file of the largest size", async ({
  page,
  admin,
}) => {
  const application = newApplication(LARGEST_CV);
  expect(application.cv.buffer).toHaveLength(LARGEST_CV);
  const dialog = await openApplication(page, JOB);
  await fillApplication(dialog, application);
  await submitButton(dialog).dblclick();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: `Apply here: ${JOB}` })).toBeFocused();

  await signedIn(page, admin, "/dashboard/application");
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

test("an upload that is cut off and an answer that is lost make one application", async ({
  page,
  admin,
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
    await expect(dialog.getByRole("alert")).toContainText("The connection was lost");
    await expect(page.getByText(FAILURE)).toBeVisible();
    await expect(dialog.getByLabel("Full Name")).toHaveValue(application.name);
    await expect(dialog.getByText(application.cv.name)).toBeVisible();
  }
  await submitButton(dialog).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await proxy.close();

  await signedIn(page, admin, "/dashboard/application");
  await expect(page.getByRole("cell", { name: application.email })).toHaveCount(1);
});

test("a form that is sent offline loses nothing, and goes through once the line is back", async ({
  page,
  context,
}) => {
  const dialog = await openApplication(page, JOB);
  const application = newApplication();
  await fillApplication(dialog, application);
  await context.setOffline(true);
  await submitButton(dialog).click();
  await expect(dialog.getByRole("alert")).toContainText("You are offline");
  // The toasts stand in the dialog, since all else is inert.
  await expect(dialog.locator("#toasts")).toContainText(FAILURE);
  await expect(page.getByText(FAILURE)).toBeVisible();
  await expect(dialog.getByLabel("Cover Letter")).toHaveValue(application.letter);
  await context.setOffline(false);
  await submitButton(dialog).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
});

for (const width of [1280, 768, 375]) {
  test(`a toast is closed by its button, and leaves that of the modal free, at ${width} px`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 667 });
    const dialog = await openApplication(page, JOB);
    await fillApplication(dialog, newApplication());
    await context.setOffline(true);
    await submitButton(dialog).click();
    const toast = dialog.locator(".Toastify__toast").filter({ hasText: FAILURE });
    await toast.hover();
    const ownClose = dialog.getByRole("button", { name: "Close", exact: true });
    const [below, above] = await Promise.all([toast.boundingBox(), ownClose.boundingBox()]);
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    expect(below?.x).toBeGreaterThanOrEqual(0);
    expect((below?.x ?? 0) + (below?.width ?? 0)).toBeLessThanOrEqual(width);
    await toast.getByRole("button", { name: "close", exact: true }).click();
    await expect(toast).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await ownClose.click();
    await expect(dialog).toBeHidden();
    await expect(page.locator("#toasts")).toBeAttached();
    await expect(page.locator("dialog #toasts")).toHaveCount(0);
  });
}

test("a page that is left with its modal open keeps its toasts", async ({ page, context }) => {
  await page.goto("/about");
  await page.getByRole("banner").getByRole("link", { name: "We Are Hiring" }).click();
  await page.getByRole("button", { name: `Apply here: ${JOB}` }).click();
  const dialog = page.getByRole("dialog", { name: `Apply: ${JOB}` });
  await fillApplication(dialog, newApplication());
  await context.setOffline(true);
  await submitButton(dialog).click();
  await dialog.getByText(FAILURE).hover();
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  await expect(dialog).toHaveCount(0);
  await expect(page.locator("#toasts")).toContainText(FAILURE);
});

test("a file that only bears the name of a PDF is refused before anything is sent", async ({
  page,
}) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) calls.push(request.url());
  });
  const dialog = await openApplication(page, JOB);
  const application = newApplication();
  await fillApplication(dialog, {
    ...application,
    cv: { ...application.cv, buffer: Buffer.from("MZ, a program") },
  });
  await submitButton(dialog).click();
  await expect(dialog.getByText("Only PDF, DOC, or DOCX files are allowed")).toBeVisible();
  await expect(dialog.getByLabel("CV")).toBeFocused();
  expect(calls).toEqual([]);
});

test.describe("with the rules out of reach", () => {
  test.beforeEach(({ page }) => page.route("**/*.wasm", (route) => route.abort()));

  test("the server refuses in the same words, and takes what is good", async ({ page }) => {
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

test("the modal keeps what was filled in, traps the focus and gives it back", async ({ page }) => {
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

test("the list is sorted and paged on the server, and both stand in the address", async ({
  page,
  admin,
  request,
}) => {
  for (let number = 0; number < 11; number += 1) {
    const { name, email, letter, cv } = newApplication(1000);
    const answer = await request.post("/api/applications/create/", {
      multipart: { job_title: JOB, full_name: name, email, cover_letter: letter, cv },
    });
    expect(answer.status()).toBe(201);
  }
  await signedIn(page, admin, "/dashboard/application");
  await page.getByLabel("Sort by").selectOption("Name (Z-A)");
  await expect(page).toHaveURL(/\?sort=name_desc$/);
  const names = page.getByRole("row").getByRole("cell").nth(0);
  await expect(names).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(11);
  const shown = await page.locator("tbody tr td:first-child > bdi").allTextContents();
  expect(shown).toEqual(shown.toSorted().toReversed());
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/\?sort=name_desc&page=2$/);
  await expect(page.getByRole("link", { name: "Page 2" })).toHaveAttribute("aria-current", "page");
  await page.goBack();
  await expect(page).toHaveURL(/\?sort=name_desc$/);
});

test("a missing application is said to be missing", async ({ page, admin }) => {
  await signedIn(page, admin, "/dashboard/application/no-such-slug");
  await expect(page.getByText("Application not found")).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("an application is sent from a page of its own, and thanked for", async ({ page }) => {
    await page.goto("/careers");
    await page.getByRole("button", { name: `Apply here: ${JOB}` }).click();
    await expect(page).toHaveURL(new RegExp(`${openJob.path}\\??$`));
    // The browser sends two characters for each line end, which must count as one.
    const letter = `${"Nine here\n".repeat(99)}And ten...`;
    expect(letter).toHaveLength(1000);
    await fillApplication(page, { ...newApplication(), letter });
    const answer = page.waitForResponse("**/api/applications/create/");
    await submitButton(page).click();
    expect((await answer).status()).toBe(303);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(SUCCESS);
    await expect(page).toHaveURL("/answers/applications");
  });

  test("a bad application gets the same words", async ({ page }) => {
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
