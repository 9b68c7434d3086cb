import { expect, newRequest, test } from "./fixtures";

test("the whole way can be gone by keyboard", async ({ page, admin }) => {
  const request = newRequest();
  const { keyboard } = page;
  await page.goto("/contact");
  await keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await keyboard.press("Tab");
  await expect(page.getByLabel("Message")).toBeFocused();
  await keyboard.type(request.message);
  await keyboard.press("Tab");
  await keyboard.type(request.name);
  await keyboard.press("Tab");
  await keyboard.type(request.email);
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();
  await expect(page.getByRole("button", { name: "Request A Free Estimate" })).toBeFocused();

  await page.goto("/dashboard");
  await page.getByLabel("Username").focus();
  await keyboard.type(admin.username);
  await keyboard.press("Tab");
  await keyboard.type(admin.password);
  await keyboard.press("Enter");
  const view = page.getByRole("link", { name: `View ${request.name}` });
  await expect(view).toBeVisible();
  await view.focus();
  await keyboard.press("Enter");
  await expect(page.getByText(request.message)).toBeVisible();
});
