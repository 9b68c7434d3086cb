import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Starts the installed browser, or the one that Playwright downloaded. */
export function launchBrowser() {
  const installed = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  // Chromium does not start with its sandbox as root.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({
    args: ["--disable-gpu", "--force-color-profile=srgb", ...sandbox],
    ...(existsSync(installed) && { executablePath: installed }),
  });
}
