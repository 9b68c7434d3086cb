import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { expect, newRequest } from "./fixtures";
import type { Admin, RunningServer, Tokens } from "./server";

/** Creates a consultation that no other test sends, and returns it as stored. */
export async function newRecord(request: APIRequestContext) {
  const { message, name, email } = newRequest();
  const data = { message, full_name: name, email };
  const answer = await request.post("/api/consultations/create/", { data });
  expect(answer.status()).toBe(201);
  const { slug } = (await answer.json()) as { slug: string };
  return { slug, name, email, path: `/dashboard/consultation/${slug}` };
}

/** Returns the number of stored consultations from an email address. */
export async function countConsultations(
  request: APIRequestContext,
  server: RunningServer,
  email: string,
): Promise<number> {
  const { access } = await server.sharedSession(server.admin);
  const answer = await request.get("/api/consultations", {
    headers: { authorization: `Bearer ${access}` },
    params: { q: email },
  });
  expect(answer.status()).toBe(200);
  const { results } = (await answer.json()) as { results: unknown[] };
  return results.length;
}

/** Opens the dashboard as a colleague, in a browser of her own. */
export async function colleague(browser: Browser, server: RunningServer): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url });
  return openDashboard(await context.newPage(), server, "/dashboard", server.colleague());
}

/** Opens a page of the dashboard in a session that all tests share, and that none may end or refresh. */
export async function openDashboard(
  page: Page,
  server: RunningServer,
  path = "/dashboard",
  admin = server.admin,
): Promise<Page> {
  return openWith(page, await server.sharedSession(admin), path);
}

/** Opens a page of the dashboard in a session of its own. */
export async function signedIn(page: Page, admin: Admin, path = "/dashboard"): Promise<Page> {
  const answer = await page.request.post("/api/token/", { data: admin });
  expect(answer.status()).toBe(200);
  return openWith(page, (await answer.json()) as Tokens, path);
}

async function openWith(page: Page, tokens: Tokens, path: string): Promise<Page> {
  // The smallest page of the origin, from which its storage can be written.
  await page.goto("/robots.txt");
  await page.evaluate((entries) => {
    for (const [name, token] of Object.entries(entries)) localStorage.setItem(name, token);
  }, tokens);
  await page.goto(path);
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return page;
}

/** The parts of a record's page with actions and history. */
export function record(page: Page) {
  const work = page.getByRole("group", { name: "Status and assignment" });
  return {
    state: work.getByRole("status"),
    button: (name: string) => page.getByRole("button", { name, exact: true }),
    alert: page.getByRole("alert"),
    assignee: page.getByLabel("Assign to"),
    note: page.getByRole("textbox", { name: "Note" }),
    /** The entries of the history, line by line. */
    history: page.getByRole("region", { name: "Notes and history" }).getByRole("listitem"),
  };
}

/** Returns whether a URL is that of actions on one or several records. */
export const isActionUrl = (url: string | URL) => new URL(url).pathname.endsWith("/actions");

/** Performs an action and waits for the server's response. The page shows the result before it. */
export async function performed(page: Page, act: () => Promise<void>): Promise<void> {
  // The response to an earlier action may still be on its way.
  const request = page.waitForRequest((each) => isActionUrl(each.url()));
  await act();
  expect(await (await request).response()).not.toBeNull();
}
