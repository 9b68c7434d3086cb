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

for (const path of [...PAGES, "/login"]) {
  test(`${path} loses no words with the text spacing of WCAG 1.4.12`, async ({ page }) => {
    await page.goto(path);
    await expectSpaced(page);
  });
}

test("dashboard loses no words with the text spacing of WCAG 1.4.12", async ({ page, server }) => {
  server.seed(1);
  await openDashboard(page, server);
  const view = page.getByRole("link", { name: /^View/ }).first();
  await expect(view).toBeVisible();
  await expectSpaced(page);
  await view.click();
  await expect(page.getByRole("button", { name: "Reply" })).toBeVisible();
  await expectSpaced(page);
});

test("dashboard does not overflow with enlarged text, and its sign-out is reachable", async ({
  page,
  server,
}) => {
  server.seed(1);
  await openDashboard(page, server);
  await expect(page.getByRole("link", { name: /^View/ }).first()).toBeVisible();
  await expectLeavable(page);
  await page.getByRole("link", { name: /^View/ }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
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

async function expectSpaced(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * {
        line-height: 1.5 !important;
        letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important;
      }
      p { margin-bottom: 2em !important; }`);
    document.adoptedStyleSheets = [sheet];
  });
  for (const width of [1440, 1280, 1024, ...WIDTHS.slice(1)]) {
    /* oxlint-disable no-await-in-loop -- one window after the other */
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => page.evaluate(tooWide), `at ${width} pixels`).toEqual([]);
    expect(await page.evaluate(lostWords), `at ${width} pixels`).toEqual([]);
    /* oxlint-enable no-await-in-loop */
  }
}

/** Returns the texts that are cut without a sign of it, and the texts of a bar that touch another. */
function lostWords(): string[] {
  const lost: string[] = [];
  const inBars: { text: string; box: DOMRect }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent?.trim();
    if (!text || !parent?.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const frames: Element[] = [];
    for (let frame: Element | null = parent; frame; frame = frame.parentElement) frames.push(frame);
    const styles = frames.map((frame) => getComputedStyle(frame));
    // For screen readers only, or a slide, which can be scrolled to.
    if (parent.closest(".swiper") || styles.some(({ clipPath }) => clipPath !== "none")) continue;
    const isShortened = styles.some(
      ({ webkitLineClamp, textOverflow }) =>
        webkitLineClamp !== "none" || textOverflow === "ellipsis",
    );
    const cut = frames.filter((frame, index) => {
      const { left, right, top, bottom } = frame.getBoundingClientRect();
      // The space at the end of a line hangs, with its spacing half as wide as the text is high.
      const isOut =
        box.right > right + 10 ||
        box.left < left - 1 ||
        box.bottom > bottom + 1 ||
        box.top < top - 1;
      return isOut && /hidden|clip/.test(styles[index]?.overflowX ?? "") && !isShortened;
    });
    if (cut.length > 0) lost.push(`cut: ${text}`);
    if (parent.closest("nav, header")) inBars.push({ text, box });
  }
  for (const [index, one] of inBars.entries()) {
    for (const other of inBars.slice(index + 1)) {
      const isBeside = one.box.bottom > other.box.top && other.box.bottom > one.box.top;
      const gap = Math.max(other.box.left - one.box.right, one.box.left - other.box.right);
      if (isBeside && gap < 2) lost.push(`touch: ${one.text} | ${other.text}`);
    }
  }
  return lost;
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
