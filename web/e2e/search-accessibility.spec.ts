import { expectCleanEverywhere } from "./axe";
import { expect, test } from "./fixtures";
import { newRecord, openDashboard } from "./records";

test("every view of a search has no accessibility violations", async ({
  page,
  server,
  request,
}) => {
  const { name, slug } = await newRecord(request);
  await openDashboard(page, server);
  await page.getByRole("searchbox", { name: "Search", exact: true }).fill(name);
  await expect(page.getByText("1 result", { exact: true })).toBeVisible();
  await expect(page.locator("mark").first()).toBeVisible();
  await page.getByLabel("Submitted").selectOption("Between dates");
  await page.getByLabel("From", { exact: true }).fill("2001-02-03");
  await expect(page.getByRole("button", { name: "Clear From Feb 3, 2001" })).toBeVisible();
  await expect(page.getByText("1 result", { exact: true })).toBeVisible();
  await expectCleanEverywhere(
    page,
    async (width) => {
      if (width < 480) await page.getByRole("button", { name: "All filters and sorting" }).click();
      await expect(page.getByLabel("From", { exact: true })).toBeVisible();
    },
    375,
  );
  await page.getByRole("link", { name: `View ${name}` }).click();
  await expect(page).toHaveURL(new RegExp(`${slug}\\?`));
  await expect(page.getByRole("definition").locator("mark").first()).toBeVisible();
  await expectCleanEverywhere(page);

  await page.goto("/dashboard?q=nothing-has-this&box=spam&assigned=me");
  await expect(page.getByText(/^No consultations were found/)).toBeVisible();
  await expectCleanEverywhere(page);
  await page.route("**/api/consultations?*q=*", (route) =>
    route.fulfill({
      status: 422,
      json: { message: "No", errors: { q: "Search for something else" } },
    }),
  );
  await page.goto("/dashboard?q=else");
  await expect(page.getByText("Search for something else.")).toBeVisible();
  await expectCleanEverywhere(page);
});
