import type { Page } from "@playwright/test";
import { expect, isHydrated, test } from "./fixtures";
import { newRecord, signedIn } from "./records";

type Kept = { isKept?: true; wasSeen?: boolean };

/** Opens a page that the browser keeps, and leaves it. On return, it notes whether a text is ever visible. */
async function leaveTo(page: Page, next: string, secret: string): Promise<void> {
  await page.evaluate((text) => {
    const kept: Window & Kept = window;
    kept.isKept = true;
    addEventListener("pageshow", function look() {
      kept.wasSeen ||= document.body.innerText.includes(text);
      requestAnimationFrame(look);
    });
  }, secret);
  await page.goto(next);
}

const kept = (page: Page) =>
  page
    .evaluate(() => ({ ...(window as Kept) }))
    .then(({ isKept, wasSeen }) => ({ isKept, wasSeen }));

for (const [what, address, heading] of [
  ["a list", () => "/dashboard", "Admin Login"],
  ["a record", (slug: string) => `/dashboard/consultation/${slug}`, "Admin Login"],
  [
    "a record outside of the dashboard",
    (slug: string) => `/consultationDetail/${slug}`,
    "Error loading consultation details",
  ],
] as const) {
  test(`shows nothing of ${what} when Back follows a sign-out in another tab`, async ({
    page,
    context,
    admin,
    request,
  }) => {
    const { slug, email } = await newRecord(request);
    await signedIn(page, admin);
    await page.goto(address(slug));
    await expect(page.getByText(email)).toBeVisible();
    await leaveTo(page, "/robots.txt", email);
    const other = await context.newPage();
    await other.goto("/dashboard");
    await other.getByRole("button", { name: "Logout" }).click();
    await expect(other.getByText("You Have Successfully Signed Out!!")).toBeVisible();

    await page.goBack({ waitUntil: "commit" });
    await expect(page.getByText(heading)).toBeVisible();
    expect(await kept(page)).toEqual({ isKept: true, wasSeen: false });
  });
}

test("shows a list again when Back returns to it", async ({ page, admin, request }) => {
  const { email } = await newRecord(request);
  await signedIn(page, admin);
  await expect(page.getByText(email)).toBeVisible();
  await leaveTo(page, "/robots.txt", email);
  await page.goBack({ waitUntil: "commit" });
  await expect(page.getByText(email)).toBeVisible();
  expect(await kept(page)).toEqual({ isKept: true, wasSeen: true });
  await page.reload();
  await page.waitForFunction(isHydrated);
  await expect(page.getByText(email)).toBeVisible();
});
