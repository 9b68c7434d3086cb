import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type WithAxe = { axe?: { run: (root: Document, options: RunOptions) => Promise<AxeResults> } };

/** The widths at which every view is checked, in pixels: a phone, a tablet, a desktop. */
export const WIDTHS = [375, 768, 1440];

/** Expects that axe finds nothing wrong with a page, and that it is no wider than the screen. */
export async function expectClean(page: Page): Promise<void> {
  // Once a page, and without what axe says of elements that are fine: that is most of its time.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    const found = await (window as WithAxe).axe?.run(document, { resultTypes: ["violations"] });
    return found?.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  });
  expect(violations).toEqual([]);
  await expectNarrow(page);
}

/** The same on a phone, a tablet and a desktop. `prepare` brings the view about again where it depends on the width. */
export async function expectCleanEverywhere(
  page: Page,
  prepare: (width: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const width of WIDTHS) {
    /* oxlint-disable no-await-in-loop -- one width after the other */
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: width < 500 });
    await page.setViewportSize({ width, height: 900 });
    await prepare(width);
    await expectNarrow(page);
    await expectClean(page);
    /* oxlint-enable no-await-in-loop */
  }
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  await session.detach();
}

/** Slides are fitted to another width a moment later. */
async function expectNarrow(page: Page): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}
