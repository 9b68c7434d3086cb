import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

const installed = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
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
    // Traces slow down every test. `scripts/test.sh` repeats failed tests with `--trace on`.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      args: [...quiet, ...sandbox],
      ...(existsSync(installed) && { executablePath: installed }),
    },
  },
});
