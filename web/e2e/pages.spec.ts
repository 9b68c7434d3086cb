import { expect, test } from "./fixtures";
import { projectCount } from "./site";

test("addresses are missing on the server and in the router alike", async ({ page, server }) => {
  for (const [path, title] of Object.entries({
    "/ABOUT": "Page not found.",
    "//about": "Page not found.",
    "/about.php": "Page not found.",
    "/consultationDetail/x/y": "Page not found.",
    "/dashboard/consultation/x/y": "Page not found.",
    ...(projectCount > 0 && { "/project/Bakerzbite.html": "Project not found" }),
  })) {
    /* oxlint-disable no-await-in-loop -- one page after the other */
    await test.step(path, async () => {
      const answer = await page.goto(server.url + path);
      expect(answer?.status()).toBe(404);
      await expect(page.getByText(title)).toBeVisible();
      // After hydration the bar marks the current page.
      await page.mouse.wheel(0, 100);
      await expect(page.getByRole("banner")).toHaveAttribute("data-compact");
      await expect(page.getByText(title)).toHaveCount(1);
    });
    /* oxlint-enable no-await-in-loop */
  }
});

test("excludes private pages from search engines", async ({ request }) => {
  const answer = await request.get("/login");
  expect(answer.headers()["x-robots-tag"]).toBe("noindex");
  expect(await answer.text()).toMatch(/<meta name="robots" content="noindex"/);
});

test("navigation scrolls to the top and moves the focus into the page", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Get a Free Estimate" }).last().click();
  await expect(page.getByRole("heading", { name: "Drop Us A Line" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page.getByRole("main")).toBeFocused();
});
