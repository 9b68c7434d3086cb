import type { Page } from "@playwright/test";
import { deferred } from "../test/deferred";
import { expect, fillContact, newRequest, sendButton, test, isHydrated } from "./fixtures";

function countCalls(page: Page) {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) calls.push(request.url());
  });
  return calls;
}

async function expectMessages(page: Page) {
  await expect(page.locator("#contact-message-error")).toHaveText(
    "Message must be at least ten characters",
  );
  await expect(page.locator("#contact-full_name-error")).toHaveText(
    "Your Full Name must be at least three characters",
  );
  await expect(page.locator("#contact-email-error")).toHaveText(
    "Please enter a valid email address",
  );
  await expect(page.locator("#contact-referral-error")).toHaveText(
    "Too short to be a valid source",
  );
  await expect(page.getByLabel("Message")).toBeFocused();
  await expect(page.getByLabel("Message")).toHaveAttribute("aria-invalid", "true");
}

async function fillBadly(page: Page) {
  await page.getByLabel("Message").fill("Too short");
  await page.getByLabel("Full Name").fill("Al");
  await page.getByLabel("Email").fill("nobody");
  await page.getByLabel("Referral").fill("x");
}

test("shows messages for invalid fields and sends no request", async ({ page }) => {
  const calls = countCalls(page);
  await page.goto("/contact");
  await fillBadly(page);
  await sendButton(page).click();
  await expectMessages(page);
  expect(calls).toEqual([]);
  await page.getByLabel("Email").fill("nobody@example.com");
  await expect(page.locator("#contact-email-error")).toHaveCount(0);
});

test.describe("without the rules module", () => {
  test.beforeEach(({ page }) => page.route("**/*.wasm", (route) => route.abort()));

  test("server responds with the same messages", async ({ page }) => {
    await page.goto("/contact");
    await fillBadly(page);
    await sendButton(page).click();
    await expectMessages(page);
  });

  test("sends a valid form", async ({ page }) => {
    await page.goto("/contact");
    await fillContact(page, newRequest());
    await sendButton(page).click();
    await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();
  });

  test("admin can sign in, and the dashboard offers to load the rules again", async ({
    page,
    admin,
    consoleErrors,
  }) => {
    await page.goto("/login");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("Username is required")).toBeVisible();
    await expect(page.getByText("Password is required")).toBeVisible();
    await page.getByLabel("Username").fill(admin.username);
    await page.getByLabel("Password").fill(admin.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    const again = page.getByRole("button", { name: "Try again" });
    await expect(again).toBeVisible();
    // The failure is reported once.
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining("Failed to fetch")]);
    await page.unroute("**/*.wasm");
    await again.click();
    await expect(page.getByRole("heading", { name: "Consultations" })).toBeVisible();
  });
});

test("keeps and sends text that was typed before hydration", async ({ page }) => {
  const scripts = deferred<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto("/contact", { waitUntil: "commit" });
  const request = newRequest();
  await fillContact(page, request);
  scripts.resolve();
  await page.waitForFunction(isHydrated);
  await expect(page.getByLabel("Full Name")).toHaveValue(request.name);
  await sendButton(page).click();
  await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();
});
