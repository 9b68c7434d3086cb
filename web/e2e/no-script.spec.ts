import { expect, fillContact, newRequest, sendButton, test } from "./fixtures";

test.use({ javaScriptEnabled: false });

test("without scripts a good form is thanked for", async ({ page }) => {
  await page.goto("/contact");
  await fillContact(page, newRequest());
  const answer = page.waitForResponse("**/api/consultations/create/");
  await sendButton(page).click();
  expect((await answer).status()).toBe(201);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Your Consultation Added Successfully",
  );
});

test("without scripts a bad form gets the same words, and its text stays", async ({ page }) => {
  await page.goto("/contact");
  await page.getByLabel("Message").fill("Too short");
  await page.getByLabel("Email").fill("nobody");
  const answer = page.waitForResponse("**/api/consultations/create/");
  await sendButton(page).click();
  expect((await answer).status()).toBe(422);
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText([
    "Message must be at least ten characters",
    "Your Full Name is Required",
    "Please enter a valid email address",
  ]);
  await page.goBack();
  await expect(page.getByLabel("Message")).toHaveValue("Too short");
});
