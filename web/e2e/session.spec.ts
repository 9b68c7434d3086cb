import { accessToken } from "../test/tokens";
import { expect, newRequest, signIn, test } from "./fixtures";

test("wrong credentials are refused in the documented words", async ({ page, admin }) => {
  await page.goto("/login");
  await page.getByLabel("Username").fill(admin.username);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Invalid Credentials")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test("the login leads back to where the visitor was going", async ({ page, admin }) => {
  await page.goto("/dashboard/consultation?sort=name_asc");
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, admin);
  await expect(page).toHaveURL(/\/dashboard\/consultation\?sort=name_asc$/);
  await expect(page.getByLabel("Sort by")).toHaveValue("name_asc");
});

test("logging out ends the session here and on the server", async ({ page, admin, request }) => {
  await page.goto("/login");
  await signIn(page, admin);
  const refresh = await page.evaluate(() => localStorage.getItem("refresh"));
  const revoked = page.waitForResponse("**/api/token/revoke/");
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

test("an expired token is refreshed on the way in", async ({ page, admin }) => {
  await page.goto("/login");
  await signIn(page, admin);
  const expired = accessToken(-60);
  await page.evaluate((token) => localStorage.setItem("access", token), expired);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Consultations" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("access"))).not.toBe(expired);
});

test("two tabs that refresh at once both stay signed in", async ({ page, context, admin }) => {
  await page.goto("/login");
  await signIn(page, admin);
  const expired = accessToken(-60);
  await page.evaluate((token) => localStorage.setItem("access", token), expired);
  const other = await context.newPage();
  await Promise.all([page.goto("/dashboard"), other.goto("/dashboard")]);
  await expect(page.getByRole("heading", { name: "Consultations" })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Consultations" })).toBeVisible();
});

test("every tab notices that one has signed out", async ({ page, context, admin, request }) => {
  const { message, name, email } = newRequest();
  const data = { message, full_name: name, email };
  const answer = await request.post("/api/consultations/create/", { data });
  const { slug } = (await answer.json()) as { slug: string };
  await page.goto("/login");
  await signIn(page, admin);
  const [list, record] = [await context.newPage(), await context.newPage()];
  await list.goto("/dashboard");
  await expect(list.getByRole("cell", { name: email })).toBeVisible();
  await record.goto(`/consultationDetail/${slug}`);
  await expect(record.getByText(message)).toBeVisible();

  await page.getByRole("button", { name: "Logout" }).click();
  await expect(list.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  await expect(record.getByText("Error loading consultation details")).toBeVisible();
  await expect(record.getByText(message)).toHaveCount(0);
});

test("a login in one tab is taken over by the others", async ({ page, context, admin }) => {
  await page.goto("/login");
  await signIn(page, admin);
  const other = await context.newPage();
  await other.goto("/dashboard/application");
  await expect(other.getByRole("heading", { name: "Applications" })).toBeVisible();
  await page.goto("/login");
  const asked = other.waitForResponse("**/api/userinfo/");
  await signIn(page, admin);
  expect((await asked).status()).toBe(200);
  await expect(other.getByRole("heading", { name: "Applications" })).toBeVisible();
  await expect(other).toHaveURL(/\/dashboard\/application$/);
});

test("a session that the server has ended leads to the login page", async ({
  page,
  admin,
  consoleErrors,
}) => {
  await page.goto("/login");
  await signIn(page, admin);
  await expect(page.getByText(/No consultations available|total/)).toBeVisible();
  const expired = accessToken(-60);
  await page.evaluate((token) => {
    localStorage.setItem("access", token);
    localStorage.setItem("refresh", "spent");
    // As when the visitor comes back to the tab.
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, expired);
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining("could not be refreshed")]);
});

test("a token that the server refuses before its time leads to the login page", async ({
  page,
  admin,
  request,
  consoleErrors,
}) => {
  await page.goto("/login");
  await signIn(page, admin);
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

test("a browser that keeps nothing can still be signed in with", async ({ page, admin }) => {
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
  test(`a device whose clock is ${clock} stays signed in`, async ({ page, admin }) => {
    await page.clock.install({ time: Date.now() + hours * 3_600_000 });
    let refreshes = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/token/refresh/")) refreshes += 1;
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

    // A new page knows nothing of the clock before its first answer.
    await page.reload();
    await expect(page.getByRole("heading", { name: "Consultations" })).toBeVisible();
    await page.getByRole("link", { name: "Application" }).click();
    await expect(page.getByRole("heading", { name: "Applications" })).toBeVisible();
    expect(refreshes).toBe(hours > 0 ? 1 : 0);
  });
}

test("a page that goes offline says so, and goes on once it is back", async ({
  page,
  context,
  admin,
}) => {
  await page.goto("/login");
  await signIn(page, admin);
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
  test(`${path} tells a stranger nothing, and lets an admin sign in`, async ({ page, admin }) => {
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
    // Outside the dashboard too, signing out is in view for whoever is signed in.
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByText("You Have Successfully Signed Out!!")).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await page.goto(path);
    await expect(page.getByText(failure)).toBeVisible();
    await expect(page.getByRole("button", { name: "Logout" })).toHaveCount(0);
  });
}

test("a missing consultation is said to be missing", async ({ page, admin }) => {
  await page.goto("/dashboard/consultation/no-such-slug");
  await signIn(page, admin);
  await expect(page.getByText("Consultation not found")).toBeVisible();
});
