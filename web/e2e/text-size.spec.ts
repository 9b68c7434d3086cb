import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { openJob, openJobs } from "./site";
import { openDashboard } from "./records";

/** Enlarged text sizes: 1.5 times and twice the default, in pixels. */
const SIZES = [24, 32];
const WIDTHS = [1280, 768, 375, 320];

const PAGES = [
  "/",
  "/project",
  "/project/ecommerce",
  "/about",
  "/service/website",
  "/careers",
  openJob.path,
  "/hireus",
  "/faq",
  "/contact",
];

for (const path of PAGES) {
  test(`${path} does not overflow with enlarged text`, async ({ page }) => {
    await page.goto(path);
    for (const size of SIZES) {
      await enlarge(page, size);
      for (const width of WIDTHS) {
        /* oxlint-disable no-await-in-loop -- one window after the other */
        await expectNarrow(page, size, width);
        const menu = page.getByRole("button", { name: "Menu" });
        if (width < 48 * size) await expect(menu).toBeInViewport({ ratio: 1 });
        else await expect(menu).toBeHidden();
        /* oxlint-enable no-await-in-loop */
      }
    }
  });
}

test("dashboard does not overflow with enlarged text, and its sign-out is reachable", async ({
  page,
  server,
}) => {
  server.seed(1);
  await openDashboard(page, server);
  await expect(page.getByRole("link", { name: /^View/ }).first()).toBeVisible();
  await expectLeavable(page);
  await page.getByRole("link", { name: /^View/ }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Consultation" })).toBeVisible();
  await expectLeavable(page);
});

/** A job title that fits on one line of the narrowest window. */
const shortest = openJobs.reduce(
  (short, job) => (job.title.length < short.title.length ? job : short),
  openJob,
);

test("heading of an application breaks before the job title at any text size", async ({ page }) => {
  await page.goto(shortest.path);
  const heading = page.getByRole("heading", { name: `Apply: ${shortest.title}`, level: 1 });
  for (const size of [16, ...SIZES]) {
    await enlarge(page, size);
    for (const width of WIDTHS) {
      /* oxlint-disable no-await-in-loop -- one window after the other */
      await page.setViewportSize({ width, height: 800 });
      expect(await heading.getByText(shortest.title).evaluate(lines)).toBe(1);
      /* oxlint-enable no-await-in-loop */
    }
  }
});

async function enlarge(page: Page, size: number) {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: size } });
  await session.detach();
  await expect.poll(() => page.evaluate(rootSize)).toBe(size);
}

async function expectLeavable(page: Page) {
  for (const size of SIZES) {
    await enlarge(page, size);
    for (const width of WIDTHS) {
      /* oxlint-disable no-await-in-loop -- one window after the other */
      await expectNarrow(page, size, width);
      await expect(page.getByRole("button", { name: "Logout" })).toBeInViewport({ ratio: 1 });
      /* oxlint-enable no-await-in-loop */
    }
  }
}

async function expectNarrow(page: Page, size: number, width: number) {
  await page.setViewportSize({ width, height: 800 });
  expect(await page.evaluate(rootSize)).toBe(size);
  // Slides adapt to another width with a delay.
  await expect.poll(() => page.evaluate(tooWide)).toEqual([]);
}

function rootSize(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** Returns the number of lines of a text. */
function lines(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
}

/** Returns the innermost elements that overflow the window. */
function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const out = Array.from(document.body.querySelectorAll("*")).filter(
    (part) => part.checkVisibility() && part.getBoundingClientRect().right > clientWidth,
  );
  const deepest = out.filter(
    (part) => !out.some((other) => other !== part && part.contains(other)),
  );
  return [`${scrollWidth} pixels`, ...deepest.map(({ outerHTML }) => outerHTML.slice(0, 120))];
}
