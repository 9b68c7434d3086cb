import type { Locator } from "@playwright/test";

/** Advances the clock for a carousel, which starts its delay after each transition. */
export async function passTime(carousel: Locator, milliseconds: number): Promise<void> {
  await carousel.evaluate((node) =>
    Promise.allSettled(node.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  );
  await carousel.page().clock.runFor(milliseconds);
}
