import { test as base, expect, type Page } from "@playwright/test";
import { type Admin, type RunningServer, startServer } from "./server";

export { expect };

// Chromium logs every response above 399 like the first pattern, including expected ones. It logs
// the second on slow machines, when a page takes seconds to use a preloaded file, and for the rules
// when scripts are disabled.
const EXPECTED = /^Failed to load resource|was preloaded using link preload but not used/;

/** How the page logs that it differed from what React rendered. */
export const RENDERED_AGAIN = "Rendered again:";

/** Runs tests against the real server. They also fail on any error in the browser's console. */
export const test = base.extend<
  { consoleErrors: string[]; admin: Admin },
  { server: RunningServer }
>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- the library reads the names of what is needed
    async ({}, provide) => {
      const server = await startServer();
      await provide(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
  admin: async ({ server }, provide) => provide(server.admin),
  // oxlint-disable-next-line no-empty-pattern -- the library reads the names of what is needed
  consoleErrors: async ({}, provide) => provide([]),
  // A test that only sends requests opens no page.
  page: async ({ page, consoleErrors, javaScriptEnabled }, provide) => {
    if (javaScriptEnabled !== false) waitForHydration(page);
    page.on("pageerror", (error) => consoleErrors.push(String(error)));
    page.on("console", (message) => {
      const serious =
        message.type() === "error" ||
        message.type() === "warning" ||
        message.text().startsWith(RENDERED_AGAIN);
      if (serious && !EXPECTED.test(message.text())) consoleErrors.push(message.text());
    });
    await provide(page);
    expect(consoleErrors).toEqual([]);
  },
});

/**
 * Lets `goto` and `reload` wait for hydration, except with `waitUntil: "commit"`. Before it, the
 * links and forms of a prerendered page open other pages instead of dialogs.
 */
function waitForHydration(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options);
    if (options?.waitUntil !== "commit") await page.waitForFunction(isHydrated);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload.call(page, options);
    if (options?.waitUntil !== "commit") await page.waitForFunction(isHydrated);
    return response;
  };
}

/** Returns whether React handles the page's events. True without React, like for a plain text. */
export const isHydrated = () =>
  "hydrated" in document.documentElement.dataset || !document.getElementById("root");

/** Signs in with the form, from any page. */
export async function signIn(page: Page, { username, password }: Admin): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
}

/** Returns a consultation that no other test sends. */
export function newRequest() {
  const mark = Math.random().toString(36).slice(2, 10);
  return {
    message: `We run a ferry and need a booking site. Our mark is ${mark}.`,
    name: `Ada Lovelace ${mark}`,
    email: `${mark}@example.com`,
  };
}

/** Fills in the contact form. */
export async function fillContact(
  page: Page,
  request: ReturnType<typeof newRequest>,
): Promise<void> {
  await page.getByLabel("Message").fill(request.message);
  await page.getByLabel("Full Name").fill(request.name);
  await page.getByLabel("Email").fill(request.email);
}

/** Returns the submit button of the contact form. */
export function sendButton(page: Page) {
  return page.getByRole("button", { name: "Request A Free Estimate" });
}

/** Returns what a tab has stored, but for its scroll positions. */
export const storedInTab = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key !== "scroll-positions"));
