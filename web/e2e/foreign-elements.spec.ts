import type { Page } from "@playwright/test";
import { fillApplication, newApplication, submitButton } from "./application-form";
import {
  expect,
  fillContact,
  isHydrated,
  newRequest,
  RENDERED_AGAIN,
  sendButton,
  test,
} from "./fixtures";
import { openJob } from "./site";
import { translatePage } from "./translated";

/** Opens a page with its scripts held back. Returns a function that lets them load. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  let release!: () => void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await page.getByRole("button", { name: /Request|Submit/ }).waitFor();
  return async () => {
    release();
    await page.waitForFunction(isHydrated);
  };
}

/** What password managers, spelling helpers and translators do to a form. */
const intruders: Record<string, (page: Page) => Promise<void>> = {
  "an element after each field": (page) =>
    page.evaluate(() => {
      for (const field of document.querySelectorAll("form input, form textarea"))
        field.after(document.createElement("x-helper"));
    }),
  "an element in each label": (page) =>
    page.evaluate(() => {
      for (const label of document.querySelectorAll("form label"))
        label.prepend(document.createElement("span"));
    }),
  "an element at the end of the form": (page) =>
    page.evaluate(() => document.querySelector("main form")?.append("Saved")),
  "an element around each field": (page) =>
    page.evaluate(() => {
      for (const field of document.querySelectorAll("form input, form textarea")) {
        const frame = document.createElement("div");
        field.before(frame);
        frame.append(field);
      }
    }),
  "elements outside the page and attributes everywhere": (page) =>
    page.evaluate(() => {
      document.body.prepend(document.createElement("x-helper"));
      document.documentElement.append(document.createElement("x-helper"));
      for (const element of document.querySelectorAll("html, body, form, input, textarea"))
        element.setAttribute("data-helper", "1");
    }),
  "a translation": translatePage,
};

test.afterEach(({ consoleErrors }) => {
  expect(consoleErrors.filter((text) => !text.startsWith(RENDERED_AGAIN))).toEqual([]);
  consoleErrors.length = 0;
});

for (const [name, intrude] of Object.entries(intruders)) {
  test(`the contact form keeps what was typed before the scripts: ${name}`, async ({ page }) => {
    const request = newRequest();
    const release = await openWithoutScripts(page, "/contact");
    await fillContact(page, request);
    await intrude(page);
    await page.getByLabel("Message").press("ControlOrMeta+Home");
    await release();

    const message = page.getByLabel("Message");
    await page.waitForFunction(isHydrated);
    await expect(message).toBeFocused();
    await page.keyboard.type("Hello. ");
    await expect(message).toHaveValue(`Hello. ${request.message}`);
    await expect(page.getByLabel("Full Name")).toHaveValue(request.name);
    await expect(page.getByLabel("Email")).toHaveValue(request.email);
    await sendButton(page).click();
    await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();
  });
}

test("an application keeps its file when a helper changed the form before the scripts", async ({
  page,
}) => {
  test.skip(openJob.title === "", "no job is open");
  const application = newApplication();
  const release = await openWithoutScripts(page, openJob.path);
  await fillApplication(page, application);
  await intruders["an element after each field"]?.(page);
  await release();
  await expect(page.getByText(application.cv.name)).toBeVisible();
  await expect(page.getByLabel("Cover Letter")).toHaveValue(application.letter);
  await submitButton(page).click();
  await expect(page.getByText("Application Submitted Successfully!")).toBeVisible();
});
