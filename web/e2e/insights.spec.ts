import type { Page } from "@playwright/test";
import { fillApplication, newApplication, submitButton } from "./application-form";
import { expectCleanEverywhere } from "./axe";
import { expect, fillContact, newRequest, sendButton, test } from "./fixtures";
import { openDashboard } from "./records";
import { openJob } from "./site";

/** The source that a form without files sends next. */
async function sentSource(page: Page): Promise<unknown> {
  const request = await page.waitForRequest(/\/api\/consultations\/create\/?$/);
  return (request.postDataJSON() as { source?: unknown }).source;
}

test("a form tells where the visit began, and its record says so", async ({ page, server }) => {
  const request = newRequest();
  await page.goto("/service/web-apps?utm_source=News&utm_campaign=May&gclid=secret", {
    referer: "https://www.google.com/search?q=secret",
  });
  await page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
  await fillContact(page, request);
  const source = sentSource(page);
  await sendButton(page).click();
  await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();
  expect(await source).toEqual({
    landing: "/service/web-apps",
    referrer: "www.google.com",
    utm_source: "News",
    utm_medium: null,
    utm_campaign: "May",
    clicked: true,
  });
  expect(await page.evaluate(() => [document.cookie, JSON.stringify(localStorage)])).toEqual([
    "",
    "{}",
  ]);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("google");

  await openDashboard(page, server, "/dashboard/consultation");
  await page.getByRole("link", { name: request.name, exact: true }).click();
  await expect(
    page.getByText(/^Came from news \(Paid\), campaign “may”, landed on /),
  ).toBeVisible();
});

test("an application tells it, too, and a page opened from this site tells nothing", async ({
  page,
  server,
  baseURL,
}) => {
  await page.goto("/contact", { referer: `${baseURL}/faq` });
  await fillContact(page, newRequest());
  const source = sentSource(page);
  await sendButton(page).click();
  expect(await source).toBeUndefined();

  const application = newApplication();
  await page.goto(openJob.path, { referer: "https://jobs.example/" });
  await fillApplication(page.locator("main"), application);
  await submitButton(page.locator("main")).click();
  await expect(page.getByText("Application Submitted Successfully!").first()).toBeVisible();
  await openDashboard(page, server, "/dashboard/application");
  await page.getByRole("link", { name: application.name, exact: true }).click();
  const words = `Came from jobs.example (Referral), landed on ${openJob.path}`;
  await expect(page.getByText(words)).toBeVisible();
});

test("every count of the insights leads to as many records", async ({ page, server, request }) => {
  const { message, name, email } = newRequest();
  const source = { landing: "/faq", referrer: "duckduckgo.com", utm_campaign: message.slice(-8) };
  await request.post("/api/consultations/create/", {
    data: { message, full_name: name, email, source },
  });
  const day = new Date().toISOString().slice(0, 10);
  await openDashboard(page, server, `/dashboard/insights?period=own&from=${day}&to=${day}`);
  const campaigns = page.getByRole("table", { name: "Campaigns" });
  const row = campaigns.getByRole("row", { name: source.utm_campaign });
  await expect(row.getByRole("link")).toHaveText(["1"]);
  await row.getByRole("link").click();
  await expect(page.getByText("1 result · Not spam")).toBeVisible();
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
});

test("insights are found in the sidebar, by phones at the lists, and are accessible", async ({
  page,
  server,
}) => {
  await openDashboard(page, server);
  await page.getByRole("link", { name: "Insights" }).click();
  await expect(page.getByRole("heading", { name: "Insights" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Submissions a week" })).toBeVisible();
  await page.getByLabel("Period").selectOption("Last 12 months");
  await expect(page.getByRole("table", { name: "Submissions a month" })).toBeVisible();
  await page.getByLabel("List").selectOption("Application");
  await expect(page).toHaveURL(/list=applications/);
  await expectCleanEverywhere(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/dashboard/application");
  await page.getByRole("main").getByRole("link", { name: "Insights" }).click();
  await expect(page.getByRole("heading", { name: "Insights" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});

test("insights are read by keyboard, in forced colors and on paper", async ({ page, server }) => {
  server.seed(30);
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await openDashboard(page, server, "/dashboard/insights?period=12m");
  const table = page.getByRole("table", { name: "Submissions a month" });
  const count = table.getByRole("link").first();
  await expect(count).toBeVisible();
  const [bar, ground] = await count.evaluate((link) => {
    const { borderTopColor } = getComputedStyle(link.parentElement as Element, "::after");
    return [borderTopColor, getComputedStyle(document.body).backgroundColor];
  });
  expect(bar).not.toBe(ground);

  await page.emulateMedia({ media: "print", forcedColors: "none" });
  // The width of the text on A4 with Chromium's margins.
  await page.setViewportSize({ width: 718, height: 1000 });
  for (const role of ["navigation", "combobox", "searchbox"] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one role after the other
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  await expect(page.locator("p", { hasText: "All lists" })).toBeVisible();
  expect(await page.getByRole("main").evaluate(notOnPaper)).toEqual([]);

  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 1440, height: 900 });
  // Bars of two columns have one scale.
  const cells = table.getByRole("row").nth(2).getByRole("cell");
  const widths = await cells.evaluateAll((all) =>
    all.map((cell) => cell.getBoundingClientRect().width),
  );
  expect(widths).toHaveLength(4);
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1);
  await page.getByLabel("Period").focus();
  await page.keyboard.press("Tab");
  await expect(count).toBeFocused();
  const number = await count.innerText();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${number} result`)).toBeVisible();
});

/** Returns the cells that are beyond the paper or in the second line of their row. */
function notOnPaper(main: Element): string[] {
  const cells = Array.from(main.querySelectorAll<HTMLElement>("tbody :is(th, td)"));
  return cells.flatMap((cell) => {
    const { left, right, top } = cell.getBoundingClientRect();
    const row = cell.parentElement?.getBoundingClientRect();
    const isIn = left >= 0 && right <= innerWidth && row && Math.abs(top - row.top) <= 1;
    return isIn ? [] : cell.outerHTML.slice(0, 120);
  });
}

test("own days that cannot be counted are refused with a sentence", async ({ page, server }) => {
  await openDashboard(page, server, "/dashboard/insights?period=own&from=2030-01-01&to=1970-01-01");
  await expect(page.getByRole("alert")).toContainText("From must not be after");
  await page.goto("/dashboard/insights?period=toString&list=toString");
  await expect(page.getByLabel("Period")).toHaveValue("12w");
  await page.getByLabel("Period").selectOption("Last 4 weeks");
  await expect(page.getByRole("table", { name: "Submissions a week" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});
