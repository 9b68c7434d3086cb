import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Starts the browser that is installed, else the one that Playwright brought. */
export function launchBrowser() {
  const installed = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  // Chromium refuses its sandbox to root.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({
    args: ["--disable-gpu", "--force-color-profile=srgb", ...sandbox],
    ...(existsSync(installed) && { executablePath: installed }),
  });
}
