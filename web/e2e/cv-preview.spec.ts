import { readFile } from "node:fs/promises";
import type { APIRequestContext, Locator } from "@playwright/test";
import { newApplication } from "./application-form";
import { expectCleanEverywhere, expectCleanInBothSchemes } from "./axe";
import { expect, test } from "./fixtures";
import { openDashboard } from "./records";

/** A PDF of one page that says "Ten years of interfaces". */
const PDF = `%PDF-1.4
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

const LARGEST_CV = 5 * 1024 * 1024 - 1;

/** Sends an application with a CV, and returns its record's path, the file's name and the address. */
async function apply(request: APIRequestContext, content: Buffer, extension = "pdf") {
  const { name, email, letter } = newApplication(100);
  const cv = {
    name: `${name} curriculum vitae.${extension}`,
    mimeType: "application/pdf",
    buffer: content,
  };
  const answer = await request.post("/api/applications/create/", {
    multipart: { job_title: "Product Manager", full_name: name, email, cover_letter: letter, cv },
  });
  expect(answer.status()).toBe(201);
  const { slug } = (await answer.json()) as { slug: string };
  return { path: `/dashboard/application/${slug}`, cv: cv.name, email };
}

/** Returns the right edge of an element. */
const rightOf = (part: Locator) =>
  part.evaluate((element) => element.getBoundingClientRect().right);

/** Returns the tag that has the focus in the dialog. */
function focusedInDialog() {
  const { activeElement } = document;
  return activeElement?.closest("dialog") ? activeElement.tagName : "outside";
}

test("a PDF is shown over its record, and the keyboard stays in its dialog", async ({
  page,
  server,
  request,
}) => {
  const { path, cv } = await apply(request, Buffer.from(PDF));
  await openDashboard(page, server, path);
  const answer = page.waitForResponse(/\/cv\//);
  const opener = page.getByRole("button", { name: `Preview ${cv}` });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: cv });
  const frame = dialog.getByTitle(cv);
  await expect(frame).toHaveAttribute("src", /^blob:/);
  const loaded = await answer;
  expect(new URL(loaded.url()).search).toBe("");
  expect(await loaded.request().headerValue("authorization")).toMatch(/^Bearer /);
  expect(loaded.headers()["cache-control"]).toBe("private, no-store");
  // Chromium's viewer runs in a frame of its own, below the one with the file.
  expect(await page.evaluate(() => navigator.pdfViewerEnabled)).toBe(true);
  await expect
    .poll(() => page.frames().map((each) => each.url()))
    .toContainEqual(expect.stringMatching(/^chrome-extension:/));

  const close = dialog.getByRole("button", { name: "Close" });
  await expect(close).toBeFocused();
  // Once around. The viewer has many stops of its own as soon as it is ready.
  const stops: string[] = [];
  for (const stop of ["A", "IFRAME", "BUTTON"]) {
    await expect(async () => {
      await page.keyboard.press("Shift+Tab");
      // While the focus moves into the viewer's process, no element has it for a moment.
      await expect.poll(() => page.evaluate(focusedInDialog)).not.toBe("outside");
      stops.push(await page.evaluate(focusedInDialog));
      expect(stops.at(-1)).toBe(stop);
    }).toPass({ intervals: [100] });
  }
  await expect(close).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test("the dialog is clean at every width, in both schemes", async ({ page, server, request }) => {
  const { path, cv } = await apply(request, Buffer.from(PDF));
  await openDashboard(page, server, path);
  await page.getByRole("button", { name: `Preview ${cv}` }).click();
  await expect(page.getByTitle(cv)).toBeVisible();
  const close = page.getByRole("button", { name: "Close" });
  // On one line, however long the name is.
  await expectCleanInBothSchemes(page, async () => {
    expect((await close.boundingBox())?.height).toBeLessThan(60);
    // The download ends where the document does.
    const download = await rightOf(page.getByRole("link", { name: "Download" }));
    expect(Math.abs(download - (await rightOf(page.getByTitle(cv))))).toBeLessThan(2);
    // axe does not know that a modal dialog is above the navigation at the edge of a phone.
    for (const navigation of await page.getByRole("navigation", { includeHidden: true }).all())
      await navigation.evaluate((element) => (element.style.visibility = "hidden"));
  });
});

test("the largest PDF is shown", async ({ page, server, request }) => {
  const [start, trailer = ""] = PDF.split("trailer");
  const rest =
    LARGEST_CV - PDF.length - "6 0 obj<</Length 9999999>>stream\n\nendstream endobj\n".length;
  const padding = `6 0 obj<</Length ${String(rest).padStart(7)}>>stream\n${"x".repeat(rest)}\nendstream endobj\n`;
  const content = Buffer.from(`${start}${padding}trailer${trailer}`);
  expect(content).toHaveLength(LARGEST_CV);
  const { path, cv } = await apply(request, content);
  await openDashboard(page, server, path);
  await page.getByRole("button", { name: `Preview ${cv}` }).click();
  await expect(page.getByRole("dialog", { name: cv }).getByTitle(cv)).toHaveAttribute(
    "src",
    /^blob:/,
  );
  await expect
    .poll(() => page.frames().map((each) => each.url()))
    .toContainEqual(expect.stringMatching(/^chrome-extension:/));
});

test("a broken PDF can be downloaded and closed", async ({ page, server, request }) => {
  const content = Buffer.from("%PDF-1.7\nnothing that a viewer can show");
  const { path, cv } = await apply(request, content);
  await openDashboard(page, server, path);
  await page.getByRole("button", { name: `Preview ${cv}` }).click();
  const dialog = page.getByRole("dialog", { name: cv });
  await expect(dialog.getByTitle(cv)).toBeVisible();
  const arriving = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Download" }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe(cv);
  expect((await readFile(await download.path())).equals(content)).toBe(true);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: `Preview ${cv}` })).toBeFocused();
});

test("the dialog of a deleted record closes, and the page says so", async ({
  page,
  request,
  server,
}) => {
  const { path, cv, email } = await apply(request, Buffer.from(PDF));
  await openDashboard(page, server, path);
  await page.getByRole("button", { name: `Preview ${cv}` }).click();
  await expect(page.getByTitle(cv)).toBeVisible();
  server.forget(email);
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  );
  await expect(page.getByText("Application not found")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a CV that could not be loaded is loaded again on demand", async ({
  page,
  server,
  request,
}) => {
  const { path, cv } = await apply(request, Buffer.from(PDF));
  await openDashboard(page, server, path);
  await page.route(/\/cv\//, (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: `Preview ${cv}` }).click();
  const dialog = page.getByRole("dialog", { name: cv });
  await expect(dialog.getByRole("alert")).toContainText("Couldn't reach the server.");
  await expectCleanEverywhere(page);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByTitle(cv)).toBeVisible();
});

test("an iPad shows a PDF in a tab of its own, which is closed if the file cannot be loaded", async ({
  page,
  server,
  request,
}) => {
  const { path, cv } = await apply(request, Buffer.from(PDF));
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "platform", { value: "MacIntel" });
    Object.defineProperty(navigator, "maxTouchPoints", { value: 5 });
  });
  await openDashboard(page, server, path);
  const button = page.getByRole("button", { name: `Preview ${cv} (opens in a new tab)` });
  const opening = page.waitForEvent("popup");
  await button.click();
  const tab = await opening;
  await expect.poll(() => tab.url()).toMatch(/^blob:/);
  expect(await tab.evaluate(() => document.contentType)).toBe("application/pdf");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await tab.close();

  await page.route(/\/cv\//, (route) => route.abort(), { times: 1 });
  const another = page.waitForEvent("popup");
  await button.click();
  const closed = await another;
  await expect.poll(() => closed.isClosed()).toBe(true);
  await expect(page.getByRole("alert")).toHaveText(
    "Couldn't reach the server. Check your connection and try again.",
  );

  await page.evaluate(() => (window.open = () => null));
  await button.click();
  await expect(page.getByRole("alert")).toHaveText(
    "Your browser blocked the new tab. Download the CV instead.",
  );
  await expectCleanEverywhere(page);
});

test("only the dashboard's pages may frame what is in memory", async ({ request }) => {
  const policy = async (path: string) =>
    (await request.get(path)).headers()["content-security-policy"];
  for (const path of ["/", "/contact", "/no/such/page"]) {
    expect(await policy(path)).not.toContain("frame-src");
  }
  for (const path of ["/login", "/dashboard", "/dashboard/application/x", "/applicationDetail/x"]) {
    expect(await policy(path)).toMatch(/; frame-src blob:$/);
  }
});
