import { expect, fillContact, newRequest, sendButton, test } from "./fixtures";
import { openDashboard } from "./records";
import { scrollThrough } from "./site";

test("prints every answer", async ({ page }) => {
  await page.goto("/faq");
  const answers = page.locator("details > p");
  await expect(answers).toHaveCount(10);
  await expect(answers.nth(4)).not.toBeInViewport();
  await page.emulateMedia({ media: "print" });
  for (const answer of await answers.all()) {
    expect(await answer.evaluate((text) => text.checkVisibility())).toBe(true);
    expect((await answer.boundingBox())?.height).toBeGreaterThan(10);
  }
});

test("prints every picture, without waiting", async ({ page }) => {
  await page.goto("/project/ecommerce");
  const pictures = await page
    .locator("main img")
    .evaluateAll((all) => new Set(all.map((image) => (image as HTMLImageElement).srcset)).size);
  const paper = (await page.pdf({ format: "A4" })).toString("latin1");
  const printed = paper.match(/\/Subtype \/Image/g) ?? [];
  expect(printed.length).toBeGreaterThanOrEqual(pictures);
});

/** The width of the text on A4 and Letter with Chromium's margins, in pixels. */
const PAPER = [718, 740];

for (const path of ["/", "/project", "/project/ecommerce", "/about"]) {
  test(`${path} fits on paper from any window`, async ({ page }) => {
    // A printer tells no script about the width of the paper.
    await page.addInitScript(() => {
      addEventListener("resize", (event) => event.stopImmediatePropagation(), true);
      window.ResizeObserver = class {
        observe() {}
        unobserve() {}
        disconnect() {}
      };
    });
    for (const window of [1440, 375]) {
      /* oxlint-disable no-await-in-loop -- one window after the other */
      await page.emulateMedia({ media: "screen" });
      await page.setViewportSize({ width: window, height: 900 });
      await page.goto(path);
      await scrollThrough(page);
      await page.emulateMedia({ media: "print" });
      for (const width of PAPER) {
        await page.setViewportSize({ width, height: 1000 });
        expect(await page.evaluate(notOnPaper), `${window} to ${width}`).toEqual([]);
      }
      /* oxlint-enable no-await-in-loop */
    }
  });
}

/** Returns what is cut by the edge of the paper, hidden, or may be split between two sheets. */
function notOnPaper(): string[] {
  const parts = Array.from(document.querySelectorAll("main *"), (part) => {
    const { left, right, width } = part.getBoundingClientRect();
    const isOut = part.checkVisibility() && width > 1 && (left < -1 || right > innerWidth + 1);
    return isOut ? `cut: ${part.outerHTML.slice(0, 120)}` : "";
  });
  const cards = Array.from(
    document.querySelectorAll("main :is(.swiper-slide, figure, li)"),
    (card) => {
      if (!card.checkVisibility()) return "";
      const { visibility, breakInside } = getComputedStyle(card);
      const isWhole = visibility === "visible" && breakInside === "avoid";
      return isWhole ? "" : `hidden or split: ${card.outerHTML.slice(0, 120)}`;
    },
  );
  return [...parts, ...cards].filter(Boolean);
}

test("prints no toast, and buttons that can be read", async ({ page }) => {
  await page.goto("/contact");
  await page.route("**/api/consultations/create", (route) => route.abort());
  await fillContact(page, newRequest());
  await sendButton(page).click();
  const toast = page.getByText("Something went wrong. Please try again.");
  await expect(toast).toBeVisible();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(toast).toBeHidden();
  await page.goto("/hireus");
  const link = page
    .getByRole("main")
    .getByRole("link", { name: /estimate/i })
    .first();
  await expect(link).toHaveCSS("color", "rgb(19, 34, 28)");
});

test("prints a record without the navigation", async ({ page, server }) => {
  server.seed(1);
  await openDashboard(page, server);
  await page.getByRole("link", { name: /^View/ }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Submitted At")).toBeVisible();
  for (const role of ["navigation", "button", "searchbox", "combobox", "textbox"] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
});

test("marks the current item in forced colors", async ({ page, server }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/about");
  const bar = page.getByRole("navigation", { name: "Main" });
  const ground = (name: string) =>
    bar.getByRole("link", { name }).evaluate((link) => getComputedStyle(link).backgroundColor);
  expect(await ground("About Us")).not.toBe(await ground("FAQ"));
  await openDashboard(page, server);
  const items = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link");
  const grounds = await items.evaluateAll((links) =>
    links.map((link) => getComputedStyle(link).backgroundColor),
  );
  const current = await items.evaluateAll((links) => links.findIndex((link) => link.ariaCurrent));
  expect(grounds.filter((color) => color === grounds[current])).toHaveLength(1);
  const tab = page.getByRole("navigation", { name: "Status filter" }).locator("[aria-current]");
  await expect(tab).toHaveText(/\d/);
  const [words, count] = await tab.evaluate((link) =>
    [link, link.lastElementChild].map((part) => part && getComputedStyle(part).color),
  );
  expect(count).toBe(words);
});

test("draws signs and dots in forced colors", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await page.goto("/faq");
  const sign = page.locator("summary").first();
  const look = () => sign.evaluate((node) => getComputedStyle(node, "::after").backgroundImage);
  expect(await look()).toContain("gradient");
  await page.goto("/");
  const carousel = page.getByRole("group", { name: "Client testimonials" });
  await carousel.scrollIntoViewIfNeeded();
  const dots = carousel.getByRole("button", { name: /Go to/ });
  await expect(dots.first()).toBeVisible();
  const colors = await dots.evaluateAll((all) =>
    all.map((dot) => getComputedStyle(dot, "::before").backgroundColor),
  );
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(colors).not.toContain(ground);
  expect(colors).not.toContain("rgba(0, 0, 0, 0)");
});
