import { expectClean } from "./axe";
import { expect, signIn, test } from "./fixtures";

for (const width of [375, 768, 1440]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("the account is whole", async ({ page, admin }) => {
      await page.goto("/dashboard");
      await signIn(page, admin);
      await page.getByRole("link", { name: /^Your account/ }).click();
      await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
      await expect(page.getByText("This one")).toBeVisible();
      await expect(page.getByText(/The password that you were given is good until/)).toBeVisible();
      await expectClean(page);
      await page.getByRole("button", { name: "Change password" }).click();
      await expect(page.getByText("New password is required")).toBeVisible();
      await expectClean(page);
    });
  });
}

test("a password is changed, and other sign-ins end", async ({ page, server, browser }) => {
  const admin = server.addAdmin("grace", "Grace", "Hopper");
  const own = { ...admin, password: "plenty of ink and paper" };
  const elsewhere = await browser.newContext({ baseURL: server.url });
  const other = await elsewhere.newPage();
  await other.goto("/dashboard");
  await signIn(other, admin);
  await page.goto("/dashboard/account");
  await signIn(page, admin);
  await expect(page.getByRole("listitem").filter({ hasText: "Chrome" })).toHaveCount(2);

  // By keyboard alone.
  await page.getByLabel("Current password").focus();
  await page.keyboard.type(admin.password);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Password2026!");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/among those that are tried first/)).toBeVisible();
  await expect(page.getByLabel("New password")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(own.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your password was changed.")).toBeVisible();
  await expect(page.getByText(/The password that you were given/)).toHaveCount(0);

  await other.goto("/dashboard/application");
  await expect(other.getByRole("button", { name: "Sign In" })).toBeVisible();
  await signIn(other, own);
  await elsewhere.close();
});
