import { fillApplication, newApplication, openApplication, submitButton } from "./application-form";
import { expect, test } from "./fixtures";
import { openJob, openJobs } from "./site";

const JOB = openJob.title;
const SENTENCE = "Your Full Name must be at least forty characters";
const CHANGED = "This form has changed since you opened the page.";

/** A minimal rules module of the next release. */
const next = `
export const version = "next";
export const checkField = (form, field, value) =>
  field === "full_name" && value.length < 40 ? ${JSON.stringify(SENTENCE)} : undefined;
export const checkForm = (form, values) => {
  const message = checkField(form, "full_name", values.full_name);
  return message ? [{ field: "full_name", message }] : [];
};`;

test("open page adopts the rules of the next release, and keeps text and file", async ({
  page,
}) => {
  test.skip(openJobs.length === 0, "no job is open");
  const application = newApplication();
  const dialog = await openApplication(page, JOB);
  await fillApplication(dialog, application);

  // From here on the next release responds. Its files have other names.
  await page.route("**/api/applications/create/", (route) =>
    route.fulfill({
      status: 422,
      headers: { "rules-version": "next" },
      json: { message: "Some fields were refused", errors: { full_name: SENTENCE } },
    }),
  );
  const manifest = { version: "next", public: "/assets/public-next.js", staff: "" };
  await page.route("**/rules.json", (route) => route.fulfill({ json: manifest }));
  await page.route("**/assets/**", (route) =>
    route.request().url().endsWith(manifest.public)
      ? route.fulfill({ contentType: "text/javascript", body: next })
      : route.fulfill({ status: 404, body: "" }),
  );
  await submitButton(dialog).click();
  await expect(dialog.getByText(SENTENCE)).toBeVisible();
  await expect(dialog.getByRole("alert").filter({ hasText: CHANGED })).toBeVisible();
  await expect(dialog.getByLabel("Full Name")).toBeFocused();
  await expect(dialog.getByLabel("Cover Letter")).toHaveValue(application.letter);
  await expect(dialog.getByText(application.cv.name)).toBeVisible();

  // The new rules validate while typing, and the form is sent when they accept it.
  await dialog.getByLabel("Full Name").fill(application.name.padEnd(40, "s"));
  await expect(dialog.getByText(SENTENCE)).toHaveCount(0);
  await page.unroute("**/api/applications/create/");
  await submitButton(dialog).click();
  await expect(page.getByText("Application Submitted Successfully!")).toBeVisible();
});

test("site, rules module and server have the same rules version", async ({ request }) => {
  const answer = await request.get("/rules.json");
  expect(answer.headers()["cache-control"]).toBe("no-cache");
  const manifest = await answer.json();
  const refused = await request.post("/api/consultations/create/", { data: {} });
  expect(refused.status()).toBe(422);
  expect(refused.headers()["rules-version"]).toBe(manifest.version);
  for (const module of [manifest.public, manifest.staff]) {
    // oxlint-disable-next-line no-await-in-loop -- two small files
    const script = await request.get(module);
    expect(script.status()).toBe(200);
  }
});
