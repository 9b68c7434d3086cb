import type { Page } from "@playwright/test";
import { expectCleanEverywhere } from "./axe";
import { expect, signIn, test } from "./fixtures";
import type { Admin } from "./server";
import { totp } from "./totp";
import { openDashboard, signedIn } from "./records";

test("account has no accessibility violations", async ({ page, server }) => {
  await openDashboard(page, server);
  await page.getByRole("link", { name: /^Your account/ }).click();
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await expect(page.getByText("This device", { exact: true })).toBeVisible();
  await expect(page.getByText(/Your temporary password expires on/)).toBeVisible();
  await expect(page.getByText("Account created")).toBeVisible();
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("New password is required")).toBeVisible();
  await expectCleanEverywhere(page);
});

test("changing the password signs out other sessions", async ({
  page,
  server,
  browser,
  request,
}) => {
  const admin = server.addAdmin("grace", "Grace", "Hopper");
  const own = { ...admin, password: "plenty of ink and paper" };
  const elsewhere = await browser.newContext({ baseURL: server.url });
  const other = await elsewhere.newPage();
  await signedIn(other, admin);
  const tab = await page.context().newPage();
  await signedIn(page, admin, "/dashboard/account");
  await tab.goto("/dashboard");
  await expect(tab.getByRole("heading", { name: "Consultations" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Chrome" })).toHaveCount(2);
  const copied = await page.evaluate(() => localStorage.getItem("refresh"));

  // With the keyboard only.
  await page.getByLabel("Current password").focus();
  await page.keyboard.type(admin.password);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Password2026!");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/This password is too common/)).toBeVisible();
  await expect(page.getByLabel("New password")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(own.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your password was changed.")).toBeVisible();
  await expect(page.getByText(/Your temporary password/)).toHaveCount(0);
  const happened = page.getByRole("list", { name: "Account activity" }).getByRole("listitem");
  await expect(happened.first()).toContainText(/Password changed.*by you, Chrome/);

  // This browser goes on in a new session, in every tab. A copy of its former token is worthless.
  const again = await request.post("/api/token/refresh/", { data: { refresh: copied } });
  expect(again.status()).toBe(401);
  for (const each of [page, tab]) {
    await each.getByRole("link", { name: "Application", exact: true }).click();
    await expect(each.getByRole("heading", { name: "Applications" })).toBeVisible();
  }
  await other.goto("/dashboard/application");
  await expect(other.getByRole("button", { name: "Sign In" })).toBeVisible();
  await signIn(other, own);
  await elsewhere.close();
});

test("signs out a session with the password, by keyboard", async ({ page, server, browser }) => {
  const admin = server.addAdmin("augusta", "Ada", "Lovelace");
  const elsewhere = await browser.newContext({ baseURL: server.url });
  const other = await elsewhere.newPage();
  await signedIn(other, admin);
  await signedIn(page, admin, "/dashboard/account");
  const sessions = page.getByRole("region", { name: "Active sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await page.setViewportSize({ width: 375, height: 812 });
  const lines = await sessions
    .locator("time")
    .evaluateAll((times) => times.map((time) => time.getClientRects().length));
  expect(lines).toEqual([1, 1, 1, 1]);
  await page.getByRole("button", { name: "Sign out", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is not your current password")).toBeVisible();
  await expect(page.getByLabel("Your password")).toBeFocused();
  await expect(page.getByLabel("Your password")).toHaveValue("not the password");
  await expectCleanEverywhere(page);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(admin.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("The session was signed out.")).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Active sessions" })).toBeFocused();
  const happened = page.getByRole("list", { name: "Account activity" }).getByRole("listitem");
  await expect(happened.first()).toContainText(/Session signed out.*by you, Chrome/);

  await other.goto("/dashboard/application");
  await expect(other.getByRole("button", { name: "Sign In" })).toBeVisible();
  await signIn(other, admin);
  await page.reload();
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page.getByLabel("Your password").fill(admin.password);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByText("All other sessions were signed out.")).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await other.goto("/dashboard/application");
  await expect(other.getByRole("button", { name: "Sign In" })).toBeVisible();
  await elsewhere.close();
});

test("shows older activity by keyboard", async ({ page, server }) => {
  const admin = server.addAdmin("maria", "Maria", "Mitchell");
  for (let change = 0; change < 20; change += 1) {
    server.addAdmin("maria", `Maria ${change}`, "Mitchell");
  }
  await signedIn(page, admin, "/dashboard/account");
  const happened = page.getByRole("list", { name: "Account activity" }).getByRole("listitem");
  await expect(happened).toHaveCount(20);
  await page.getByRole("button", { name: "Show older" }).focus();
  await page.keyboard.press("Enter");
  await expect(happened).toHaveCount(22);
  await expect(happened.last()).toContainText(/Account created.*by the server’s operator/);
  await expect(page.getByRole("heading", { name: "Account activity" })).toBeFocused();
});

test("keeps the device cookie after signing out, for signing in only", async ({ page, admin }) => {
  await page.goto("/dashboard");
  await expect(page.getByLabel("Username")).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
  await signIn(page, admin);
  const [mark, ...others] = await page.context().cookies();
  expect(others).toEqual([]);
  expect(mark).toMatchObject({ name: "device", path: "/api/token", httpOnly: true });
  expect(mark?.sameSite).toBe("Strict");
  // Scripts cannot read it, and signing out keeps it.
  expect(await page.evaluate(() => document.cookie)).toBe("");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toHaveCount(0);
  expect(await page.context().cookies()).toEqual([mark]);
});

/** Sets up two-factor authentication on the account page and returns the secret. */
async function setUp(page: Page, { password }: Admin): Promise<string> {
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: "QR code" })).toBeVisible();
  const secret = await page.locator("code").innerText();
  await page.getByLabel("Your password").fill(password);
  await page.getByLabel("Code", { exact: true }).fill(totp(secret));
  return secret;
}

/** Submits the password, so that the code is requested. */
async function giveChallenge(page: Page, { username, password }: Admin): Promise<void> {
  await page.goto("/dashboard");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByLabel("Code")).toBeFocused();
}

test("turns two-factor authentication on, asks for the code, and turns it off, without accessibility violations", async ({
  page,
  server,
  browser,
}) => {
  const admin = server.addAdmin("hedy", "Hedy", "Lamarr");
  await signedIn(page, admin, "/dashboard/account");
  const secret = await setUp(page, admin);
  await expectCleanEverywhere(page);
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.locator("ol code")).toHaveCount(10);
  await expectCleanEverywhere(page);
  const codes = await page.locator("ol code").allInnerTexts();
  await page.getByRole("button", { name: "I've saved my codes" }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: server.url });
  const other = await elsewhere.newPage();
  await giveChallenge(other, admin);
  await expectCleanEverywhere(other);
  // A typing mistake, then the next code, with the keyboard only.
  await other.keyboard.type("000 000");
  await other.keyboard.press("Enter");
  await expect(other.getByRole("main").getByText(/^This code is invalid/)).toBeVisible();
  await other.getByLabel("Code").focus();
  await other.keyboard.press("ControlOrMeta+a");
  await other.keyboard.type(totp(secret, 1));
  await other.keyboard.press("Enter");
  await expect(other.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
  await elsewhere.close();

  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByLabel("Your password").fill(admin.password);
  await page.getByLabel("Code", { exact: true }).fill(codes[0]?.toUpperCase() ?? "");
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Two-factor authentication is off.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
});
