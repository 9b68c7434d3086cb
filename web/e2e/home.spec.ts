import type { Page } from "@playwright/test";
import { deferred } from "../test/deferred";
import { expect, test } from "./fixtures";

const phrases = [
  "Custom Web Development",
  "Responsive Web Design",
  "Web Application Development",
  "E-Commerce Website Solutions",
  "Mobile-Friendly Website Design",
  "Cloud Hosting Services",
];

test.describe("with a fake clock", () => {
  test.beforeEach(({ page }) => page.clock.install());

  test("shows another phrase every three seconds, in a loop", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Pause the animation" })).toBeVisible();
    for (const phrase of [...phrases, phrases[0] ?? ""]) {
      /* oxlint-disable no-await-in-loop -- one phrase after the other */
      await expect(page.getByText(phrase, { exact: true })).toBeVisible();
      await page.clock.runFor(3000);
      /* oxlint-enable no-await-in-loop */
    }
  });

  test("pauses the phrases on request", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Pause the animation" }).click();
    await page.clock.runFor(10_000);
    await expect(page.getByText("Custom Web Development", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Play the animation" }).click();
    await page.clock.runFor(3000);
    await expect(page.getByText("Responsive Web Design", { exact: true })).toBeVisible();
  });

  test("plays the testimonials, also after a touch", async ({ page }) => {
    await page.goto("/");
    const carousel = page.getByRole("group", { name: "Client testimonials" });
    await carousel.scrollIntoViewIfNeeded();
    const pause = carousel.getByRole("button", { name: "Pause" });
    await expect(pause).toBeVisible();
    const first = carousel.getByRole("group", { name: "1 of 6" });
    const third = carousel.getByRole("group", { name: "3 of 6" });
    await expect(first).toBeInViewport();
    await expect(third).toBeHidden();
    await page.clock.runFor(3500);
    await expect(third).toBeVisible();
    await carousel.getByRole("button", { name: "Next" }).click();
    await page.clock.runFor(500);
    await expect(pause).toBeVisible();
    await pause.click();
    const shown = () => carousel.getByRole("group").allTextContents();
    await expect(carousel.getByRole("group")).toHaveCount(2);
    const before = await shown();
    await page.clock.runFor(10_000);
    expect(await shown()).toEqual(before);
    await carousel.getByRole("button", { name: "Play" }).click();
    await page.mouse.move(0, 0);
    await page.clock.runFor(4000);
    await expect.poll(shown).not.toEqual(before);
  });
});

for (const [width, height] of [
  [375, 812],
  [1440, 900],
] as const) {
  test(`shows a piece of work beside the phrase at ${width} × ${height} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    const picture = page.getByRole("img", { name: /^HeirloomNexus/ });
    await expect(picture).toHaveJSProperty("complete", true);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeTruthy();
    for (const shown of [
      picture,
      page.getByText("Custom Web Development", { exact: true }),
      page.getByRole("link", { name: "Get a Free Estimate" }),
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect(shown).toBeInViewport({ ratio: 1 });
    }
  });
}

for (const [width, count] of [
  [767, 1],
  [768, 2],
] as const) {
  test(`shows ${count} testimonials at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    const carousel = page.getByRole("group", { name: "Client testimonials" });
    await expect(carousel.getByRole("group", { name: / of 6$/, includeHidden: true })).toHaveCount(
      6,
    );
    await carousel.scrollIntoViewIfNeeded();
    await carousel.getByRole("button", { name: "Pause" }).click();
    await expect(carousel.getByRole("group")).toHaveCount(count);
  });
}

const work = (page: Page) => page.getByRole("link", { name: /DevCraft/ }).locator("..");
const opacity = (page: Page) =>
  work(page).evaluate((node) => Number(getComputedStyle(node).opacity));

/** Scrolls so that this share of the card is in the window, or so many windows before it. */
const show = (page: Page, share: number) =>
  work(page).evaluate((node, part) => {
    // Its place does not move.
    const { top, height } = (node.parentElement as Element).getBoundingClientRect();
    const hidden = part > 0 ? part * height : part * innerHeight;
    scrollTo({ top: top + scrollY - innerHeight + hidden, behavior: "instant" });
  }, share);

test.describe("works", () => {
  test("slide in once a fifth is in view, whenever they scroll into view", async ({ page }) => {
    await page.goto("/");
    for (const away of [-0.3, -0.3, -2]) {
      /* oxlint-disable no-await-in-loop -- into view, out of view and back */
      await show(page, away);
      await expect.poll(() => opacity(page)).toBe(0);
      await show(page, 0.1);
      await page.waitForTimeout(900);
      expect(await opacity(page)).toBe(0);
      await show(page, 0.3);
      await expect.poll(() => opacity(page)).toBeGreaterThan(0);
      expect(await opacity(page)).toBeLessThan(1);
      await expect.poll(() => opacity(page)).toBe(1);
      /* oxlint-enable no-await-in-loop */
    }
  });

  test("are never hidden where the first window begins", async ({ page }) => {
    await page.goto("/");
    await show(page, 0.1);
    await page.reload();
    await page.waitForLoadState("networkidle");
    expect(await opacity(page)).toBe(1);
  });

  test("taller than five windows slide in as well", async ({ page }) => {
    await page.goto("/");
    await work(page).evaluate((node) => {
      (node.parentElement as HTMLElement).style.height = `${6 * innerHeight}px`;
    });
    await show(page, -0.3);
    await expect.poll(() => opacity(page)).toBe(0);
    await show(page, 0.15);
    await expect.poll(() => opacity(page)).toBe(1);
  });
});

test.describe("with reduced motion", () => {
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

  test("plays nothing by itself", async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Play the animation" })).toBeVisible();
    const carousel = page.getByRole("group", { name: "Client testimonials" });
    await carousel.scrollIntoViewIfNeeded();
    await expect(carousel.getByRole("button", { name: "Play" })).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(page.getByText("Custom Web Development", { exact: true })).toBeVisible();
    await expect(carousel.getByRole("group", { name: "1 of 6" })).toBeVisible();
  });

  test("shows works without sliding", async ({ page }) => {
    await page.goto("/");
    const card = page.getByRole("link", { name: /DevCraft/ }).locator("..");
    await card.evaluate((node) =>
      scrollTo(0, node.getBoundingClientRect().top + scrollY - 1.5 * innerHeight),
    );
    await expect(card).toHaveCSS("opacity", "1");
  });
});

test("a carousel keeps the slide and the focus that it had before its script", async ({ page }) => {
  const arrived = deferred<void>();
  await page.route("**/assets/Slides-*.js", async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto("/");
  const carousel = page.getByRole("group", { name: "Client testimonials" });
  const row = carousel.getByRole("group", { name: "Slides" });
  await row.scrollIntoViewIfNeeded();
  const third = carousel.getByRole("group", { name: "3 of 6" });
  await third.evaluate((slide) => {
    const scrolled = slide.closest("[tabindex]") as HTMLElement;
    scrolled.scrollLeft = (slide as HTMLElement).offsetLeft;
  });
  await row.focus();
  const script = page.waitForResponse("**/assets/Slides-*.js");
  arrived.resolve();
  await script;
  await page.waitForLoadState("networkidle");
  await expect(row).toBeFocused();
  await page.getByRole("contentinfo").getByRole("link").first().focus();
  await expect(carousel.getByRole("button", { name: "Next" })).toBeVisible();
  await expect(third).toBeVisible();
});
