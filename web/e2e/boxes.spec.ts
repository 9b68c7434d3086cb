import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { newRecord, openDashboard, record } from "./records";

const tabs = (page: Page) => page.getByRole("navigation", { name: "Status filter" });
const box = (page: Page, name: string) => tabs(page).getByRole("link", { name, exact: true });

/** Waits for the number that describes a link, and returns it. */
async function described(page: Page, name: string): Promise<number> {
  const link = box(page, name);
  await expect(link).toHaveAttribute("aria-describedby");
  const id = await link.getAttribute("aria-describedby");
  const text = await page.locator(`[id="${id}"]`).textContent();
  return Number(text?.replace(",", ""));
}

test("boxes are in the URL, count exactly and follow actions", async ({
  page,
  server,
  request,
}) => {
  // A second record, so that one new record remains.
  await newRecord(request);
  const { path, name } = await newRecord(request);
  await openDashboard(page, server);
  const [all, fresh, open] = [
    await described(page, "All"),
    await described(page, "New"),
    await described(page, "In progress"),
  ];
  const sidebar = page.getByRole("navigation", { name: "Dashboard" });
  const way = sidebar.getByRole("link", { name: "Consultation", exact: true });
  await expect(way).toHaveAccessibleDescription(`${fresh} new`);

  await box(page, "New").click();
  await expect(page).toHaveURL(/\/dashboard\?box=new$/);
  await expect(page.getByText(`${fresh} new`, { exact: true }).first()).toBeVisible();
  await page.reload();
  await expect(box(page, "New")).toHaveAttribute("aria-current", "page");
  const view = page.getByRole("link", { name: `View ${name}` });
  // The box does not repeat its state.
  await expect(view).toHaveAccessibleDescription(/^We run a ferry/);

  await view.click();
  await expect(page).toHaveURL(new RegExp(`${path}\\?box=new$`));
  const { state, button } = record(page);
  await button("Start").click();
  await expect(state).toHaveText("In progress Unassigned");
  await expect(way).toHaveAccessibleDescription(`${fresh - 1} new`);
  await button("Back").click();
  await expect(page).toHaveURL(/\/dashboard\?box=new$/);
  await expect(view).toHaveCount(0);
  await box(page, "In progress").click();
  await expect(view).toHaveAccessibleDescription(/^We run a ferry/);
  expect(await described(page, "All")).toBe(all);
  await expect.poll(() => described(page, "New")).toBe(fresh - 1);
  await expect.poll(() => described(page, "In progress")).toBe(open + 1);
  await page.goBack();
  await expect(box(page, "New")).toHaveAttribute("aria-current", "page");
  await box(page, "All").click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(view).toHaveAccessibleDescription(/^In progress/);
  const cell = page.getByRole("row").filter({ has: view }).getByRole("cell").first();
  await expect(cell).toHaveAccessibleName(name);
});

/** Returns how many rows are whole in the window, and where the first begins, as a share of its height. */
const rowsInWindow = (rows: Element[]) => {
  const boxes = rows.map((row) => row.getBoundingClientRect());
  const whole = boxes.filter(({ bottom }) => bottom <= innerHeight).length;
  return { whole, first: (boxes[0]?.top ?? 0) / innerHeight };
};

test("lists are dense: eight whole rows on a laptop, two on a phone", async ({
  page,
  request,
  server,
}) => {
  await Promise.all(Array.from({ length: 10 }, () => newRecord(request)));
  await openDashboard(page, server);
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(10);
  await page.setViewportSize({ width: 1366, height: 768 });
  expect((await rows.evaluateAll(rowsInWindow)).whole).toBeGreaterThanOrEqual(8);
  await page.setViewportSize({ width: 768, height: 1024 });
  expect((await rows.evaluateAll(rowsInWindow)).whole).toBeGreaterThanOrEqual(6);
  await page.setViewportSize({ width: 375, height: 812 });
  expect((await rows.evaluateAll(rowsInWindow)).first).toBeLessThan(0.48);
});
