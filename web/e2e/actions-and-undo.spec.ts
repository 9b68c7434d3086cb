import { randomBytes } from "node:crypto";
import type { APIRequestContext, Page, Request, Route } from "@playwright/test";
import { deferred } from "../test/deferred";
import { expectCleanEverywhere, expectCleanInBothSchemes } from "./axe";
import { expect, test } from "./fixtures";
import { colleague, isActionUrl, openDashboard, performed, record } from "./records";

const views = (page: Page) => page.getByRole("link", { name: /^View / });
const box = (page: Page, name: string) =>
  page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
const bar = (page: Page) => page.getByRole("group", { name: "Selected records" });
const named = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Sends consultations that share a word which no other test knows, and returns their names, the newest first. */
async function leads(request: APIRequestContext, count: number) {
  const word = randomBytes(6).toString("hex");
  const sent: { name: string; slug: string }[] = [];
  for (let number = 1; number <= count; number += 1) {
    const name = `Lead ${number} ${word}`;
    const data = {
      message: "We need a new site.",
      full_name: name,
      email: `a${number}@${word}.example`,
    };
    const answer = await request.post("/api/consultations/create/", { data });
    expect(answer.status()).toBe(201);
    const { slug } = (await answer.json()) as { slug: string };
    sent.push({ name, slug });
  }
  return { word, leads: sent.toReversed(), names: sent.toReversed().map(({ name }) => name) };
}

/** Applies an action to a record over the API, as the admin who is signed in on a page. */
async function actAs(page: Page, slug: string, action: string, version = 1) {
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem("access"))}`;
  const answer = await page.request.post(`/api/consultations/${slug}/actions/`, {
    headers: { authorization },
    data: { action, version },
  });
  expect(answer.status()).toBe(200);
}

/** The actions that a page sends from now on. */
function actionsOf(page: Page): Request[] {
  const sent: Request[] = [];
  page.on("request", (each) => void (isActionUrl(each.url()) && sent.push(each)));
  return sent;
}

test("works through a list with one key press per lead", async ({ page, server, request }) => {
  const { word, names } = await leads(request, 20);
  await openDashboard(page, server, `/dashboard?q=${word}&box=new`);
  await expect(views(page)).toHaveCount(10);
  let presses = 0;
  const press = async (key: string) => {
    await page.keyboard.press(key);
    presses += 1;
  };
  await page.clock.install();
  await press("j");
  await press("Enter");
  for (const [index, name] of names.entries()) {
    await expect(named(page, name)).toBeVisible();
    // As long as a quick reader takes. The second press of a double press would not count.
    await page.clock.runFor(400);
    await press(index % 5 === 4 ? "!" : "e");
  }
  // After the last one the list is empty.
  await expect(page).toHaveURL(/\/dashboard\?q=.*box=new/);
  await expect(page.getByText("No consultations were found that are new")).toBeVisible();
  expect(presses).toBeLessThanOrEqual(30);
  await page.goto(`/dashboard?q=${word}&box=done`);
  await expect(page.getByText("16 results · Done")).toBeVisible();
  await page.goto(`/dashboard?q=${word}&box=spam`);
  await expect(page.getByText("4 results · Spam")).toBeVisible();
});

test("z restores a record in the data, the list and the counts", async ({
  page,
  server,
  request,
}) => {
  const { word, names } = await leads(request, 3);
  const [first = "", second = "", third = ""] = names;
  await openDashboard(page, server, `/dashboard?q=${word}&box=new`);
  const sidebar = page.getByRole("navigation", { name: "Dashboard" });
  const way = sidebar.getByRole("link", { name: "Consultation", exact: true });
  await expect(way).toHaveAccessibleDescription(/ new$/);
  const before = await way
    .getAttribute("aria-describedby")
    .then(async (id) => page.locator(`[id="${id}"]`).textContent());
  await page.getByRole("link", { name: `View ${first}` }).click();
  await expect(record(page).button("Mark done")).toBeVisible();
  await page.keyboard.press("e");
  await expect(named(page, second)).toBeVisible();
  await expect(page.locator("#toasts")).toContainText("Marked as done · Undo");
  await expect(way).not.toHaveAccessibleDescription(before ?? "");
  await page.keyboard.press("z");
  await expect(page.locator("#toasts")).toContainText(`Undone: ${first}`);
  await expect(way).toHaveAccessibleDescription(before ?? "");
  await page.keyboard.press("k");
  await expect(named(page, first)).toBeVisible();
  await expect(record(page).state).toHaveText("New Unassigned");
  await expect(record(page).history).toHaveText([
    /^Received/,
    /^You marked this as done/,
    /^You undid marking this as done/,
  ]);
  await record(page).button("Back").click();
  await expect(views(page)).toHaveCount(3);

  // The same by the button in the message, by keyboard, after the last record of the list.
  await page.getByRole("link", { name: `View ${third}` }).click();
  await record(page).button("Spam").click();
  await expect(page).toHaveURL(/\/dashboard\?/);
  await expect(views(page)).toHaveCount(2);
  const undo = page.locator("#toasts").getByRole("button", { name: "Undo" });
  // The former message leaves before its time.
  await expect(undo).toHaveCount(1, { timeout: 5000 });
  await undo.focus();
  await page.keyboard.press("Enter");
  await expect(views(page)).toHaveCount(3);
  await expect(page.locator("#toasts")).toContainText(`Undone: ${third}`);
});

test("refetches an open record only when it changed, and shows a colleague's action", async ({
  page,
  browser,
  server,
  request,
}) => {
  const { leads: found } = await leads(request, 1);
  const [{ slug = "" } = {}] = found;
  const other = await colleague(browser, server);
  await openDashboard(page, server, `/dashboard/consultation/${slug}`);
  await expect(record(page).history).toHaveCount(1);
  // Coming back to the tab asks without waiting for the next poll.
  const comeBack = async () => {
    const answered = page.waitForResponse((answer) => answer.url().endsWith(`/${slug}`));
    await page.evaluate(() =>
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
    );
    return (await answered).status();
  };
  expect(await comeBack()).toBe(304);
  await actAs(other, slug, "start");
  expect(await comeBack()).toBe(200);
  await expect(record(page).history.last()).toHaveText(/^Grace Hopper started this/);
  await expect(record(page).state).toHaveText("In progress Unassigned");
  expect(await comeBack()).toBe(304);
  await other.context().close();
});

test("an action on a record that a colleague has just changed does not open the next one", async ({
  page,
  browser,
  server,
  request,
}) => {
  const { word, leads: found, names } = await leads(request, 2);
  const other = await colleague(browser, server);
  await openDashboard(page, server, `/dashboard?q=${word}`);
  // The neighbors arrive after the response to the action.
  const answered = deferred<void>();
  await page.route(/\/neighbours\?/, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: `View ${names[0]}` }).click();
  const { alert, button } = record(page);
  await expect(button("Mark done")).toBeVisible();
  // The page cannot have heard of it when the button is pressed.
  const change = async (route: Route) => {
    await actAs(other, found[0]?.slug ?? "", "start");
    await route.continue();
  };
  await page.route(isActionUrl, change, { times: 1 });
  await performed(page, () => button("Mark done").click());
  answered.resolve();
  await expect(page.getByRole("link", { name: "Next record" })).toBeVisible();
  await expect(alert).toContainText(
    "Couldn't mark as done: Grace Hopper changed this a moment ago.",
  );
  await expect(page).toHaveURL(new RegExp(found[0]?.slug ?? ""));
  await alert.getByRole("button", { name: /anyway$/ }).click();
  await expect(named(page, names[1] ?? "")).toBeVisible();
  await other.context().close();
});

test("marks several records as done, names a colleague's change, and undoes the rest", async ({
  page,
  browser,
  server,
  request,
}) => {
  const { word, leads: found, names } = await leads(request, 6);
  const other = await colleague(browser, server);
  await openDashboard(page, server, `/dashboard?q=${word}`);
  await expect(views(page)).toHaveCount(6);
  await box(page, names[0] ?? "").click();
  await box(page, names[4] ?? "").click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("5 selected");
  await actAs(other, found[2]?.slug ?? "", "spam");

  const sent = actionsOf(page);
  await bar(page).getByRole("button", { name: "Mark done" }).dblclick();
  const toasts = page.locator("#toasts");
  await expect(toasts).toContainText("4 marked as done, 1 was changed by Grace Hopper · Undo");
  await expect(toasts).toContainText(`${names[2]}: Grace Hopper marked this as spam`);
  await expect(bar(page)).toContainText("1 selected");
  await expect(box(page, names[2] ?? "")).toBeChecked();
  const states = async () => {
    const each = await views(page).evaluateAll((links) =>
      links.map(
        (link) =>
          document
            .getElementById(link.getAttribute("aria-describedby") ?? "")
            ?.textContent.split(",")[0],
      ),
    );
    return each.join();
  };
  await expect.poll(states).toBe("Done,Done,Spam,Done,Done,New");
  expect(sent).toHaveLength(1);
  await expectCleanEverywhere(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  await toasts.getByRole("button", { name: "Undo" }).click();
  await expect(toasts).toContainText("4 undone");
  await expect.poll(states).toBe("New,New,Spam,New,New,New");
  expect(sent).toHaveLength(2);
  await other.context().close();
});

test("selects rows and acts on them by keyboard", async ({ page, server, request }) => {
  const { word } = await leads(request, 4);
  const { keyboard } = page;
  await openDashboard(page, server, `/dashboard?q=${word}&box=new`);
  await expect(views(page)).toHaveCount(4);
  for (const key of ["j", "x", "j", "j", "Shift+X"]) await keyboard.press(key);
  await expect(bar(page)).toContainText("3 selected");
  await keyboard.press("s");
  await expect(page.locator("#toasts")).toContainText("3 started · Undo");
  await expect(views(page)).toHaveCount(1);
  await keyboard.press("z");
  await expect(views(page)).toHaveCount(4);
  await keyboard.press("j");
  await keyboard.press("e");
  await expect(page.locator("#toasts")).toContainText("Marked as done · Undo");
  await expect(views(page)).toHaveCount(3);
});

test("selection bar and toasts have no accessibility violations", async ({
  page,
  server,
  request,
}) => {
  const { word, names } = await leads(request, 3);
  await openDashboard(page, server, `/dashboard?q=${word}`);
  await box(page, names[0] ?? "").click();
  await box(page, names[1] ?? "").click();
  await expectCleanInBothSchemes(page, async () => {
    for (const button of await bar(page).getByRole("button").all()) {
      const size = await button.boundingBox();
      expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
  });
  await bar(page).getByRole("button", { name: "Start" }).click();
  await expect(page.locator("#toasts")).toContainText("2 started · Undo");
  // A toast stays while the pointer is over it.
  await expectCleanInBothSchemes(page, () => page.locator(".Toastify__toast").hover());
  await page.getByRole("link", { name: `View ${names[0]}` }).click();
  await record(page).button("Assign to me").click();
  await expect(record(page).button("Undo").first()).toBeVisible();
  await expectCleanInBothSchemes(page);
});
