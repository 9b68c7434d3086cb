import type { Page, Route } from "@playwright/test";
import { deferred } from "../test/deferred";
import { fillApplication, newApplication, submitButton } from "./application-form";
import { expectCleanEverywhere } from "./axe";
import {
  expect,
  fillContact,
  newRequest,
  sendButton,
  test,
  isHydrated,
  storedInTab,
} from "./fixtures";
import { openDashboard } from "./records";
import { openJobs } from "./site";

const OFFER = "Continue where you stopped?";
const SUCCESS = "Your Consultation Added Successfully";

/** Reloads the form, and has what was typed in it again. */
async function reload(page: Page, { message }: { message: string }) {
  await page.reload();
  // Browsers restore fields of some pages themselves: then there is nothing to offer.
  const restore = page.getByRole("button", { name: "Restore" });
  const field = page.getByLabel("Message");
  await expect(async () => {
    const isOffered = await restore.isVisible();
    expect(isOffered || (await field.inputValue()) === message).toBe(true);
  }).toPass();
  if (await restore.isVisible()) await restore.click();
  await expect(field).toHaveValue(message);
}

test("a visit to the form that is left is continued on the next one, by keyboard alone", async ({
  page,
}) => {
  const request = newRequest();
  await page.goto("/contact");
  await fillContact(page, request);
  await page.goto("/contact");
  await expect(page.getByText(OFFER)).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("");
  await expectCleanEverywhere(page);

  await page.getByLabel("Message").focus();
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Discard" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Restore" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(OFFER)).toBeHidden();
  await expect(page.getByLabel("Message")).toBeFocused();
  await expect(page.getByLabel("Message")).toHaveValue(request.message);
  await expect(page.getByLabel("Full Name")).toHaveValue(request.name);

  await sendButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await page.goto("/contact");
  await expect(page.getByLabel("Message")).toHaveValue("");
  await expect(page.getByText(OFFER)).toBeHidden();
  expect(await storedInTab(page)).toEqual([]);
});

test("what was typed survives a reload", async ({ page }) => {
  const request = newRequest();
  await page.goto("/contact");
  await fillContact(page, request);
  await reload(page, request);
  await expect(page.getByLabel("Email")).toHaveValue(request.email);
});

test("what was being sent when its page was reloaded is stored once", async ({ page, server }) => {
  const request = newRequest();
  await page.goto("/contact");
  await fillContact(page, request);
  const arrived = deferred<void>();
  // It arrives, but its response is on its way for ever.
  const lose = async (route: Route) => {
    expect((await route.fetch()).status()).toBe(201);
    arrived.resolve();
  };
  await page.route("**/consultations/create", lose, { times: 1 });
  await sendButton(page).click();
  await arrived.promise;
  await reload(page, request);
  await sendButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();

  // The next one is another.
  const next = { ...request, message: `${request.message} And an app.` };
  await fillContact(page, next);
  await sendButton(page).click();
  await expect(page.getByLabel("Message")).toHaveValue("");
  await openDashboard(page, server, `/dashboard?q=${request.email}`);
  await expect(page.getByRole("link", { name: `View ${request.name}` })).toHaveCount(2);
});

test("the browser asks before a document is left whose form is being sent, and only then", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    return dialog.dismiss();
  });
  const next = deferred<void>();
  await page.route("**/consultations/create", async (route) => {
    await next.promise;
    await route.continue();
  });
  await page.goto("/contact");
  await fillContact(page, newRequest());
  await sendButton(page).click();
  // Stays, because the question is answered so.
  await page.goto("/about", { waitUntil: "commit" }).catch(() => undefined);
  expect(asked).toEqual(["beforeunload"]);
  next.resolve();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await page.goto("/about");
  expect(asked).toEqual(["beforeunload"]);
});

test("what was typed survives a crash of its tab", async ({ page }) => {
  await page.goto("/contact");
  await fillContact(page, newRequest());
  await page.waitForFunction(isHydrated);
  const tab = await page.context().newCDPSession(page);
  const crash = page.waitForEvent("crash");
  // The call has no answer: what would give it is gone. Nor does the page object work from now on.
  tab.send("Page.crash").catch(() => undefined);
  await crash;
  await tab.send("Page.reload");
  const isRestored = `document.querySelector("textarea")?.value !== "" ||
    document.querySelector("form")?.textContent.includes("${OFFER}")`;
  await expect
    .poll(async () => (await tab.send("Runtime.evaluate", { expression: isRestored })).result.value)
    .toBe(true);
});

test("what was typed survives Back, and is deleted on demand", async ({ page }) => {
  await page.goto("/contact");
  await fillContact(page, newRequest());
  // Before the scripts have loaded, the link would leave the document, and the browser would restore its fields.
  await page.waitForFunction(isHydrated);
  await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
  // The address changes before the page does.
  await expect(page.getByLabel("Message")).toHaveCount(0);
  await page.goBack();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText(OFFER)).toBeHidden();
  await expect(page.getByLabel("Message")).toBeFocused();
  await page.goto("/contact");
  await expect(page.getByLabel("Message")).toHaveValue("");
  await expect(page.getByText(OFFER)).toBeHidden();
});

test("an application's draft belongs to its job, and has no CV", async ({ page }) => {
  test.skip(openJobs.length === 0, "no job is open");
  const [first = { path: "", title: "" }, second = first] = openJobs;
  const open = async (title: string) => {
    await page.getByRole("button", { name: `Apply here: ${title}` }).click();
    const dialog = page.getByRole("dialog", { name: `Apply: ${title}` });
    // Escape has no effect on a dialog that is still loading.
    await expect(dialog).toBeVisible();
    return dialog;
  };
  const application = newApplication();
  await page.goto("/careers");
  const dialog = await open(first.title);
  await fillApplication(dialog, application);
  await page.reload();

  await expect((await open(second.title)).getByText(OFFER)).toBeHidden();
  await page.keyboard.press("Escape");
  await open(first.title);
  await expect(dialog).toContainText("Your CV isn't saved: attach it again.");
  await expectCleanEverywhere(page);
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(dialog.getByLabel("Cover Letter")).toHaveValue(application.letter);
  await expect(dialog.getByText(application.cv.name)).toBeHidden();

  // The page of the same job has the same form.
  await page.goto(first.path);
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByLabel("CV").setInputFiles(application.cv);
  await submitButton(page).click();
  await expect(page.getByText("Application Submitted Successfully!")).toBeVisible();
  expect(await storedInTab(page)).toEqual([]);
});
