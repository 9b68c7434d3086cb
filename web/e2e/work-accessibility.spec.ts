import { expectCleanEverywhere } from "./axe";
import { expect, test } from "./fixtures";
import { newRecord, openDashboard, record } from "./records";

test("every view of a record has no accessibility violations", async ({
  page,
  request,
  server,
}) => {
  const { path, slug, name, email } = await newRecord(request);
  await openDashboard(page, server);
  const { state, button, note, alert, assignee } = record(page);
  await page.goto("/dashboard?box=new");
  await expect(page.getByRole("link", { name: `View ${name}` })).toBeVisible();
  await expectCleanEverywhere(page);
  await page.goto("/dashboard?box=spam&assigned=me");
  await expect(page.getByText("No consultations are spam and assigned to you")).toBeVisible();
  // A screen reader announces only changes of a live region that it knows, so it must be there while it is empty.
  const count = page.getByRole("main").locator("header").getByRole("status");
  await expect(count).toBeEmpty();

  await page.goto(path);
  await expect(button("Assign to me")).toBeVisible();
  await note.fill("Rang her up.\nShe will write.");
  await button("Add note").click();
  await expect(note).toHaveValue("");
  await button("Add note").click();
  await expect(page.getByText("Note is required")).toBeVisible();
  await expectCleanEverywhere(page, async () => {
    for (const control of [button("Start"), button("Assign"), button("Add note"), assignee]) {
      const box = await control.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
  });
  // A colleague's change.
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem("access"))}`;
  await request.post(`/api/consultations/${slug}/actions/`, {
    headers: { authorization },
    data: { action: "spam", version: 2 },
  });
  await button("Start").click();
  await expect(alert).toContainText("This is spam. Mark it as not spam first");
  await expect(state).toHaveText(/^Spam/);
  await expectCleanEverywhere(page);

  server.forget(email);
  await button("Not spam").click();
  await expect(page.getByText("This record has been deleted.")).toBeVisible();
  await expectCleanEverywhere(page);
});
