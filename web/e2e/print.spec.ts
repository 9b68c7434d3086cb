import { expect, test } from "./fixtures";
import { openDashboard } from "./records";

test("prints every answer", async ({ page }) => {
  await page.goto("/faq");
  const answers = page.locator("details > p");
  await expect(answers).toHaveCount(10);
  await expect(answers.nth(4)).not.toBeInViewport();
  await page.emulateMedia({ media: "print" });
  for (const answer of await answers.all()) {
    expect(await answer.evaluate((text) => text.checkVisibility())).toBe(true);
    expect((await answer.boundingBox())?.height).toBeGreaterThan(10);
  }
});

test("prints every picture, without waiting", async ({ page }) => {
  await page.goto("/project/ecommerce");
  const pictures = await page
    .locator("main img")
    .evaluateAll((all) => new Set(all.map((image) => (image as HTMLImageElement).srcset)).size);
  const paper = (await page.pdf({ format: "A4" })).toString("latin1");
  const printed = paper.match(/\/Subtype \/Image/g) ?? [];
  expect(printed.length).toBeGreaterThanOrEqual(pictures);
});

test("prints a record without the navigation", async ({ page, server }) => {
  server.seed(1);
  await openDashboard(page, server);
  await page.getByRole("link", { name: /^View/ }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Submitted At")).toBeVisible();
  for (const role of ["navigation", "button", "searchbox", "combobox", "textbox"] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
});

test("marks the current item in forced colors", async ({ page, server }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/about");
  const bar = page.getByRole("navigation", { name: "Main" });
  const ground = (name: string) =>
    bar.getByRole("link", { name }).evaluate((link) => getComputedStyle(link).backgroundColor);
  expect(await ground("About Us")).not.toBe(await ground("FAQ"));
  await openDashboard(page, server);
  const items = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link");
  const grounds = await items.evaluateAll((links) =>
    links.map((link) => getComputedStyle(link).backgroundColor),
  );
  const current = await items.evaluateAll((links) => links.findIndex((link) => link.ariaCurrent));
  expect(grounds.filter((color) => color === grounds[current])).toHaveLength(1);
  const tab = page.getByRole("navigation", { name: "Status filter" }).locator("[aria-current]");
  await expect(tab).toHaveText(/\d/);
  const [words, count] = await tab.evaluate((link) =>
    [link, link.lastElementChild].map((part) => part && getComputedStyle(part).color),
  );
  expect(count).toBe(words);
});
