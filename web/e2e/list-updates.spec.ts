import { randomBytes } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { expectClean, expectCleanEverywhere } from "./axe";
import { expect, test } from "./fixtures";
import { newRecord, openDashboard, record, signedIn } from "./records";

const isList = (url: string | URL) => /\/api\/consultations\?/.test(String(url));
const views = (page: Page) => page.getByRole("link", { name: /^View / });

/** Simulates a return to the tab, which refetches at once. */
async function comeBack(page: Page) {
  const shown = new URL(page.url()).searchParams.get("page") ?? "1";
  // Not an earlier poll, and not the next page, which is read ahead.
  const asked = page.waitForRequest(
    (request) => isList(request.url()) && new URL(request.url()).searchParams.get("page") === shown,
  );
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  );
  return (await (await asked).response())?.status();
}

/** Creates `count` consultations that share a word unknown to other tests. */
async function some(
  request: APIRequestContext,
  count: number,
  word = randomBytes(6).toString("hex"),
) {
  const names: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const full_name = `Visitor ${randomBytes(3).toString("hex")} ${word}`;
    const data = { message: "We need a new site.", full_name, email: `a@${word}.example` };
    const answer = await request.post("/api/consultations/create/", { data });
    expect(answer.status()).toBe(201);
    names.push(full_name);
  }
  return { word, names };
}

test("does not resend an unchanged list, and offers new records in a banner", async ({
  page,
  admin,
  request,
  server,
}) => {
  const { word, names } = await some(request, 2);
  await openDashboard(page, server, `/dashboard?q=${word}`);
  await expect(views(page)).toHaveCount(2);
  expect(await comeBack(page)).toBe(304);
  // A line about the temporary password arrives with the username, above the list.
  await expect(page.getByRole("banner").getByText(admin.username, { exact: true })).toBeVisible();
  const before = await views(page).first().boundingBox();
  const title = await page.title();

  const fresh = await some(request, 3, word);
  expect(await comeBack(page)).toBe(200);
  const line = page.getByRole("button", { name: "Show 3 new" });
  await expect(line).toBeVisible();
  await expect(page).toHaveTitle(`(3) ${title}`);
  await expect(views(page).first()).toHaveAccessibleName(`View ${names[1]}`);
  expect(await views(page).first().boundingBox()).toEqual(before);
  expect(await comeBack(page)).toBe(304);
  // Nothing covers a part of it.
  const isOnTop = await line.evaluate((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const center = (left + right) / 2;
    return [top + 2, bottom - 2].every((y) => document.elementFromPoint(center, y) === button);
  });
  expect(isOnTop).toBe(true);

  await line.click();
  await expect(views(page)).toHaveCount(5);
  await expect(views(page).first()).toHaveAccessibleName(`View ${fresh.names[2]}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(title);
  await expect(line).toHaveCount(0);
});

test("reports changes of a list in another order, and updates remaining rows in place", async ({
  page,
  server,
  request,
}) => {
  const { word, names } = await some(request, 2);
  await openDashboard(page, server, `/dashboard?q=${word}&sort=oldest`);
  await expect(views(page)).toHaveCount(2);
  const href = await views(page).first().getAttribute("href");
  const slug = href?.split("?")[0]?.split("/").at(-1);
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem("access"))}`;
  const done = await request.post(`/api/consultations/${slug}/actions/`, {
    headers: { authorization },
    data: { action: "finish", version: 1 },
  });
  expect(done.status()).toBe(200);
  expect(await comeBack(page)).toBe(200);
  await expect(page.getByRole("link", { name: `View ${names[0]}` })).toHaveAccessibleDescription(
    /^Done/,
  );

  await some(request, 1, word);
  await comeBack(page);
  await page.getByRole("button", { name: "Show changes" }).click();
  await expect(views(page)).toHaveCount(3);
});

test("explains readably why a list is still loading", async ({ page, server }) => {
  await openDashboard(page, server, "/dashboard/account");
  await page.clock.install();
  await page.route(/\/api\/consultations\?/, (route) => route.abort());
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  const why = page.getByText("Couldn't reach the server. Trying again.");
  await expect(why).toBeVisible();
  await page.clock.runFor(500);
  await expectClean(page);
  await expect(why).toBeVisible();
});

test("shows a banner while the connection is lost", async ({
  page,
  admin,
  consoleErrors,
  request,
}) => {
  const { name } = await newRecord(request);
  await signedIn(page, admin, "/dashboard/application");
  await page.route("**/api/token/refresh", (route) => route.abort());
  // A token that has expired: its payload is {"exp":1}.
  await page.evaluate(() => localStorage.setItem("access", "x.eyJleHAiOjF9.x"));
  await page.getByRole("link", { name: "Consultation", exact: true }).click();
  const line = page.getByText("Connection lost. Retrying…");
  await expect(line).toBeVisible();
  await expectCleanEverywhere(page, () => expect(line).toBeVisible());
  await page.unroute("**/api/token/refresh");
  await expect(line).toBeHidden({ timeout: 40_000 });
  await expect(page.getByRole("link", { name: `View ${name}` })).toBeVisible();
  expect(consoleErrors.splice(0).join()).toContain("The session could not be checked");
});

test("shows nothing when background polling fails", async ({ page, server, request }) => {
  const { name } = await newRecord(request);
  await openDashboard(page, server);
  await expect(page.getByRole("link", { name: `View ${name}` })).toBeVisible();
  await page.route(/\/api\/consultations\?/, (route) => route.fulfill({ status: 500, json: {} }));
  expect(await comeBack(page)).toBe(500);
  await page.unroute(/\/api\/consultations\?/);
  await comeBack(page);
  await expect(page.getByRole("link", { name: `View ${name}` })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("moves through rows by shortcuts, which can be disabled", async ({
  page,
  server,
  request,
}) => {
  const { word, names } = await some(request, 3);
  const { keyboard } = page;
  await openDashboard(page, server, `/dashboard?q=${word}`);
  await expect(views(page)).toHaveCount(3);
  await keyboard.press("j");
  await expect(views(page).nth(0)).toBeFocused();
  await keyboard.press("j");
  await keyboard.press("j");
  await keyboard.press("j");
  await expect(views(page).nth(2)).toBeFocused();
  await keyboard.press("k");
  await expect(views(page).nth(1)).toBeFocused();
  await keyboard.press("Enter");
  const name = page.getByRole("heading", { level: 1 });
  await expect(name).toHaveText(names[1] ?? "");
  await record(page).button("Back").click();
  await expect(page).toHaveURL(new RegExp(`/dashboard\\?q=${word}$`));

  await expect(views(page)).toHaveCount(3);
  await keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search", exact: true });
  await expect(search).toBeFocused();
  await keyboard.type("j/?");
  await expect(search).toHaveValue("j/?");
  await page.getByRole("heading", { level: 1 }).focus();
  await keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("checkbox").focus();
  await keyboard.press("Space");
  await keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(search).toHaveValue("j/?");
  await keyboard.press("?");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(dialog.getByRole("checkbox")).not.toBeChecked();
});
