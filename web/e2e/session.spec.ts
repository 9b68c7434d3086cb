import { expectCleanEverywhere } from "./axe";
import { accessToken } from "../test/tokens";
import { expect, newRequest, signIn, test } from "./fixtures";
import { openDashboard, signedIn } from "./records";

test("a failed sign-in is explained in the form after its toast is gone", async ({
  page,
  admin,
}) => {
  await page.goto("/login");
  await page.getByLabel("Username").fill(admin.username);
  await page.getByLabel("Password").fill("not the password");
  await page.getByLabel("Password").press("Enter");
  const line = page.locator("form").getByRole("alert");
  const toasts = page.locator("#toasts");
  await expect(toasts).toContainText("Invalid Credentials");
  await expect(toasts).not.toContainText("Invalid Credentials");
  await expect(line).toHaveText("Invalid Credentials");
  await expect(page.getByLabel("Password")).toBeFocused();
  await expect(page).toHaveURL(/\/login$/);
  await expectCleanEverywhere(page);
});

test("logging out ends the session in the browser and on the server", async ({
  page,
  admin,
  request,
}) => {
  await signedIn(page, admin);
  const refresh = await page.evaluate(() => localStorage.getItem("refresh"));
  const revoked = page.waitForResponse("**/api/token/revoke");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("You Have Successfully Signed Out!!")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await revoked;
  const again = await request.post("/api/token/refresh/", { data: { refresh } });
  expect(again.status()).toBe(401);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login$/);
});

test("keeps two tabs signed in that refresh at the same time", async ({ page, context, admin }) => {
  await signedIn(page, admin);
  const expired = accessToken(-60);
  await page.evaluate((token) => localStorage.setItem("access", token), expired);
  const other = await context.newPage();
  await Promise.all([page.goto("/dashboard"), other.goto("/dashboard")]);
  await expect(page.getByRole("heading", { name: "Consultations" })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Consultations" })).toBeVisible();
});

test("signing out in one tab signs out every tab", async ({ page, context, admin, request }) => {
  const { message, name, email } = newRequest();
  const data = { message, full_name: name, email };
  const answer = await request.post("/api/consultations/create/", { data });
  const { slug } = (await answer.json()) as { slug: string };
  await signedIn(page, admin);
  const [list, record] = [await context.newPage(), await context.newPage()];
  await list.goto("/dashboard");
  await expect(list.getByRole("cell").filter({ hasText: email })).toBeVisible();
  await record.goto(`/consultationDetail/${slug}`);
  await expect(record.getByText(message)).toBeVisible();

  await page.getByRole("button", { name: "Logout" }).click();
  await expect(list.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  await expect(record.getByText("Error loading consultation details")).toBeVisible();
  await expect(record.getByText(message)).toHaveCount(0);
});

test("signing in in one tab signs in the others", async ({ page, context, admin }) => {
  await page.goto("/login");
  const other = await context.newPage();
  await other.goto("/dashboard/application");
  await expect(other.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  await signIn(page, admin);
  await expect(other.getByRole("heading", { name: "Applications" })).toBeVisible();
  await expect(other).toHaveURL(/\/dashboard\/application$/);
});

test("redirects to the login page when the server refuses a token early", async ({
  page,
  admin,
  request,
  consoleErrors,
}) => {
  await signedIn(page, admin);
  await expect(page.getByText(/No consultations available|total/)).toBeVisible();
  const refresh = await page.evaluate(() => localStorage.getItem("refresh"));
  await request.post("/api/token/revoke/", { data: { refresh } });
  await page.getByLabel("Sort by").selectOption("Name (A-Z)");
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  await signIn(page, admin);
  await expect(page).toHaveURL(/\?sort=name_asc$/);
  await expect(page.getByText(/No consultations available|total/)).toBeVisible();
  expect(consoleErrors.splice(0).join()).toContain("could not be refreshed");
});

test("signs in with storage disabled", async ({ page, admin }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Denied", "SecurityError");
        },
      });
    }
  });
  await page.goto("/dashboard");
  await signIn(page, admin);
  await expect(page.getByText(/No consultations available|total/)).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("You Have Successfully Signed Out!!")).toBeVisible();
});

for (const [clock, hours] of [
  ["an hour fast", 1],
  ["an hour slow", -1],
] as const) {
  test(`keeps a device signed in with a clock that is ${clock}`, async ({ page, admin }) => {
    await page.clock.install({ time: Date.now() + hours * 3_600_000 });
    let refreshes = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/token/refresh")) refreshes += 1;
    });
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel("Username").fill(admin.username);
    await page.getByLabel("Password").fill(admin.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("You Have Successfully Signed In!!")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Consultations" })).toBeVisible();
    await page.getByLabel("Sort by").selectOption("Name (A-Z)");
    await expect(page).toHaveURL(/sort=name_asc$/);
    expect(refreshes).toBe(0);

    // A new page does not know the clock offset before its first response.
    await page.reload();
    await expect(page.getByRole("heading", { name: "Consultations" })).toBeVisible();
    await page.getByRole("link", { name: "Application" }).click();
    await expect(page.getByRole("heading", { name: "Applications" })).toBeVisible();
    expect(refreshes).toBe(hours > 0 ? 1 : 0);
  });
}

test("reports a lost connection, and continues when it is back", async ({
  page,
  context,
  server,
}) => {
  await openDashboard(page, server);
  await expect(page.getByText(/No consultations available|total/)).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel("Sort by").selectOption("Name (Z-A)");
  await expect(page.getByText("Error loading consultations")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/No consultations available|total/)).toBeVisible();
  await expect(page).toHaveURL(/sort=name_desc$/);
});

for (const [path, failure] of [
  ["/consultationDetail/no-such-slug", "Error loading consultation details"],
  ["/applicationDetail/no-such-slug", "Error loading application details"],
] as const) {
  test(`${path} shows nothing to a stranger, and lets an admin sign in`, async ({
    page,
    admin,
  }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page.getByText(failure)).toBeVisible();
    await expect(page.locator("meta[name=robots]").first()).toHaveAttribute("content", "noindex");
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Username").fill(admin.username);
    await page.getByLabel("Password").fill(admin.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByText(/not found$/)).toBeVisible();
    // The sign-out button is visible outside the dashboard as well.
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByText("You Have Successfully Signed Out!!")).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await page.goto(path);
    await expect(page.getByText(failure)).toBeVisible();
    await expect(page.getByRole("button", { name: "Logout" })).toHaveCount(0);
  });
}
