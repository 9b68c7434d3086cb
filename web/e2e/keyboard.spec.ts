import { fillApplication, newApplication, openApplication, submitButton } from "./application-form";
import { expect, newRequest, test } from "./fixtures";
import { newRecord, openDashboard } from "./records";
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

/** Returns what can have the focus in an element and is drawn before what has it earlier. */
function drawnTooEarly(element: Element): string[] {
  const parts = Array.from(element.querySelectorAll<HTMLElement>("a, button, input, select"));
  const boxes = parts
    .filter((part) => part.checkVisibility() && part.tabIndex >= 0)
    .map((part) => ({ part, box: part.getBoundingClientRect() }));
  return boxes.flatMap(({ part, box }, index) => {
    const former = boxes[index - 1]?.box;
    const isAbove = former && box.bottom <= former.top;
    const isBefore = former && box.top < former.bottom && box.right <= former.left;
    return isAbove || isBefore ? [part.outerHTML.slice(0, 120)] : [];
  });
}

test("the focus goes through the bar and the pages of a list as they are drawn", async ({
  page,
  server,
}) => {
  server.seed(60);
  await openDashboard(page, server, "/dashboard?page=3");
  const pager = page.getByRole("navigation", { name: "Pagination" });
  await expect(pager).toBeVisible();
  for (const width of [320, 375, 640, 800, 1440]) {
    /* oxlint-disable no-await-in-loop -- one window after the other */
    await page.setViewportSize({ width, height: 900 });
    for (const part of [page.getByRole("banner"), pager, page.getByRole("main")])
      expect(await part.evaluate(drawnTooEarly), `${width} pixels wide`).toEqual([]);
    /* oxlint-enable no-await-in-loop */
  }
});

test("Enter goes on from record to record, and j and k go to the text", async ({
  page,
  server,
  request,
}) => {
  const word = newRequest().email.split("@")[0] ?? "";
  const names = ["One", "Two", "Three"].map((name) => `${name} ${word}`);
  for (const full_name of names) {
    const data = { message: "We need a new site.", full_name, email: `a@${word}.example` };
    // oxlint-disable-next-line no-await-in-loop -- in this order
    expect((await request.post("/api/consultations/create/", { data })).status()).toBe(201);
  }
  await openDashboard(page, server, `/dashboard?q=${word}`);
  await page.getByRole("link", { name: `View ${names[2]}` }).click();
  const name = page.getByRole("heading", { level: 1 });
  const next = page.getByRole("link", { name: "Next record" });
  const previous = page.getByRole("link", { name: "Previous record" });
  await expect(name).toHaveText(names[2] ?? "");
  await next.focus();
  await page.keyboard.press("Enter");
  await expect(name).toHaveText(names[1] ?? "");
  await expect(next).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(name).toHaveText(names[0] ?? "");
  // There is no next one.
  await expect(previous).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(name).toHaveText(names[1] ?? "");
  await expect(previous).toBeFocused();
  await page.keyboard.press("k");
  await expect(name).toHaveText(names[2] ?? "");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("j");
  await expect(name).toHaveText(names[1] ?? "");
  await expect(previous).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
});

test("a name in a list opens its record, and is no further stop of Tab", async ({
  page,
  server,
  request,
}) => {
  const people = [await newRecord(request), await newRecord(request)];
  await openDashboard(page, server);
  for (const { name, path } of people) {
    const link = page.getByRole("link", { name, exact: true });
    await expect(link).toHaveAttribute("href", path);
  }
  const [older, newer] = people;
  await page.getByRole("checkbox", { name: `Select ${newer?.name}` }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: `View ${newer?.name}` })).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: `View ${older?.name}` })).toBeFocused();

  // Rows are selected by dragging from name to name.
  const boxes = await Promise.all(
    people.map(({ name }) => page.getByRole("link", { name, exact: true }).boundingBox()),
  );
  const [from, to] = boxes.toReversed();
  await page.mouse.move((from?.x ?? 0) + 4, (from?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + 8, { steps: 8 });
  await page.mouse.up();
  const selected = await page.evaluate(() => String(getSelection()));
  expect(selected).toContain(newer?.email);

  await page.getByRole("link", { name: older?.name ?? "", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(older?.name ?? "");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
