import type { Locator } from "@playwright/test";

/** Lets time pass for a carousel, which counts its delay from the end of its last move. */
export async function passTime(carousel: Locator, milliseconds: number): Promise<void> {
  await carousel.evaluate((node) =>
    Promise.allSettled(node.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  );
  await carousel.page().clock.runFor(milliseconds);
}
