import { fillApplication, newApplication, openApplication, submitButton } from "./application-form";
import { expect, newRequest, test } from "./fixtures";
import { openJob, openJobs } from "./site";

test("a dialog keeps the focus in the oldest browsers that are supported", async ({ page }) => {
  test.skip(openJobs.length === 0, "no job is open");
  await page.addInitScript(() => {
    // What Safari 16 lacks.
    const missing: [object, string[]][] = [
      [Element.prototype, ["checkVisibility"]],
      [Array.prototype, ["toSorted", "toReversed", "toSpliced", "with"]],
      [String.prototype, ["toWellFormed", "isWellFormed"]],
      [URL, ["canParse", "parse"]],
      [AbortSignal, ["any"]],
      [Object, ["groupBy"]],
      [Promise, ["withResolvers", "try"]],
    ];
    for (const [owner, names] of missing)
      for (const name of names) Reflect.deleteProperty(owner, name);
  });
  const dialog = await openApplication(page, openJob.title);
  for (let count = 0; count < 12; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await page.keyboard.press(count < 10 ? "Tab" : "Shift+Tab");
    // oxlint-disable-next-line no-await-in-loop -- as above
    await expect(dialog.locator(":focus")).toHaveCount(1);
  }
  await fillApplication(dialog, newApplication());
  await submitButton(dialog).click();
  await expect(page.getByText("Application Submitted Successfully!")).toBeVisible();
});

test("sends a form, signs in and opens a record by keyboard", async ({ page, admin }) => {
  const request = newRequest();
  const { keyboard } = page;
  await page.goto("/contact");
  await keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await keyboard.press("Tab");
  await expect(page.getByLabel("Message")).toBeFocused();
  await keyboard.type(request.message);
  await keyboard.press("Tab");
  await keyboard.type(request.name);
  await keyboard.press("Tab");
  await keyboard.type(request.email);
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();
  await expect(page.getByRole("button", { name: "Request A Free Estimate" })).toBeFocused();

  await page.goto("/dashboard");
  await page.getByLabel("Username").focus();
  await keyboard.type(admin.username);
  await keyboard.press("Tab");
  await keyboard.type(admin.password);
  await keyboard.press("Enter");
  const view = page.getByRole("link", { name: `View ${request.name}` });
  await expect(view).toBeVisible();
  await view.focus();
  await keyboard.press("Enter");
  await expect(page.getByText(request.message)).toBeVisible();
});

test("the skip link moves only the focus, on a page that a link has opened too", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "FAQ" }).click();
  await expect(page.getByRole("main")).toBeFocused();
  const place = () => page.evaluate(() => [location.href, history.length, history.state]);
  const before = await place();
  await page.getByRole("link", { name: "Skip to content" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  expect(await place()).toEqual(before);
});

test("applies for a job by keyboard", async ({ page }) => {
  test.skip(openJobs.length === 0, "no job is open");
  const application = newApplication();
  const { keyboard } = page;
  // Registered early: Playwright intercepts the file chooser with a delay, and until then the
  // native dialog would open.
  const picker = page.waitForEvent("filechooser");
  await page.goto("/careers");
  const opener = page.getByRole("button", { name: `Apply here: ${openJob.title}` });
  await opener.focus();
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.type(application.name);
  await keyboard.press("Tab");
  await keyboard.type(application.email);
  await keyboard.press("Tab");
  await keyboard.type(application.letter);
  await keyboard.press("Tab");
  await expect(dialog.getByLabel("CV")).toBeFocused();
  await keyboard.press("Enter");
  await (await picker).setFiles(application.cv);
  await keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: `Remove ${application.cv.name}` })).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(page.getByText("Application Submitted Successfully!")).toBeVisible();
  await expect(opener).toBeFocused();
});
