import { expect, test } from "./fixtures";

const phrases = [
  "Custom Web Development",
  "Responsive Web Design",
  "Web Application Development",
  "E-Commerce Website Solutions",
  "Mobile-Friendly Website Design",
  "Cloud Hosting Services",
];

test("the sections come in their order", async ({ page }) => {
  await page.goto("/");
  const names = await page
    .getByRole("main")
    .locator("section:not(section section)")
    .evaluateAll((sections) =>
      sections.map((section) => {
        const id = section.getAttribute("aria-labelledby");
        const label = section.getAttribute("aria-label");
        return label ?? document.getElementById(id ?? "")?.textContent;
      }),
    );
  expect(names).toEqual([
    "Software worth keeping.",
    "Brazoswright",
    "Our Service",
    "Work that earns its keep",
    "The past twelve months",
    "What clients say",
    "Frequently asked questions",
    "See what we have built, or tell us what you need.",
  ]);
});

test("its figures and its ways on are the documented ones", async ({ page }) => {
  await page.goto("/");
  const main = page.getByRole("main");
  for (const text of [
    "27+ satisfied client websites",
    "20+ clients in 10+ countries",
    "2 weeks average delivery time",
    "17+ websites delivered",
    "98% client satisfaction",
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the page
    await expect(main.getByText(text)).toBeVisible();
  }
  const ways = {
    "Get a Free Estimate": "/contact",
    "More About Us": "/about",
    "Check More Of Our Projects Here !!": "/project",
    "Let's Connect": "/contact",
    "View Our Works": "/project",
  };
  for (const [name, href] of Object.entries(ways)) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the page
    await expect(main.getByRole("link", { name })).toHaveAttribute("href", href);
  }
  const calls = main.getByRole("link", { name: "Schedule A Call" });
  await expect(calls).toHaveCount(2);
  await expect(calls.first()).toHaveAttribute("target", "_blank");
  await expect(calls.last()).toHaveAttribute("target", "_blank");
  const works = page.locator("section", { hasText: "Work that earns its keep" });
  const links = works.locator("ul").getByRole("link");
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual(
    ["allseek-search", "ecommerce", "travel-budget", "events", "devcraft-blog"].map(
      (slug) => `/project/${slug}`,
    ),
  );
});

test.describe("by the clock", () => {
  test.beforeEach(({ page }) => page.clock.install());

  test("the phrase changes every three seconds, and begins again", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Pause the phrases" })).toBeVisible();
    for (const phrase of [...phrases, phrases[0] ?? ""]) {
      /* oxlint-disable no-await-in-loop -- one phrase after the other */
      await expect(page.getByText(phrase, { exact: true })).toBeVisible();
      await page.clock.runFor(3000);
      /* oxlint-enable no-await-in-loop */
    }
  });

  test("the phrase stands still when it is told to", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Pause the phrases" }).click();
    await page.clock.runFor(10_000);
    await expect(page.getByText("Custom Web Development", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Let the phrases change" }).click();
    await page.clock.runFor(3000);
    await expect(page.getByText("Responsive Web Design", { exact: true })).toBeVisible();
  });

  test("the testimonials move on by themselves, also after a touch", async ({ page }) => {
    await page.goto("/");
    const carousel = page.getByRole("group", { name: "Client testimonials" });
    await carousel.scrollIntoViewIfNeeded();
    const pause = carousel.getByRole("button", { name: "Pause" });
    await expect(pause).toBeVisible();
    const first = carousel.getByRole("group", { name: "1 of 6" });
    const third = carousel.getByRole("group", { name: "3 of 6" });
    await expect(first).toBeInViewport();
    await expect(third).toHaveAttribute("inert");
    await page.clock.runFor(3500);
    await expect(third).not.toHaveAttribute("inert");
    await carousel.getByRole("button", { name: "Next" }).click();
    await page.clock.runFor(500);
    await expect(pause).toBeVisible();
    await pause.click();
    const shown = () => carousel.locator("[role=group]:not([inert])").allTextContents();
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
  test(`${count} testimonials are in view at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    const carousel = page.getByRole("group", { name: "Client testimonials" });
    await expect(carousel.locator("[role=group]")).toHaveCount(6);
    await carousel.scrollIntoViewIfNeeded();
    await carousel.getByRole("button", { name: "Pause" }).click();
    await expect(carousel.locator("[role=group]:not([inert])")).toHaveCount(count);
  });
}

test("an answer opens, and the one before it closes", async ({ page }) => {
  await page.goto("/");
  const section = page.locator("section", { hasText: "Frequently asked questions" });
  const questions = section.getByRole("heading", { level: 3 });
  const answers = section.locator("details > p");
  await expect(questions).toHaveCount(5);
  await expect(answers.first()).toBeVisible();
  await questions.nth(2).click();
  await expect(answers.nth(2)).toBeVisible();
  await expect(section.locator("details[open]")).toHaveCount(1);
  await questions.nth(2).click();
  await expect(section.locator("details[open]")).toHaveCount(0);
  await section.locator("summary").first().focus();
  await page.keyboard.press("Enter");
  await expect(answers.first()).toBeVisible();
});

test("works slide in every time that they come into view", async ({ page }) => {
  await page.goto("/");
  const card = page.getByRole("link", { name: /DevCraft/ }).locator("..");
  const opacity = () => card.evaluate((node) => Number(getComputedStyle(node).opacity));
  for (let time = 0; time < 2; time += 1) {
    /* oxlint-disable no-await-in-loop -- it comes, goes and comes again */
    await card.evaluate((node) =>
      scrollTo(0, node.getBoundingClientRect().top + scrollY - 1.5 * innerHeight),
    );
    await expect.poll(opacity).toBe(0);
    await card.evaluate((node) => node.scrollIntoView({ block: "center" }));
    await expect.poll(opacity).toBe(1);
    /* oxlint-enable no-await-in-loop */
  }
});

test.describe("with less motion wanted", () => {
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

  test("nothing moves by itself", async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Let the phrases change" })).toBeVisible();
    const carousel = page.getByRole("group", { name: "Client testimonials" });
    await carousel.scrollIntoViewIfNeeded();
    await expect(carousel.getByRole("button", { name: "Play" })).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(page.getByText("Custom Web Development", { exact: true })).toBeVisible();
    await expect(carousel.getByRole("group", { name: "1 of 6" })).not.toHaveAttribute("inert");
  });

  test("works are there without sliding in", async ({ page }) => {
    await page.goto("/");
    const card = page.getByRole("link", { name: /DevCraft/ }).locator("..");
    await card.evaluate((node) =>
      scrollTo(0, node.getBoundingClientRect().top + scrollY - 1.5 * innerHeight),
    );
    await expect(card).toHaveCSS("opacity", "1");
  });
});
