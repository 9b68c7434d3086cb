import { randomBytes } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { openDashboard, record } from "./records";

const box = (page: Page) => page.getByRole("searchbox", { name: "Search", exact: true });
const views = (page: Page) => page.getByRole("link", { name: /^View / });
const marks = (page: Page) => page.getByRole("main").locator("mark");

/** Creates three consultations with a word unknown to other tests: about a ferry, a bakery, and a former ferry. */
async function three(request: APIRequestContext) {
  const word = `mark${randomBytes(4).toString("hex")}`;
  const names = ["Ada Ferry", "Béla Bakery", "Cleo Ferry"].map((name) => `${name} ${word}`);
  for (const [index, full_name] of names.entries()) {
    const message = `We need a site. Number ${index + 1} of ${word}.`;
    const data = { message, full_name, email: `${index + 1}@${word}.example` };
    const answer = await request.post("/api/consultations/create/", { data });
    expect(answer.status()).toBe(201);
  }
  return { word, names };
}

test("search marks results at once, and persists across reload, Back and a record", async ({
  page,
  server,
  request,
}) => {
  const { word, names } = await three(request);
  await openDashboard(page, server);
  await expect(page.getByRole("link", { name: `View ${names[2]}` })).toBeVisible();
  // Cached rows are filtered before the server responds.
  let held = true;
  const free: (() => void)[] = [];
  await page.route(/\/api\/consultations\?.*q=/, async (route) => {
    if (held) await new Promise<void>((resolve) => free.push(resolve));
    await route.continue();
  });
  await box(page).fill(`bela ${word}`);
  await expect(views(page)).toHaveCount(1);
  await expect(page.getByRole("link", { name: `View ${names[1]}` })).toBeVisible();
  await expect(marks(page).first()).toHaveText("Béla");
  held = false;
  for (const go of free) go();
  await expect(page).toHaveURL(new RegExp(`/dashboard\\?q=bela\\+${word}$`));
  await expect(page.getByText("1 result", { exact: true })).toBeVisible();

  await box(page).fill(`"number site" ferry ${word}`);
  await expect(page.getByText("No consultations were found")).toBeVisible();
  await box(page).fill(`ferry ${word} -cleo`);
  await expect(page.getByText("1 result", { exact: true })).toBeVisible();
  await expect(views(page)).toHaveAccessibleName(`View ${names[0]}`);
  await page.reload();
  await expect(box(page)).toHaveValue(`ferry ${word} -cleo`);
  await expect(views(page)).toHaveCount(1);

  await views(page).click();
  await expect(page).toHaveURL(/\/dashboard\/consultation\/[^/?]+\?q=/);
  await expect(page.getByRole("heading", { level: 1 }).locator("mark").first()).toHaveText("Ferry");
  await expect(
    page.getByRole("definition").filter({ hasText: "We need" }).locator("mark"),
  ).toHaveText(word);
  await record(page).button("Back").click();
  await expect(page).toHaveURL(/q=ferry/);
  await expect(views(page)).toHaveCount(1);
  await page.getByRole("button", { name: `Clear “ferry ${word} -cleo”` }).click();
  await expect(page).toHaveURL(/\/dashboard\/?\??$/);
  await expect(box(page)).toHaveValue("");
  await expect(marks(page)).toHaveCount(0);
});

test("waits only for the last query typed", async ({ page, server, request }) => {
  const { word } = await three(request);
  await openDashboard(page, server);
  await expect(views(page).first()).toBeVisible();
  const ended = page.waitForEvent("requestfailed", (sent) => sent.url().includes("q=ferr"));
  await page.route(/q=ferry?&?$/, () => undefined);
  const first = page.waitForRequest(/q=ferry?$/);
  await box(page).fill("ferry");
  await first;
  await box(page).fill(`ferry ${word}`);
  await ended;
  await expect(page.getByText("2 results", { exact: true })).toBeVisible();
});

test("boxes, people and dates combine, and can be removed one by one", async ({
  page,
  server,
  request,
}) => {
  const { word } = await three(request);
  await openDashboard(page, server, `/dashboard?q=${word}&box=new&assigned=nobody`);
  await expect(page.getByText("3 results · New · Unassigned")).toBeVisible();
  const submitted = page.getByLabel("Submitted");
  await submitted.selectOption("Last 7 days");
  await expect(page).toHaveURL(/&from=-7d$/);
  await expect(views(page)).toHaveCount(3);
  await submitted.selectOption("Between dates");
  await page.getByLabel("From", { exact: true }).fill("2001-02-03");
  await page.getByLabel("To", { exact: true }).fill("2001-02-04");
  await expect(
    page.getByText("No consultations were found that are new and unassigned"),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("2001-02-04");
  const filters = page.getByRole("group", { name: "Filters" });
  await expect(filters.getByRole("button")).toHaveText([
    `Clear “${word}”`,
    "Clear New",
    "Clear Unassigned",
    "Clear From Feb 3, 2001",
    "Clear Until Feb 4, 2001",
    "Clear all",
  ]);
  await filters.getByRole("button", { name: "Clear Until Feb 4, 2001" }).click();
  await expect(page.getByText("3 results · New · Unassigned")).toBeVisible();
  await filters.getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL(/\/dashboard\??$/);
  await expect(filters).toHaveCount(0);
});
