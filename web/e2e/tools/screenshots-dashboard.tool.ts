import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { fillApplication, newApplication } from "../application-form";
import { expect, fillContact, newRequest, signIn, test } from "../fixtures";
import { openJob } from "../site";
import { totp } from "../totp";
import { colleague, newRecord, record, signedIn } from "../records";

const folder = fileURLToPath(new URL("../../../.local/screenshots/", import.meta.url));

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: "reduce" } });

/** Captures the page at three widths, in both schemes. */
async function capture(page: Page, name: string, fullPage = true) {
  await page.mouse.move(0, 0);
  for (const [width, height] of [
    [375, 812],
    [768, 1024],
    [1440, 900],
  ] as const) {
    /* oxlint-disable no-await-in-loop -- one picture after the other */
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: `${folder}${name}-${width}-${colorScheme}.png`, fullPage });
    }
    /* oxlint-enable no-await-in-loop */
  }
}

const views = (page: Page) => page.getByRole("link", { name: /^View / });

async function open(page: Page, path: string, shown: string | RegExp | Locator) {
  await page.goto(path);
  await expect(
    typeof shown === "object" && "click" in shown ? shown : page.getByText(shown).first(),
  ).toBeVisible();
}

test("lists", async ({ page, admin, server, request, consoleErrors }) => {
  await signedIn(page, admin, "/dashboard/application");
  await expect(page.getByText("No application available")).toBeVisible();
  await capture(page, "list-empty");
  server.seed(180);
  for (const box of ["", "?box=new", "?box=open", "?box=done&page=2", "?box=spam"]) {
    /* oxlint-disable no-await-in-loop -- one list after the other */
    await open(page, `/dashboard${box}`, views(page).first());
    await capture(page, `list${box.replaceAll(/\W+/g, "-")}`);
    /* oxlint-enable no-await-in-loop */
  }
  await open(page, "/dashboard/application", views(page).first());
  await capture(page, "list-applications");
  await open(
    page,
    "/dashboard?box=spam&assigned=me",
    "No consultations are spam and assigned to you",
  );
  await capture(page, "list-box-empty");
  await open(page, "/dashboard?page=99", "There is nothing on this page.");
  await capture(page, "list-beyond");
  await page.goto("/dashboard?box=new");
  await expect(views(page)).toHaveCount(10);
  await newRecord(request);
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  );
  await expect(page.getByRole("button", { name: "Show 1 new" })).toBeVisible();
  await capture(page, "list-news");
  await page.route("**/api/consultations?**", (route) => route.fulfill({ status: 404 }));
  await open(page, "/dashboard", "Error loading consultations");
  await capture(page, "list-error");
  await page.unroute("**/api/consultations?**");
  await page.route("**/api/consultations?**", (route) => route.abort());
  await open(page, "/dashboard", /Trying again|reach the server/);
  await capture(page, "list-offline-loading");
  await page.unroute("**/api/consultations?**");
  await open(page, "/dashboard", views(page).first());
  await page.route("**/api/token/refresh", (route) => route.abort());
  // A token that has expired: its payload is {"exp":1}.
  await page.evaluate(() => localStorage.setItem("access", "x.eyJleHAiOjF9.x"));
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(page.getByText("Connection lost. Retrying…")).toBeVisible();
  await capture(page, "list-connection-lost");
  // The failed refresh.
  consoleErrors.length = 0;
});

test("insights", async ({ page, server, admin }) => {
  server.seed(180);
  const own = "/dashboard/insights?period=own&from";
  await signedIn(page, admin, `${own}=1990-01-01&to=1990-02-01`);
  await expect(page.getByText("No submissions in this period")).toBeVisible();
  await capture(page, "insights-empty");
  await open(page, "/dashboard/insights", page.getByRole("table").first());
  await expect(page.getByRole("rowheader", { name: "This week so far" })).toHaveCount(2);
  await capture(page, "insights");
  await open(page, `${own}=2030-01-01&to=1970-01-01`, page.getByRole("alert"));
  await capture(page, "insights-refused");
});

test("search", async ({ page, admin, server }) => {
  server.seed(180);
  await signedIn(page, admin, "/dashboard");
  await expect(views(page).first()).toBeVisible();
  const first = (await views(page).first().getAttribute("aria-label"))?.split(" ")[1] ?? "a";
  await open(
    page,
    `/dashboard?q=${encodeURIComponent(first)}&assigned=nobody&from=2026-01-01`,
    page.locator("mark").first(),
  );
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByRole("button", { name: "All filters and sorting" }).click();
  await capture(page, "search-filters");
  await open(page, "/dashboard?q=site", page.locator("mark").first());
  await capture(page, "search");
  await open(page, "/dashboard?q=zeppelin&from=nonsense", "No consultations were found");
  await capture(page, "search-empty");
  await page.route("**/api/consultations?*q=site*", async (route) => {
    const found = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...found, count: 10_000, more: true, complete: false } });
  });
  await open(page, "/dashboard?q=site&box=new&from=nonsense", /^Still indexing/);
  await capture(page, "search-incomplete");
});

test("selection", async ({ page, admin, server, browser }) => {
  server.seed(60);
  const grace = await colleague(browser, server);
  await signedIn(page, admin, "/dashboard?box=new");
  await expect(views(page)).toHaveCount(10);
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  await boxes.nth(1).click();
  await boxes.nth(4).click({ modifiers: ["Shift"] });
  await expect(page.getByText("4 selected")).toBeVisible();
  await capture(page, "selection", false);
  const href = await views(page).nth(2).getAttribute("href");
  const slug = href?.split("?")[0]?.split("/").at(-1);
  const authorization = `Bearer ${await grace.evaluate(() => localStorage.getItem("access"))}`;
  await grace.request.post(`/api/consultations/${slug}/actions/`, {
    headers: { authorization },
    data: { action: "start", version: 1 },
  });
  await page
    .getByRole("group", { name: "Selected records" })
    .getByRole("button", { name: "Mark done" })
    .click();
  await expect(page.locator("#toasts")).toContainText("was changed by Grace Hopper");
  await capture(page, "selection-message", false);
  await grace.context().close();
});

test("record", async ({ page, server, request, browser }) => {
  const admin = server.addAdmin("augusta", "Ada", "Lovelace");
  const grace = await colleague(browser, server);
  const data = {
    full_name: "Elena Marsh",
    email: "elena@ferry.example",
    referral: "A friend of the harbour master in Galveston",
    message: `We run the ferry between Galveston and Bolivar and need a booking site.

It should take cars, show the weather and work on old phones. We lose about a third of the bookings between step two and three, and would like to be live before the summer.`,
  };
  const created = await request.post("/api/consultations/create/", { data });
  const { slug } = (await created.json()) as { slug: string };
  await request.post("/api/consultations/create/", {
    data: { ...data, message: "A second message of ours." },
  });
  const authorization = `Bearer ${await grace.evaluate(() => localStorage.getItem("access"))}`;
  const act = async (action: object) => {
    const answer = await request.post(`/api/consultations/${slug}/actions/`, {
      headers: { authorization },
      data: action,
    });
    expect(answer.status()).toBe(200);
  };
  const path = `/dashboard/consultation/${slug}`;
  await signedIn(page, admin, path);
  const { button, note, history, alert } = record(page);
  await expect(button("Assign to me")).toBeVisible();
  await capture(page, "record-new");
  await act({ action: "assign", version: 1, to: "augusta" });
  await act({ action: "start", version: 2 });
  await act({
    action: "note",
    text: "Rang her: live before June, about 15,000. I send the questions today.",
  });
  await act({ action: "finish", version: 4 });
  await act({ action: "undo", version: 5 });
  await page.reload();
  await expect(history).toHaveCount(6);
  await note.fill("I know the harbour master.");
  await button("Add note").click();
  await expect(history).toHaveCount(7);
  await button("Mark done").click();
  await expect(history).toHaveCount(8);
  await expect(button("Undo").first()).toBeVisible();
  await capture(page, "record-worked");
  await act({ action: "reopen", version: 8 });
  await button("Spam").click();
  await expect(alert).toBeVisible();
  await capture(page, "record-conflict");
  await page.goto(`/consultationDetail/${slug}`);
  await expect(note).toBeVisible();
  await capture(page, "record-public");
  await page.goto(path);
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await capture(page, "keys", false);
  await page.keyboard.press("Escape");
  await page.context().setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event("offline")));
  await button("Start").or(button("Mark done")).first().click();
  await expect(page.getByText("Couldn't reach the server").first()).toBeVisible();
  await capture(page, "record-offline");
  await page.context().setOffline(false);
  await page.reload();
  await note.fill("This should be kept.");
  server.forget(data.email);
  await button("Add note").click();
  await expect(page.getByText("This record has been deleted.")).toBeVisible();
  await capture(page, "record-deleted");
  await open(page, "/dashboard/consultation/no-such-slug", "Consultation not found");
  await capture(page, "record-missing");
  await page.route(/api\/consultations\/no-/, (route) => route.fulfill({ status: 500 }));
  await open(page, "/dashboard/consultation/no-such-slug", "Error loading consultation details");
  await capture(page, "record-error");
  await grace.context().close();
});

test("spam", async ({ page, admin }) => {
  await page.goto("/contact");
  await fillContact(page, newRequest());
  const trap = page.locator("form").getByLabel("Please leave this field empty");
  await trap.evaluate((field: HTMLInputElement) => (field.value = "Cheap pills"));
  await page.getByRole("button", { name: "Request A Free Estimate" }).click();
  await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();
  await signedIn(page, admin, "/dashboard?box=spam");
  await views(page).first().click();
  await expect(page.getByText("Why this is in spam")).toBeVisible();
  await capture(page, "record-spam");
});

test("CV", async ({ page, admin, request }) => {
  const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 60>>stream
BT /F 32 Tf 60 700 Td (Ten years of interfaces) Tj ET       
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Size 6/Root 1 0 R>>
%%EOF
`;
  const { name, email, letter } = newApplication(100);
  const cv = {
    name: `${name}, curriculum vitae.pdf`,
    mimeType: "application/pdf",
    buffer: Buffer.from(pdf),
  };
  const answer = await request.post("/api/applications/create/", {
    multipart: { job_title: openJob.title, full_name: name, email, cover_letter: letter, cv },
  });
  const { slug } = (await answer.json()) as { slug: string };
  await signedIn(page, admin, `/dashboard/application/${slug}`);
  const preview = page.getByRole("button", { name: /^Preview/ });
  await expect(preview).toBeVisible();
  await capture(page, "application");
  await preview.click();
  await expect(page.locator("iframe")).toBeVisible();
  await expect
    .poll(() => page.frames().map((each) => each.url()))
    .toContainEqual(expect.stringMatching(/^chrome-extension:/));
  // The viewer draws when it is ready: two pictures are the same then.
  let last = "";
  const hasDrawn = async () => {
    const [before, now] = [last, (await page.screenshot()).toString("base64")];
    last = now;
    return now === before;
  };
  await expect.poll(hasDrawn, { intervals: [1000] }).toBe(true);
  await capture(page, "cv", false);
  await page.getByRole("button", { name: "Close" }).click();
  await page.route(/\/cv\//, (route) => route.abort());
  await preview.click();
  await expect(page.getByText("Couldn't reach the server.")).toBeVisible();
  await capture(page, "cv-failed", false);
});

test("account", async ({ page, server, browser }) => {
  const admin = server.addAdmin("annie", "Annie", "Cannon");
  const elsewhere = await browser.newContext({ baseURL: server.url });
  await signedIn(await elsewhere.newPage(), admin);
  await open(page, "/login", page.getByLabel("Username"));
  await capture(page, "login");
  await page.getByLabel("Username").fill("annie");
  await page.getByLabel("Password").fill("wrong password");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Invalid Credentials").first()).toBeVisible();
  await capture(page, "login-refused", false);
  await signIn(page, admin);
  await expect(page.getByText(/Your temporary password expires/)).toBeVisible();
  await capture(page, "dashboard-temporary-password");
  await open(page, "/dashboard/account", page.getByText("Account created"));
  await capture(page, "account");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByLabel("Your password")).toBeVisible();
  await capture(page, "account-forms");
  await page.reload();
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: "QR code" })).toBeVisible();
  await capture(page, "second-factor-setup");
  const secret = await page.locator("code").innerText();
  await page.getByLabel("Your password").fill(admin.password);
  await page.getByLabel("Code", { exact: true }).fill(totp(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("button", { name: /saved my codes/ })).toBeVisible();
  await capture(page, "second-factor-codes");
  await page.getByRole("button", { name: /saved my codes/ }).click();
  await capture(page, "second-factor-on");
  await page.getByRole("button", { name: "Logout" }).click();
  await open(page, "/dashboard", page.getByLabel("Username"));
  await page.getByLabel("Username").fill(admin.username);
  await page.getByLabel("Password").fill(admin.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByLabel("Code")).toBeFocused();
  await capture(page, "login-code");
  await elsewhere.close();
});

test("expired password", async ({ page, server }) => {
  const admin = server.addAdmin("cecilia", "Cecilia", "Payne");
  await server.execute(
    "UPDATE admins SET password_printed_at = now() - interval '31 days' WHERE username = $1",
    ["cecilia"],
  );
  await page.goto("/login");
  await page.getByLabel("Username").fill(admin.username);
  await page.getByLabel("Password").fill(admin.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByLabel("New password")).toBeVisible();
  await capture(page, "password-gate");
});

test("without rules", async ({ page, admin, consoleErrors }) => {
  await page.route("**/*staff*.wasm", (route) => route.abort());
  await page.goto("/dashboard");
  await page.getByLabel("Username").fill(admin.username);
  await page.getByLabel("Password").fill(admin.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("button", { name: /Try again|Reload/ })).toBeVisible();
  await capture(page, "without-rules");
  // The error boundary logs why the rules are missing.
  consoleErrors.length = 0;
});

test("drafts", async ({ page }) => {
  await page.goto("/contact");
  await fillContact(page, newRequest());
  await page.goto("/contact");
  await expect(page.getByText("Continue where you stopped?")).toBeVisible();
  await capture(page, "draft-contact");
  await page.goto(openJob.path);
  await fillApplication(page, newApplication());
  await page.goto(openJob.path);
  await expect(page.getByText("Continue where you stopped?")).toBeVisible();
  await capture(page, "draft-application");
  await page.goto("/careers");
  await page.getByRole("button", { name: `Apply here: ${openJob.title}` }).click();
  await expect(page.getByRole("dialog").getByText("Continue where you stopped?")).toBeVisible();
  await capture(page, "draft-dialog", false);
});
