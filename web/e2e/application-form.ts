import { randomBytes } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures";

const BEGINNING = Buffer.from("%PDF-1.7\n");

/** Returns an application that no other test sends, with a file of this size in bytes. */
export function newApplication(size = 40_000) {
  const mark = randomBytes(5).toString("hex");
  const content = Buffer.concat([BEGINNING, randomBytes(size - BEGINNING.length)]);
  return {
    name: `Ada López ${mark}`,
    email: `${mark}@example.com`,
    letter: `I have built interfaces for ten years.\nMy mark is ${mark}.`,
    cv: { name: `Ada López ${mark}.pdf`, mimeType: "application/pdf", buffer: content },
  };
}

/** Opens the application form of a job from the careers page. */
export async function openApplication(page: Page, job: string): Promise<Locator> {
  await page.goto("/careers");
  await page.getByRole("button", { name: `Apply here: ${job}` }).click();
  const dialog = page.getByRole("dialog", { name: `Apply: ${job}` });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Fills in the application form. */
export async function fillApplication(
  form: Page | Locator,
  application: ReturnType<typeof newApplication>,
): Promise<void> {
  await form.getByLabel("Full Name").fill(application.name);
  await form.getByLabel("Email").fill(application.email);
  await form.getByLabel("Cover Letter").fill(application.letter);
  await form.getByLabel("CV").setInputFiles(application.cv);
}

/** Returns the submit button of the application form. */
export function submitButton(form: Page | Locator) {
  return form.getByRole("button", { name: "Submit Application" });
}
