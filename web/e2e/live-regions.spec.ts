import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { openDashboard } from "./records";

/** Records the text that live regions show at the moment they are added to the page. */
function watchRegions() {
  const born: string[] = [];
  Object.assign(window, { born });
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => Array.from(addedNodes))) {
      if (!(node instanceof Element)) continue;
      const regions = [node, ...node.querySelectorAll("*")].filter(
        (part) => part.role === "status",
      );
      for (const region of regions) {
        const walker = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
        for (let text = walker.nextNode(); text; text = walker.nextNode()) {
          const isShown = text.parentElement?.checkVisibility({ visibilityProperty: true });
          if (isShown && text.textContent?.trim()) born.push(text.textContent);
        }
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

const born = (page: Page) => page.evaluate(() => (window as unknown as { born: string[] }).born);

test("live regions are on the page before their text", async ({ page, server }) => {
  server.seed(1);
  await page.addInitScript(watchRegions);
  await openDashboard(page, server);
  const region = page.getByRole("status");
  await expect(page.getByRole("table")).toBeVisible();
  await page.getByRole("searchbox").fill("nobodywrotethis");
  await expect(region.getByText(/^No /)).toBeVisible();
  await page.getByRole("searchbox").fill("");
  await expect(page).not.toHaveURL(/q=/);
  await page.getByRole("link", { name: /^View/ }).first().click();
  await expect(region.getByText("Unassigned")).toBeVisible();
  await page.goto("/dashboard/account");
  await expect(page.getByRole("heading", { name: "Active sessions" })).toBeVisible();
  expect(await born(page)).toEqual([]);
  await page.goto("/dashboard?page=900");
  await expect(region.getByText("There is nothing on this page.")).toBeVisible();
  expect(await born(page)).toEqual([]);
});
