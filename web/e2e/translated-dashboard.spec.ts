import { randomBytes } from "node:crypto";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expect, signIn, test } from "./fixtures";
import { performed, record } from "./records";
import { totp } from "./totp";
import { translatePage } from "./translated";

const views = (page: Page) => page.getByRole("link", { name: /^View / });
const toasts = (page: Page) => page.locator("#toasts");
const undo = (page: Page) => toasts(page).getByRole("button", { name: "Undo" });

/** Sends consultations that share a word which no other test knows. */
async function leads(request: APIRequestContext, count: number) {
  const word = randomBytes(6).toString("hex");
  const names: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const full_name = `Lead ${number} ${word}`;
    const data = { message: `A shop for ${word}.`, full_name, email: `a${number}@${word}.example` };
    const answer = await request.post("/api/consultations/create/", { data });
    expect(answer.status()).toBe(201);
    names.unshift(full_name);
  }
  return { word, names };
}

/** Expects a text, which React can no longer change if it was a bare one among others. */
const shows = (place: Locator, text: string | RegExp) => expect(place).toHaveText(text);

// The page's fixture fails on any error in the console: React reports what it cannot remove.
test("a day's work in a page that the browser translates", async ({ page, server, request }) => {
  test.slow();
  const { word, names } = await leads(request, 12);
  const elena = server.addAdmin(`elena-${word}`, "Elena", "Marsh");
  await page.goto("/login");
  await translatePage(page);
  await page.getByLabel("Username").fill(elena.username);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign In" }).click();
  await shows(page.locator("form").getByRole("alert"), "Invalid Credentials");
  await signIn(page, elena);

  await test.step("search with marks, sort, pages, filters", async () => {
    const search = page.getByRole("searchbox", { name: "Search", exact: true });
    const count = page.getByRole("status").filter({ hasText: /result|total/ });
    await search.fill(word);
    await shows(count, "12 results");
    await expect(page.locator("mark").first()).toHaveText(word);
    await search.fill(`${word} 12`);
    await shows(count, "1 result");
    await search.fill(`${word} -nothing`);
    await shows(count, "12 results");
    await page.getByRole("link", { name: "Next", exact: true }).click();
    await expect(views(page)).toHaveCount(2);
    await page.getByRole("link", { name: "Previous", exact: true }).click();
    await expect(views(page)).toHaveCount(10);
    await page.getByLabel("Sort by").selectOption("oldest");
    await expect(views(page).first()).toHaveAccessibleName(`View ${names.at(-1)}`);
    await page.getByLabel("Assigned to").selectOption("nobody");
    await shows(count, "12 results · Unassigned");
    await page.getByRole("button", { name: /Unassigned/ }).click();
    await page.getByLabel("Submitted").selectOption("between");
    await page.getByLabel("Submitted").selectOption("any");
    await page.getByRole("link", { name: "New", exact: true }).click();
    await shows(count, "12 results · New");
    await page.getByRole("link", { name: "Done", exact: true }).click();
    await expect(page.getByText(/No consultations were found/)).toBeVisible();
    await page.goBack();
    await expect(views(page)).toHaveCount(10);
  });

  await test.step("several at once", async () => {
    const bar = page.getByRole("group", { name: "Selected records" });
    const selected = bar.getByRole("status");
    for (const name of [names.at(-1), names.at(-2)])
      await page.getByRole("checkbox", { name: `Select ${name}`, exact: true }).click();
    await shows(selected, "2 selected");
    await bar.getByRole("button", { name: "Clear" }).click();
    await shows(selected, "");
    for (const name of [names.at(-1), names.at(-2)])
      await page.getByRole("checkbox", { name: `Select ${name}`, exact: true }).click();
    await performed(page, () => bar.getByRole("button", { name: "Start" }).click());
    await expect(toasts(page)).toContainText("2 started · Undo");
    // The former message leaves before its time.
    await expect(undo(page)).toHaveCount(1);
    await performed(page, () => undo(page).click());
    await expect(toasts(page)).toContainText("2 undone");
  });

  await test.step("a record: actions, notes, undo, the next one", async () => {
    const { button, state, assignee, note, history } = record(page);
    await page.getByRole("link", { name: `View ${names.at(-1)}` }).click();
    await shows(state, "New Unassigned");
    await performed(page, () => button("Start").click());
    await shows(state, "In progress Unassigned");
    await performed(page, () => button("Assign to me").click());
    await shows(state, "In progress Assigned to you");
    await assignee.selectOption({ label: "Unassigned" });
    await performed(page, () => button("Assign").click());
    await shows(state, "In progress Unassigned");
    await button("Add note").click();
    await expect(page.getByText("Note is required")).toBeVisible();
    await note.fill("Call back on Monday");
    await performed(page, () => button("Add note").click());
    await shows(history.last(), /Call back on Monday$/);
    await shows(history.nth(-2), /^You unassigned this/);
    await shows(button("Add note"), "Add note");
    await page.getByRole("heading", { level: 1 }).click();
    await performed(page, () => page.keyboard.press("e"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(names.at(-2) ?? "");
    await expect(toasts(page)).toContainText("Marked as done · Undo");
    // The former message leaves before its time.
    await expect(undo(page)).toHaveCount(1);
    await performed(page, () => undo(page).click());
    await expect(toasts(page)).toContainText(`Undone: ${names.at(-1)}`);
    await page.keyboard.press("?");
    await page.keyboard.press("Escape");
    await button("Reply").click();
    await page.route("**/actions", (route) => route.abort());
    await button("Start").click();
    await shows(page.getByRole("alert").locator("strong"), "Couldn't start.");
    await page.unroute("**/actions");
    await performed(page, () => button("Try again").click());
    await shows(state, "In progress Unassigned");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await button("Back").click();
    await expect(views(page)).toHaveCount(10);
  });

  await test.step("the account", async () => {
    await page.getByRole("link", { name: /^Your account/ }).click();
    const section = page.getByRole("region", { name: "Two-factor authentication" });
    await section.getByRole("button", { name: "Set up" }).click();
    await section.getByRole("button", { name: "Cancel" }).click();
    await section.getByRole("button", { name: "Set up" }).click();
    const secret = await section.locator("code").textContent();
    await section.getByLabel("Your password").fill(elena.password);
    await section.getByRole("textbox", { name: "Code" }).fill("12");
    await section.getByRole("button", { name: "Turn on" }).click();
    await expect(section.getByRole("textbox", { name: "Code" })).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await section.getByRole("textbox", { name: "Code" }).fill(totp(secret ?? ""));
    await section.getByRole("button", { name: "Turn on" }).click();
    await expect(section.getByRole("listitem")).toHaveCount(10);
    await section.getByRole("button", { name: "I've saved my codes" }).click();
    await shows(section.locator("p").first(), /^On since .*\. 10 recovery codes are left\.$/);
    await expect(page.getByText("Two-factor authentication turned on")).toBeVisible();
  });

  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
});
