import { launch, type LaunchOptions } from "puppeteer-core";
import type { Engine } from "./engine";

/** Drives Chromium by its own protocol and Firefox by WebDriver BiDi. */
export async function startBrowser(options: LaunchOptions): Promise<Engine> {
  const browser = await launch({ ...options, headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate: <Result>(run: () => Result) => page.evaluate(run) as Promise<Result>,
    type: async (selector, text) => {
      const element = await page.waitForSelector(selector);
      const file = await element?.evaluate((input) => input.getAttribute("type") === "file");
      if (file) await element?.toElement("input").then((input) => input.uploadFile(text));
      else await element?.type(text);
    },
    press: async (selector) => void (await page.waitForSelector(selector).then((e) => e?.click())),
    close: () => browser.close(),
  };
}
