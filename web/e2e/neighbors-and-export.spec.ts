import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expectClean } from "./axe";
import { expect, test } from "./fixtures";
import { openDashboard, record } from "./records";

test("links records to their neighbors, and exports results as a file", async ({
  page,
  server,
  request,
}) => {
  const word = `w${randomBytes(5).toString("hex")}`;
  const names = ["One", "Two", "Three"].map((name) => `${name} ${word}`);
  for (const full_name of names) {
    const data = { message: "We need a new site.", full_name, email: `a@${word}.example` };
    const answer = await request.post("/api/consultations/create/", { data });
    expect(answer.status()).toBe(201);
  }
  await openDashboard(page, server, `/dashboard?q=${word}`);
  const stored = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByText("Downloading 3 rows")).toBeVisible();
  const file = await readFile(await (await stored).path(), "utf8");
  for (const name of names) expect(file).toContain(name);
  expect(file.trim().split("\r\n")).toHaveLength(4);
  await expect(page).toHaveURL(new RegExp(`q=${word}$`));

  await page.getByRole("link", { name: `View ${names[1]}` }).click();
  const name = page.getByRole("heading", { level: 1 });
  await expect(name).toHaveText(names[1] ?? "");
  await expect(page.getByRole("link", { name: "Next record" })).toBeVisible();
  await expectClean(page);
  await page.keyboard.press("j");
  await expect(name).toHaveText(names[0] ?? "");
  await expect(page.getByRole("button", { name: "Next record" })).toBeDisabled();
  await page.getByRole("link", { name: "Previous record" }).click();
  await expect(name).toHaveText(names[1] ?? "");
  await expect(page.getByRole("link", { name: "Previous record" })).toBeVisible();
  await page.keyboard.press("k");
  await expect(name).toHaveText(names[2] ?? "");
  const others = page.getByRole("definition").filter({ hasText: "Consultation, " });
  await expect(others.getByRole("link")).toHaveCount(2);
  await record(page).button("Back").click();
  await expect(page).toHaveURL(new RegExp(`/dashboard\\?q=${word}$`));
});

test("list of shortcuts has no accessibility violations", async ({ page, server }) => {
  await openDashboard(page, server);
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectClean(page);
});
