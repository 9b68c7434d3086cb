import type { APIRequestContext, Page } from "@playwright/test";
import { expect, newRequest, test } from "./fixtures";
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

/** Returns whether nothing of an element is beyond its cell. */
const isInCell = (element: Element) => {
  const [inner, outer] = [element, element.closest("td") as Element].map((each) =>
    each.getBoundingClientRect(),
  );
  return inner && outer && inner.left >= outer.left && inner.right <= outer.right;
};

const LONG_NAME = "Wilhelmina Featherstonehaugh-Cholmondeley of the Ferry";

/** Creates a record with texts that are longer than their columns, and assigns it. */
async function newLongRecord(request: APIRequestContext, access: string, to: string) {
  const { message, name, email } = newRequest();
  const data = {
    message: message.repeat(9),
    full_name: `${LONG_NAME} ${name}`,
    email: `wilhelmina.featherstonehaugh.cholmondeley.${email}`,
    referral: `${LONG_NAME}, who told us of you in the harbor`,
  };
  const answer = await request.post("/api/consultations/create/", { data });
  const { slug } = (await answer.json()) as { slug: string };
  const assigned = await request.post(`/api/consultations/${slug}/actions/`, {
    headers: { authorization: `Bearer ${access}` },
    data: { action: "assign", version: 1, to },
  });
  expect(assigned.status()).toBe(200);
}

test("lists are dense: eight whole rows on a laptop, two on a phone", async ({
  page,
  request,
  server,
}) => {
  const { username } = server.addAdmin("wilhelmina", LONG_NAME, "Lovelace");
  const { access } = await server.sharedSession(server.admin);
  await Promise.all(Array.from({ length: 10 }, () => newLongRecord(request, access, username)));
  await openDashboard(page, server);
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(10);
  await page.setViewportSize({ width: 1366, height: 768 });
  expect((await rows.evaluateAll(rowsInWindow)).whole).toBeGreaterThanOrEqual(8);
  const first = rows.first();
  const assignee = first.getByTitle(`${LONG_NAME} Lovelace`, { exact: true });
  for (const badge of [first.getByText("New", { exact: true }), assignee]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await badge.evaluate(isInCell)).toBe(true);
  }
  // The list shows the start of a long text, and its title all of it.
  await expect(first.getByTitle(new RegExp(`^${LONG_NAME} Ada`))).toBeVisible();

  await Promise.all(Array.from({ length: 10 }, () => newRecord(request)));
  await page.reload();
  await expect(rows).toHaveCount(10);
  await expect(page.getByTitle(new RegExp(`^${LONG_NAME}`))).toHaveCount(0);
  await page.setViewportSize({ width: 768, height: 1024 });
  expect((await rows.evaluateAll(rowsInWindow)).whole).toBeGreaterThanOrEqual(6);
  await page.setViewportSize({ width: 375, height: 812 });
  expect((await rows.evaluateAll(rowsInWindow)).first).toBeLessThan(0.48);
});
