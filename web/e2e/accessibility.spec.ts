import { fillApplication, newApplication, openApplication, submitButton } from "./applying";
import { expectClean } from "./axe";
import { expect, fillContact, newRequest, sendButton, signIn, test } from "./fixtures";
import { openJob } from "./site";

for (const width of [375, 768, 1440]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("the login page is clean", async ({ page }) => {
      await page.goto("/login");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectClean(page);
    });

    test("refused fields are clean", async ({ page }) => {
      await page.goto("/contact");
      await sendButton(page).click();
      await expect(page.getByText("Message is required")).toBeVisible();
      await expectClean(page);
    });

    test("the application form is clean, and so is the modal around it", async ({ page }) => {
      await page.goto(openJob.path);
      await submitButton(page).click();
      await expect(page.getByText("Please upload your CV")).toBeVisible();
      await expectClean(page);
      const dialog = await openApplication(page, openJob.title);
      await fillApplication(dialog, newApplication());
      await expectClean(page);
    });

    test("applications are clean", async ({ page, admin, request }) => {
      const { name, email, letter, cv } = newApplication();
      const answer = await request.post("/api/applications/create/", {
        multipart: {
          job_title: "Product Manager",
          full_name: name,
          email,
          cover_letter: letter,
          cv,
        },
      });
      expect(answer.status()).toBe(201);
      await page.goto("/dashboard/application");
      await signIn(page, admin);
      await expect(page.getByRole("table")).toBeVisible();
      await expectClean(page);
      await page.getByRole("link", { name: "View" }).first().click();
      await expect(page.getByRole("button", { name: "Respond" })).toBeVisible();
      await expectClean(page);
    });

    test("the dashboard is clean", async ({ page, admin }) => {
      await page.goto("/contact");
      await fillContact(page, newRequest());
      await sendButton(page).click();
      await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();
      await page.goto("/dashboard");
      await signIn(page, admin);
      await expect(page.getByRole("table")).toBeVisible();
      await expectClean(page);
      await page.getByRole("link", { name: "View" }).first().click();
      await expect(page.getByRole("button", { name: "Reply" })).toBeVisible();
      await expectClean(page);
      await page.goto("/dashboard/consultation/no-such-slug");
      await expect(page.getByText("Consultation not found")).toBeVisible();
      await expectClean(page);
    });
  });
}
