import { expect } from "../../fixtures";
import type { Engine } from "./engine";

/** Opens a page and waits for hydration, after which the bar marks the current page. */
export async function open(engine: Engine, url: string): Promise<void> {
  await engine.goto(url);
  await expect
    .poll(() =>
      engine.evaluate(() => {
        scrollTo(0, 100);
        return document.querySelector("header")?.hasAttribute("data-compact");
      }),
    )
    .toBe(true);
  await engine.evaluate(() => scrollTo(0, 0));
}

/** Expects that a page fits its window, has its heading, all pictures and icons, and is interactive. */
export async function expectWhole(engine: Engine, url: string): Promise<void> {
  await open(engine, url);
  await engine.evaluate(() => {
    for (const picture of document.images) picture.loading = "eager";
  });
  await expect.poll(() => engine.evaluate(missingPictures)).toEqual([]);
  await expect.poll(() => engine.evaluate(missingIcons)).toEqual([]);
  expect(await engine.evaluate(layout)).toEqual({ headings: 1, tooWide: 0, titled: true });
}

/** Expects these error messages at the fields of the form, in order. */
export async function expectErrors(engine: Engine, sentences: string[]): Promise<void> {
  await expect.poll(() => engine.evaluate(errors)).toEqual(sentences);
}

export async function expectText(engine: Engine, text: string): Promise<void> {
  await expect.poll(() => engine.evaluate(words)).toContain(text);
}

function words(): string {
  return document.body.innerText;
}

function errors(): string[] {
  return Array.from(
    document.querySelectorAll("form [id$=-error]"),
    ({ textContent }) => textContent,
  );
}

function missingPictures(): string[] {
  return Array.from(document.images)
    .filter((image) => image.checkVisibility() && !(image.complete && image.naturalWidth))
    .map(({ currentSrc }) => currentSrc);
}

/** Returns the icons without an extent, which is that of their shapes in another file. */
export function missingIcons(): string[] {
  return Array.from(document.querySelectorAll<SVGUseElement>("svg use"))
    .filter((icon) => icon.checkVisibility() && icon.getBBox().width === 0)
    .map((icon) => icon.href.baseVal);
}

function layout() {
  const { scrollWidth, clientWidth } = document.documentElement;
  return {
    headings: document.querySelectorAll("h1").length,
    tooWide: scrollWidth - clientWidth,
    titled: document.title.length > 0,
  };
}
