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

for (const [width, count] of [
  [767, 1],
  [768, 2],
] as const) {
  test(`shows ${count} testimonials at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    const carousel = page.getByRole("group", { name: "Client testimonials" });
    await expect(carousel.locator("[role=group]")).toHaveCount(6);
    await carousel.scrollIntoViewIfNeeded();
    await carousel.getByRole("button", { name: "Pause" }).click();
    await expect(carousel.getByRole("group")).toHaveCount(count);
  });
}

test("works slide in whenever they scroll into view", async ({ page }) => {
  await page.goto("/");
  const card = page.getByRole("link", { name: /DevCraft/ }).locator("..");
  const opacity = () => card.evaluate((node) => Number(getComputedStyle(node).opacity));
  for (let time = 0; time < 2; time += 1) {
    /* oxlint-disable no-await-in-loop -- into view, out of view and back */
    await card.evaluate((node) =>
      scrollTo(0, node.getBoundingClientRect().top + scrollY - 1.5 * innerHeight),
    );
    await expect.poll(opacity).toBe(0);
    await card.evaluate((node) => node.scrollIntoView({ block: "center" }));
    await expect.poll(opacity).toBe(1);
    /* oxlint-enable no-await-in-loop */
  }
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
