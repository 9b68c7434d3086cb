import { writeFileSync } from "node:fs";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, sendButton, signIn, test } from "../fixtures";
import type { RunningServer } from "../server";
import { record, signedIn } from "../records";

const folder = new URL("../../../docs/pictures/", import.meta.url);
const LARGEST = 120_000;

test.skip(process.env["PICTURES"] !== "yes", "PICTURES=yes renders the pictures of README.md");
test.use({ contextOptions: { reducedMotion: "reduce" } });

test.describe("wide", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("home", async ({ page }) => {
    await page.goto("/");
    await capture(page, "home-1440");
  });

  test("list of consultations", async ({ page, server }) => {
    server.seed(180);
    const admin = server.addAdmin("maya", "Maya", "Okafor");
    await keepPasswords(server);
    await page.goto("/dashboard");
    await signIn(page, admin);
    // Sorted by name, because fonts may lack glyphs for the newest names, and without spam.
    await page.goto("/dashboard?box=open&sort=name_asc&page=2");
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(11);
    const boxes = page.getByRole("checkbox", { name: /^Select / });
    await boxes.nth(1).click();
    await boxes.nth(3).click({ modifiers: ["Shift"] });
    await expect(page.getByText("3 selected")).toBeVisible();
    await page.mouse.move(0, 0);
    await capture(page, "dashboard-1440");
  });

  test("insights", async ({ page, server }) => {
    server.seed(1800);
    const admin = server.addAdmin("maya-insights", "Maya", "Okafor");
    await keepPasswords(server);
    await signedIn(page, admin, "/dashboard/insights?period=4w");
    await expect(page.getByRole("rowheader", { name: "This week so far" })).toHaveCount(2);
    await capture(page, "insights-1440");
  });

  test("consultation in progress", async ({ page, request, server }) => {
    await conversation(page, request, server);
    await capture(page, "record-1440");
  });
});

test.describe("narrow", () => {
  test.use({ viewport: { width: 375, height: 980 } });

  test("contact form with errors", async ({ page }) => {
    await page.goto("/contact");
    // The font is loaded now. The page itself does not wait for it.
    await page.reload();
    await page.getByLabel("Message").fill("Too short");
    await page.getByLabel("Email").fill("ada@example");
    await sendButton(page).click();
    await expect(page.getByText("Message must be at least ten characters")).toBeVisible();
    await page.locator("form").evaluate((form) => {
      form.scrollIntoView({ block: "center", behavior: "instant" });
    });
    await capture(page, "contact-375");
  });

  test("conflict with a colleague's change", async ({ page, request, server }) => {
    const act = await conversation(page, request, server);
    await act({ action: "finish", version: 6 });
    await record(page).button("Spam").click();
    await expect(record(page).alert).toBeVisible();
    await capture(page, "record-375");
  });
});

/** Opens a consultation that two admins have worked on. Returns a function for a further action of one of them. */
async function conversation(page: Page, request: APIRequestContext, server: RunningServer) {
  const [maya, jon] = [
    server.addAdmin(`maya-${page.viewportSize()?.width}`, "Maya", "Okafor"),
    server.addAdmin(`jon-${page.viewportSize()?.width}`, "Jon", "Reyes"),
  ];
  await keepPasswords(server);
  const message = `We run the ferry between Galveston and Bolivar and need a booking site.

It should take cars, show the weather and work on old phones. We lose about a third of the bookings between step two and three, and would like to be live before the summer.`;
  const data = {
    full_name: "Elena Marsh",
    email: "elena@ferry.example",
    referral: "A friend",
    message,
  };
  const created = await request.post("/api/consultations/create/", { data });
  const { slug } = (await created.json()) as { slug: string };
  const signed = await request.post("/api/token/", { data: jon });
  const { access } = (await signed.json()) as { access: string };
  const act = async (action: object) => {
    const answer = await request.post(`/api/consultations/${slug}/actions/`, {
      headers: { authorization: `Bearer ${access}` },
      data: action,
    });
    expect(answer.status()).toBe(200);
  };
  await act({ action: "assign", version: 1, to: maya.username });
  await signedIn(page, maya);
  await page.goto(`/dashboard/consultation/${slug}`);
  const { button, note, history } = record(page);
  await button("Start").click();
  await expect(history).toHaveCount(3);
  await note.fill("Rang her: live before June, about 15,000. I send the questions today.");
  await button("Add note").click();
  await expect(history).toHaveCount(4);
  await act({ action: "note", text: "I know the harbour master. Ask me before you write." });
  await act({ action: "note", text: "They moor on Fridays." });
  await page.reload();
  await expect(history).toHaveCount(6);
  await expect(button("Add note")).toBeVisible();
  return act;
}

/** Makes every password one that its owner chose, so that no notice asks for a new one. */
async function keepPasswords(server: RunningServer): Promise<void> {
  await server.execute("UPDATE admins SET password_printed_at = NULL", []);
}

/** Captures the window as WebP, which Playwright does not support. */
async function capture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 85 });
  const picture = Buffer.from(data, "base64");
  expect(picture.length, `bytes of ${name}`).toBeLessThan(LARGEST);
  writeFileSync(new URL(`${name}.webp`, folder), picture);
}
