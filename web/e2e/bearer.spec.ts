import type { Page, Request } from "@playwright/test";
import { expect, fillContact, newRequest, sendButton, test } from "./fixtures";
import { openDashboard } from "./records";

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** Sends the contact form. Returns the call, and the scripts that were loaded for it. */
async function send(page: Page): Promise<{ call: Request; scripts: string[] }> {
  await page.goto("/contact", { waitUntil: "networkidle" });
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  const create = page.waitForRequest("**/api/consultations/create");
  await fillContact(page, newRequest());
  await sendButton(page).click();
  await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();
  return { call: await create, scripts };
}

test("visitor's form loads no session code and sends no token", async ({ page }) => {
  const { call, scripts } = await send(page);
  expect(await call.headerValue("authorization")).toBeNull();
  expect(scripts).toEqual([]);
});

test("admin's form sends the access token", async ({ page, server }) => {
  await openDashboard(page, server);
  const access = await page.evaluate(() => localStorage.getItem("access"));
  const { call } = await send(page);
  expect(await call.headerValue("authorization")).toBe(`Bearer ${access}`);
});

test("does not send a malformed token, and stores the form despite a refused one", async ({
  page,
}) => {
  const claims = { sub: "1", exp: Math.floor(Date.now() / 1000) + 600 };
  const forged = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}.forged`;
  await page.addInitScript(() => localStorage.setItem("access", "no token"));
  expect(await (await send(page)).call.headerValue("authorization")).toBeNull();
  await page.addInitScript((access) => localStorage.setItem("access", access), forged);
  expect(await (await send(page)).call.headerValue("authorization")).toBe(`Bearer ${forged}`);
});
