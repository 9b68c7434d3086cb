import { expect, fillContact, newRequest, sendButton, signIn, test } from "./fixtures";

test("delivers a visitor's form to an admin's screen", async ({ page, admin }) => {
  const request = newRequest();
  await page.goto("/");
  await page.getByRole("link", { name: "Get a Free Estimate" }).first().click();
  await expect(page.getByRole("heading", { name: "Drop Us A Line" })).toBeVisible();
  await fillContact(page, request);
  await page.getByLabel("Referral").fill("A friend");
  await sendButton(page).dblclick();
  await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();
  await expect(page.getByText("Thank you. We will read it and write back")).toBeInViewport();
  await expect(page.getByLabel("Message")).toHaveValue("");
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(0);

  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, admin);
  await expect(page.getByText("You Have Successfully Signed In!!")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);

  const row = page.getByRole("row").filter({ hasText: request.email });
  await expect(row.getByRole("cell").nth(0)).toHaveAccessibleName(request.name);
  await expect(row.getByRole("cell").nth(2)).toHaveText("A friend");
  await row.getByRole("link", { name: "View" }).click();
  await expect(page).toHaveURL(/\/dashboard\/consultation\/[^/]+$/);
  await expect(page.getByText(request.message)).toBeVisible();
  await page.getByRole("button", { name: "Reply" }).click();
  await expect(page.getByText("Reply functionality coming soon!")).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(row).toBeVisible();
});

test("resends after a lost response without storing the form again", async ({ page, admin }) => {
  const request = newRequest();
  await page.goto("/contact");
  await page.route(
    "**/api/consultations/create",
    async (route) => {
      // The server stores the form, and the response is lost.
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await fillContact(page, request);
  await sendButton(page).click();
  await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue(request.message);
  await sendButton(page).click();
  await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();

  await page.goto("/dashboard");
  await signIn(page, admin);
  await expect(page.getByRole("cell").filter({ hasText: request.email })).toHaveCount(1);
});
