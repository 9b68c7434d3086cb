import type { Request } from "@playwright/test";
import { expect, signIn, test, storedInTab } from "./fixtures";
import {
  colleague,
  isActionUrl,
  newRecord,
  openDashboard,
  performed,
  record,
  signedIn,
} from "./records";

test("works on a record from start to end", async ({ page, server, request }) => {
  const { path, name } = await newRecord(request);
  await openDashboard(page, server);
  await page.getByRole("link", { name: `View ${name}` }).click();
  const { state, button, assignee, note, history } = record(page);
  await expect(state).toHaveText("New Unassigned");
  await button("Start").click();
  await expect(state).toHaveText("In progress Unassigned");
  await button("Assign to me").click();
  await expect(state).toHaveText("In progress Assigned to you");
  await note.fill("Rang her up.\nShe will write.");
  await performed(page, () => button("Add note").click());
  await expect(note).toHaveValue("");
  await performed(page, () => button("Mark done").click());
  // From a list, that leads to the next record or back to the list.
  await expect(page).not.toHaveURL(new RegExp(path));
  await page.goto(path);
  await expect(state).toHaveText("Done Assigned to you");
  await assignee.selectOption("Unassigned");
  await button("Assign").click();
  await expect(state).toHaveText("Done Unassigned");
  await button("Spam").click();
  await expect(button("Mark done")).toHaveCount(0);
  await performed(page, () => button("Not spam").click());
  const entries = [
    /^Received/,
    /^You started this/,
    /^You self-assigned this/,
    /^You.*Rang her up\.\s*She will write\.$/s,
    /^You marked this as done/,
    /^You unassigned this/,
    /^You marked this as spam/,
    /^You marked this as not spam/,
  ];
  await expect(history).toHaveText(entries);
  await expect(button("Start")).toBeVisible();
  await page.goto(path);
  await expect(history).toHaveText(entries);
  await expect(state).toHaveText("New Unassigned");
});

test("shows a colleague's change, and keeps the input", async ({
  page,
  browser,
  server,
  request,
}) => {
  const { path } = await newRecord(request);
  const other = await colleague(browser, server);
  await openDashboard(page, server, path);
  await other.goto(path);
  const [mine, hers] = [record(page), record(other)];
  await mine.note.fill("We could ask the harbour.");
  await expect(mine.state).toHaveText("New Unassigned");
  await hers.button("Assign to me").click();
  await expect(hers.state).toHaveText("New Assigned to you");

  await mine.button("Mark done").click();
  await expect(mine.alert).toContainText(
    "Couldn't mark as done: Grace Hopper changed this a moment ago.",
  );
  await expect(mine.alert).toContainText("Grace Hopper self-assigned this.");
  await expect(mine.state).toHaveText("New Assigned to Grace Hopper");
  await expect(mine.note).toHaveValue("We could ask the harbour.");
  await performed(page, () => mine.button("Mark as done anyway").click());
  await expect(mine.state).toHaveText("Done Assigned to Grace Hopper");
  await expect(mine.alert).toHaveCount(0);

  // She has not seen that, but a note is accepted in any version.
  await hers.note.fill("They moor on Fridays.");
  await hers.button("Add note").click();
  await expect(hers.state).toHaveText("Done Assigned to you");
  // He has not seen the note.
  await mine.button("Reopen").click();
  await expect(mine.alert).toContainText("Grace Hopper added a note.");
  await expect(mine.history.last()).toHaveText(/They moor on Fridays/);
  await performed(other, () => hers.button("Reopen").click());
  await mine.button("Reopen anyway").click();
  await expect(mine.alert).toContainText("Grace Hopper reopened this.");
  await expect(mine.alert).toContainText("This is already in progress.");
  await mine.button("Add note").click();
  await expect(mine.history.last()).toHaveText(/We could ask the harbour\./);
  await other.context().close();
});

test("reports a conflict with another tab of the same admin", async ({
  page,
  context,
  server,
  request,
}) => {
  const { path } = await newRecord(request);
  await openDashboard(page, server);
  const other = await context.newPage();
  await Promise.all([page.goto(path), other.goto(path)]);
  const [here, there] = [record(page), record(other)];
  await expect(there.button("Start")).toBeVisible();
  await performed(page, () => here.button("Start").click());
  await expect(here.history).toHaveCount(2);
  await there.button("Start").click();
  await expect(there.alert).toContainText("You started this.");
  await expect(there.alert).toContainText("This is already in progress.");
  await expect(there.state).toHaveText("In progress Unassigned");
});

test("double click acts once", async ({ page, server, request }) => {
  const { path } = await newRecord(request);
  await openDashboard(page, server, path);
  const { state, button, note, history } = record(page);
  const sent: Request[] = [];
  page.on("request", (each) => void (isActionUrl(each.url()) && sent.push(each)));
  await button("Start").dblclick();
  await expect(state).toHaveText("In progress Unassigned");
  await expect(button("Mark done")).toHaveAttribute("aria-disabled", "false");
  await note.fill("Once");
  await performed(page, () => button("Add note").dblclick());
  await expect(history).toHaveCount(3);
  await page.reload();
  await expect(history).toHaveText([/^Received/, /^You started this/, /^You.*Once$/]);
  expect(sent).toHaveLength(2);
});

test("retries after a lost response and acts once", async ({ page, server, request }) => {
  const { path } = await newRecord(request);
  await openDashboard(page, server, path);
  const { state, button, note, history, alert } = record(page);
  const keys: (string | undefined)[] = [];
  let losing = 1;
  await page.route(isActionUrl, async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (losing === 0) return route.continue();
    losing -= 1;
    // The server acts, and the response is lost.
    await route.fetch();
    return route.abort();
  });
  await button("Start").click();
  await expect(state).toHaveText("In progress Unassigned");
  await expect(button("Mark done")).toHaveAttribute("aria-disabled", "false");
  await expect(history).toHaveCount(2);
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(2);

  // All retries fail, until the user tries again.
  losing = 3;
  await note.fill("Once");
  await button("Add note").click();
  await expect(alert).toContainText("Couldn't reach the server.");
  await expect(note).toHaveValue("Once");
  await performed(page, () => button("Try again").click());
  await expect(note).toHaveValue("");
  await expect(history).toHaveCount(3);
  await page.reload();
  await expect(history).toHaveText([/^Received/, /^You started this/, /^You.*Once$/]);
  expect(new Set(keys).size).toBe(2);
});

test("keeps a note when the session expires", async ({ page, admin, request, consoleErrors }) => {
  const { path } = await newRecord(request);
  await signedIn(page, admin, path);
  const { button, note, history } = record(page);
  await note.fill("Ring her up");
  const refresh = await page.evaluate(() => localStorage.getItem("refresh"));
  await request.post("/api/token/revoke/", { data: { refresh } });
  await button("Add note").click();
  await expect(page.getByText("Your session has ended.", { exact: false })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  expect(consoleErrors.splice(0).join()).toContain("could not be refreshed");
  await signIn(page, admin);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(note).toHaveValue("Ring her up");
  await expect(history).toHaveCount(1);
  await button("Add note").click();
  await expect(history).toHaveCount(2);

  // Signing out deletes the drafts.
  await note.fill("And again");
  await button("Logout").click();
  await expect(page).toHaveURL(/\/$/);
  expect(await storedInTab(page)).toEqual([]);
  await page.goto(path);
  await signIn(page, admin);
  await expect(button("Add note")).toBeVisible();
  await expect(note).toHaveValue("");
});

test("reports a deleted record and returns the note", async ({ page, request, server }) => {
  const { path, email } = await newRecord(request);
  await openDashboard(page, server, path);
  const { button, note } = record(page);
  await note.fill("Ring her up");
  server.forget(email);
  await button("Start").click();
  await expect(page.getByRole("heading", { name: "Consultation not found" })).toBeVisible();
  await expect(page.getByText("This record has been deleted.")).toBeVisible();
  await expect(page.getByText("Ring her up")).toBeVisible();
});

test("performs every action by keyboard", async ({ page, server, request }) => {
  const { name, path } = await newRecord(request);
  const { keyboard } = page;
  await openDashboard(page, server);
  const tab = page.getByRole("link", { name: "New", exact: true });
  await tab.focus();
  await keyboard.press("Enter");
  // The URL changes before the list.
  await expect(tab).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: `View ${name}` }).focus();
  await keyboard.press("Enter");
  const { state, button, assignee, note, history } = record(page);
  await expect(button("Start")).toBeVisible();
  await expect(page).toHaveURL(/\?box=new$/);
  await expect(button("Assign to me")).toBeVisible();
  await button("Reply").focus();
  await keyboard.press("Tab");
  await expect(button("Start")).toBeFocused();
  // Pressed repeatedly, as by an impatient user: the button that replaces it must not be triggered.
  await keyboard.press("Enter");
  await expect(state).toHaveText("In progress Unassigned");
  await keyboard.press("Enter");
  const work = page.getByRole("group", { name: "Status and assignment" });
  await expect(work).toBeFocused();
  await expect(history).toHaveCount(2);
  const undo = work.getByRole("button", { name: "Undo" });
  await expect(undo).toHaveAttribute("aria-disabled", "false");
  await keyboard.press("Tab");
  await expect(button("Mark done")).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await expect(undo).toBeFocused();
  await keyboard.press("Tab");
  await expect(assignee).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await expect(button("Assign to me")).toBeFocused();
  await expect(button("Assign to me")).toBeEnabled();
  await keyboard.press("Space");
  await expect(state).toHaveText("In progress Assigned to you");
  await note.focus();
  await keyboard.type("Ring her up");
  await keyboard.press("Control+Enter");
  await expect(page.getByText("Note added.")).toBeAttached();
  await expect(history).toHaveCount(4);
  await expect(note).toBeFocused();
  await expect(note).toHaveValue("");

  // Opened without a list, the record stays open.
  await page.goto(path);
  for (const [action, left] of [
    ["Mark done", "Done Assigned to you"],
    ["Reopen", "In progress Assigned to you"],
    ["Spam", "Spam Assigned to you"],
    ["Not spam", "New Assigned to you"],
    ["Undo", "Spam Assigned to you"],
  ] as const) {
    const each = work.getByRole("button", { name: action, exact: true });
    await expect(each).toHaveAttribute("aria-disabled", "false");
    await each.press("Enter");
    await expect(state).toHaveText(left);
  }
  await expect(history).toHaveCount(9);
});
