import type { Locator } from "@playwright/test";
import { expectClean } from "./axe";
import { expect, sendButton, test } from "./fixtures";
import { newRecord, openDashboard } from "./records";
import { scrollThrough, templates } from "./site";

const scheme = () => document.documentElement.dataset["scheme"];

/** Returns whether the page is painted dark. */
const isDark = () => {
  const { backgroundColor } = getComputedStyle(document.documentElement);
  return Math.max(...(backgroundColor.match(/\d+/g) ?? []).map(Number)) < 128;
};

test.use({ colorScheme: "dark" });

test("every view of the dashboard has no accessibility violations in the dark scheme", async ({
  page,
  server,
  request,
}) => {
  test.slow();
  const { path } = await newRecord(request);
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  await expectClean(page);
  await openDashboard(page, server);
  const views = [
    { path: "/dashboard", shown: page.getByRole("table") },
    { path, shown: page.getByRole("button", { name: "Reply" }) },
    { path: "/dashboard/account", shown: page.getByRole("heading", { name: "Active sessions" }) },
  ];
  for (const view of views) {
    await page.goto(view.path);
    await expect(view.shown).toBeVisible();
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await expectClean(page);
    }
  }
});

test("dashboard follows the device until a scheme is chosen, and remembers that", async ({
  page,
  server,
}) => {
  await openDashboard(page, server);
  const button = page.getByRole("button", { name: /^Color scheme/ });
  await expect(button).toBeVisible();
  expect(await page.evaluate(isDark)).toBe(true);
  await button.click();
  expect(await page.evaluate(isDark)).toBe(false);
  await page.reload();
  await expect(button).toHaveAttribute("title", "Color scheme: light");
  expect(await page.evaluate(scheme)).toBe("light");
});

test("paints nothing in another scheme before the dashboard is loaded", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("scheme", "dark"));
  await page.emulateMedia({ colorScheme: "light" });
  // The first animation callback runs before the first painted frame.
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      document.documentElement.dataset["first"] =
        document.documentElement.dataset["scheme"] ?? "none";
    });
  });
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset["first"])).toBe("dark");
});

/** Returns the value of a CSS property. */
const color = (locator: Locator, name: string) =>
  locator.evaluate((node, each) => getComputedStyle(node).getPropertyValue(each), name);

for (const colorScheme of ["light", "dark"] as const) {
  test(`marks the focus in ink, and only errors in red, in the ${colorScheme} scheme`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("/contact");
    const send = sendButton(page);
    await send.click();
    const error = page.getByText("Message is required");
    await expect(error).toBeVisible();
    await page.keyboard.press("Tab");
    const ink = await color(page.locator("body"), "color");
    expect(await color(page.locator(":focus-visible"), "outline-color")).toBe(ink);
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("link").first().focus();
    expect(await color(page.locator(":focus-visible"), "outline-color")).toBe("rgb(246, 241, 231)");
    // The errors' hue is a cool red, that of actions a warm one.
    const [, green = 0, blue = 0] = (await color(error, "color")).match(/\d+/g)?.map(Number) ?? [];
    expect(blue).toBeGreaterThan(green);
    const [, warm = 0, cool = 0] =
      (await color(send, "background-color")).match(/\d+/g)?.map(Number) ?? [];
    expect(warm).toBeGreaterThan(cool);
  });
}

test.describe("public pages", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  for (const path of templates) {
    test(`${path} has no accessibility violations in the dark scheme`, async ({ page }) => {
      // The wide layout is checked in the light scheme, except for what all pages share.
      if (path !== "/") await page.setViewportSize({ width: 375, height: 900 });
      await page.goto(path);
      expect(await page.evaluate(isDark)).toBe(true);
      await scrollThrough(page);
      await expectClean(page);
      if (path !== "/") return;
      await page.setViewportSize({ width: 375, height: 900 });
      await expectClean(page);
    });
  }

  test("follow the device, whatever was chosen in the dashboard", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("scheme", "light"));
    await page.goto("/login");
    await expect.poll(() => page.evaluate(isDark)).toBe(false);
    await page.getByRole("link", { name: /Brazoswright/ }).click();
    await expect(page).toHaveURL("/");
    await expect.poll(() => page.evaluate(isDark)).toBe(true);
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => page.evaluate(isDark)).toBe(false);
  });
});
