import { accessToken } from "../test/tokens";
import { expect, signIn, test } from "./fixtures";

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

test("a missing consultation is said to be missing", async ({ page, admin }) => {
  await page.goto("/dashboard/consultation/no-such-slug");
  await signIn(page, admin);
  await expect(page.getByText("Consultation not found")).toBeVisible();
});
