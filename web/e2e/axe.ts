import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type WithAxe = { axe?: { run: (root: Document, options: RunOptions) => Promise<AxeResults> } };

/** The widths at which every view is checked, in pixels: phone, tablet, desktop. */
export const WIDTHS = [375, 768, 1440];

/** The rule for the size of links and buttons, which is off by default. */
const TARGET_SIZE = "target-size";

/** Counts transitions of at most a second that are running: colors in between have no contrast of their own. */
const countTransitions = () =>
  document.getAnimations().filter(({ playState, effect }) => {
    const end = Number(effect?.getComputedTiming().endTime ?? 0);
    return playState === "running" && end <= 1000;
  }).length;

/** Expects no axe violations and no horizontal overflow. */
export async function expectClean(page: Page): Promise<void> {
  await expectNoViolations(page, { rules: { [TARGET_SIZE]: { enabled: true } } });
  await expectNarrow(page);
}

/**
 * Checks a page at every width: with axe at `whole`, and what differs by width at the others.
 * `prepare` restores a view that depends on the width.
 */
export async function expectCleanEverywhere(
  page: Page,
  prepare: (width: number) => Promise<unknown> = () => Promise.resolve(),
  whole = 1440,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const width of WIDTHS) {
    /* oxlint-disable no-await-in-loop -- one width after the other */
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: width < 500 });
    await page.setViewportSize({ width, height: 900 });
    await prepare(width);
    await (width === whole ? expectClean(page) : expectFitting(page));
    /* oxlint-enable no-await-in-loop */
  }
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  await session.detach();
}

/** Checks a page at every width, and once more in the dark scheme, whose colors are the only difference. */
export async function expectCleanInBothSchemes(
  page: Page,
  prepare?: (width: number) => Promise<unknown>,
): Promise<void> {
  await expectCleanEverywhere(page, prepare);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectClean(page);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Expects no horizontal overflow, and targets that are large enough. */
export async function expectFitting(page: Page): Promise<void> {
  await expectNarrow(page);
  await expectNoViolations(page, { runOnly: [TARGET_SIZE] });
}

async function expectNoViolations(page: Page, options: RunOptions): Promise<void> {
  await expect.poll(() => page.evaluate(countTransitions)).toBe(0);
  // Injected once per page.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const violations = await page.evaluate(
    async (given) => {
      const found = await (window as WithAxe).axe?.run(document, given);
      return found?.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    },
    // Without results for elements that pass, which take most of the time, and without the style
    // sheets, which axe would fetch again: no rule that is on by default reads them.
    { resultTypes: ["violations"], preload: { assets: ["media"] }, ...options } as RunOptions,
  );
  expect(violations).toEqual([]);
}

/** Waits for slides, which adapt to another width with a delay. */
async function expectNarrow(page: Page): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}
