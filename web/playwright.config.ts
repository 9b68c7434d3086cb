import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

const chromium = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
// The same browser without a user interface is faster. It has no PDF viewer.
const shell = process.env["CHROMIUM_SHELL"] ?? "/usr/bin/chromium-headless-shell";
const needsPdfViewer = "cv-preview.spec.ts";
// Playwright switches off the cache of pages for Back and Forward, and the shell has none.
const needsPageCache = "page-cache.spec.ts";
const quiet = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
// Chromium does not start with its sandbox as root.
const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

/** Returns the options to start an installed browser. */
const launch = (executablePath: string, withPageCache = false) => ({
  launchOptions: {
    args: [...quiet, ...sandbox, ...(withPageCache ? ["--enable-features=BackForwardCache"] : [])],
    ...(withPageCache && { ignoreDefaultArgs: ["--disable-back-forward-cache"] }),
    ...(existsSync(executablePath) && { executablePath }),
  },
});

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  workers: "100%",
  retries: 0,
  // axe is slow on a shared machine with two cores.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env["CI"]),
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    // Traces slow down every test. `npx playwright test --last-failed --trace on` makes them.
    trace: "off",
    screenshot: "only-on-failure",
    ...launch(chromium),
  },
  projects: [
    {
      name: "shell",
      testIgnore: [needsPdfViewer, needsPageCache],
      use: launch(existsSync(shell) ? shell : chromium),
    },
    {
      name: "page cache",
      testMatch: needsPageCache,
      use: launch(chromium, true),
    },
    { name: "chromium", testMatch: needsPdfViewer },
  ],
});
