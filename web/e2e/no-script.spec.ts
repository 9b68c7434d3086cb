import { expect, fillContact, newRequest, sendButton, test } from "./fixtures";
import { countConsultations } from "./records";

test.use({ javaScriptEnabled: false });

test("without scripts a valid form leads to the confirmation and is stored once", async ({
  page,
  server,
}) => {
  const request = newRequest();
  await page.goto("/contact");
  await fillContact(page, request);
  const answer = page.waitForResponse("**/api/consultations/create/");
  await sendButton(page).click();
  expect((await answer).status()).toBe(303);
  const thanks = page.getByRole("heading", { level: 1 });
  await expect(thanks).toHaveText("Your Consultation Added Successfully");
  await expect(page).toHaveURL("/answers/consultations");
  const posts: string[] = [];
  page.on("request", (each) => {
    if (each.method() === "POST") posts.push(each.url());
  });
  await page.reload();
  await expect(thanks).toHaveText("Your Consultation Added Successfully");
  expect(posts).toEqual([]);
  expect(await countConsultations(page.request, server, request.email)).toBe(1);
});

test("a browser without scripts that accepts anything gets the same pages, and a form sent twice is stored once", async ({
  page,
  server,
}) => {
  // As NetSurf and Links send it.
  await page.route("**/api/*/create/", (route) =>
    route.continue({ headers: { ...route.request().headers(), accept: "*/*" } }),
  );
  const request = newRequest();
  const thanks = page.getByRole("heading", { level: 1 });
  for (let press = 0; press < 2; press++) {
    await page.goto("/contact");
    await fillContact(page, request);
    await sendButton(page).click();
    await expect(thanks).toHaveText("Your Consultation Added Successfully");
  }
  expect(await countConsultations(page.request, server, request.email)).toBe(1);
  await page.goto("/contact");
  await page.getByLabel("Message").fill("Too short");
  await sendButton(page).click();
  await expect(page.getByRole("main").getByRole("listitem").first()).toHaveText(
    "Message must be at least ten characters",
  );
});

test("without scripts an invalid form shows the same messages and keeps its text", async ({
  page,
}) => {
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

for (const path of ["/login", "/dashboard"]) {
  test(`without scripts ${path} shows that it requires them`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveTitle("Brazoswright");
    // Playwright ignores the text of this element.
    await expect(page.locator("noscript p")).toBeInViewport();
    await expect(page.locator("noscript p")).toHaveText("This page needs JavaScript.");
  });
}
