import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type WithAxe = { axe?: { run: (root: Document, options: RunOptions) => Promise<AxeResults> } };

/** The widths at which every view is checked, in pixels: phone, tablet, desktop. */
export const WIDTHS = [375, 768, 1440];

/** Counts transitions of at most a second that are running: colors in between have no contrast of their own. */
const countTransitions = () =>
  document.getAnimations().filter(({ playState, effect }) => {
    const end = Number(effect?.getComputedTiming().endTime ?? 0);
    return playState === "running" && end <= 1000;
  }).length;

/** Expects no axe violations and no horizontal overflow. */
export async function expectClean(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(countTransitions)).toBe(0);
  // Injected once per page, and without results for elements that pass: those take most of the
  // time.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    const found = await (window as WithAxe).axe?.run(document, {
      resultTypes: ["violations"],
      // Without the style sheets, which axe would fetch again: no rule that is on by default reads them.
      preload: { assets: ["media"] },
    });
    return found?.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  });
  expect(violations).toEqual([]);
  await expectNarrow(page);
}

/** Checks a page at every width. `prepare` restores a view that depends on the width. */
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

/** Waits for slides, which adapt to another width with a delay. */
async function expectNarrow(page: Page): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}
