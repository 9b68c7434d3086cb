import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { Builder, By, until, type WebDriver } from "selenium-webdriver";
import { freePort } from "../free-port";
import type { Engine } from "./engine";

const WAIT = 20_000;

/** Drives WebKitGTK by its own driver, on a virtual display: it has no headless mode. */
export async function startWebKit(): Promise<Engine> {
  const screen = spawn("Xvfb", "-displayfd 1 -screen 0 1280x1024x24 -nolisten tcp".split(" "), {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [display] = (await once(createInterface(screen.stdout), "line")) as [string];
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: "x11" },
    stdio: "ignore",
  });
  const session = await connect(`http://127.0.0.1:${port}`);
  const find = (selector: string) => session.wait(until.elementLocated(By.css(selector)), WAIT);
  return {
    goto: (url) => session.get(url),
    evaluate: (run) => session.executeScript(run),
    type: async (selector, text) => (await find(selector)).sendKeys(text),
    press: async (selector) => {
      const element = await find(selector);
      // The driver does not scroll within a dialog.
      await session.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element);
      await element.click();
    },
    close: async () => {
      await session.quit();
      for (const program of [driver, screen]) {
        program.kill();
        // oxlint-disable-next-line no-await-in-loop -- the screen goes last
        await once(program, "exit");
      }
    },
  };
}

/** Opens the browser once its driver accepts connections. */
async function connect(driver: string): Promise<WebDriver> {
  const ready = () =>
    fetch(`${driver}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  // oxlint-disable-next-line no-await-in-loop -- it does not report when it is ready
  while (!(await ready())) await setTimeout(50);
  return new Builder().usingServer(driver).forBrowser("MiniBrowser").build();
}
