import { fillApplication, newApplication, openApplication, submitButton } from "./application-form";
import { expectCleanEverywhere } from "./axe";
import { expect, fillContact, newRequest, sendButton, test } from "./fixtures";
import { openJob, openJobs } from "./site";
import { openDashboard } from "./records";

test("refused fields have no accessibility violations", async ({ page }) => {
  await page.goto("/contact");
  await sendButton(page).click();
  await expect(page.getByText("Message is required")).toBeVisible();
  await expectCleanEverywhere(page);
});

test("confirmation has no accessibility violations", async ({ page }) => {
  await page.goto("/contact");
  await fillContact(page, newRequest());
  await sendButton(page).click();
  const thanks = page.getByText("Your Consultation Added Successfully");
  // A toast stays while the pointer is over it.
  await thanks.hover();
  await expectCleanEverywhere(page, () => thanks.hover());
});

test("application form and its dialog have no accessibility violations", async ({ page }) => {
  test.skip(openJobs.length === 0, "no job is open");
  await page.goto(openJob.path);
  await submitButton(page).click();
  await expect(page.getByText("Please upload your CV")).toBeVisible();
  await expectCleanEverywhere(page);
  const dialog = await openApplication(page, openJob.title);
  await fillApplication(dialog, newApplication());
  await expectCleanEverywhere(page);
});

test("applications have no accessibility violations", async ({ page, server, request }) => {
  const { name, email, letter, cv } = newApplication();
  const answer = await request.post("/api/applications/create/", {
    multipart: { job_title: "Product Manager", full_name: name, email, cover_letter: letter, cv },
  });
  expect(answer.status()).toBe(201);
  await openDashboard(page, server, "/dashboard/application");
  await expect(page.getByRole("table")).toBeVisible();
  await expectCleanEverywhere(page);
  await page.getByRole("link", { name: "View" }).first().click();
  await expect(page.getByRole("button", { name: "Respond" })).toBeVisible();
  await expectCleanEverywhere(page);
});

test("an unknown record has no accessibility violations", async ({ page, server }) => {
  await openDashboard(page, server, "/dashboard/consultation/no-such-slug");
  await expect(page.getByText("Consultation not found")).toBeVisible();
  await expectCleanEverywhere(page);
});
