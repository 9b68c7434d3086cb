import {
  fillApplication,
  newApplication,
  openApplication,
  submitButton,
} from "../application-form";
import { expect, fillContact, newRequest, sendButton, test } from "../fixtures";

const next = {
  binary: process.env["NEXT_SERVER_BIN"] ?? "",
  site: process.env["NEXT_SITE"] ?? "",
};
const SHORT = "Ada";
const SENTENCE = "Your Full Name must be at least four characters";
const APPLICANTS = "FullName must be at least four characters";

test("open pages survive an upgrade that changes the rules", async ({ context, server }) => {
  const [contact, careers] = [await context.newPage(), await context.newPage()];
  await contact.goto("/contact");
  const wish = { ...newRequest(), name: SHORT };
  await fillContact(contact, wish);
  const application = { ...newApplication(), name: SHORT };
  const dialog = await openApplication(careers, "Frontend Web Developer");
  await fillApplication(dialog, application);

  await server.replace(next);

  await sendButton(contact).click();
  await expect(contact.getByText(SENTENCE)).toBeVisible();
  await expect(contact.getByLabel("Message")).toHaveValue(wish.message);

  await submitButton(dialog).click();
  await expect(dialog.getByText(APPLICANTS)).toBeVisible();
  await expect(dialog.getByLabel("Cover Letter")).toHaveValue(application.letter);
  await expect(dialog.getByText(application.cv.name)).toBeVisible();

  await contact.getByLabel("Full Name").fill("Adam");
  await expect(contact.getByText(SENTENCE)).toHaveCount(0);
  await sendButton(contact).click();
  await expect(contact.getByText("Your Consultation Added Successfully")).toBeVisible();
  await dialog.getByLabel("Full Name").fill("Adam");
  await submitButton(dialog).click();
  await expect(careers.getByText("Application Submitted Successfully!")).toBeVisible();
});
