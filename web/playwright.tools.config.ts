import { defineConfig } from "@playwright/test";
import base from "./playwright.config";

/**
 * Tools that inspect the whole product: `screenshots` for `make draw`, `engines`, `lighthouse`, `spreadsheet` and
 * `upgrade` for `make prove`. `make test` runs `engines` too, in Firefox and WebKit.
 */
export default defineConfig({
  ...base,
  testDir: "e2e/tools",
  testMatch: "**/*.tool.ts",
  projects: [{ name: "chromium" }],
  workers: 1,
  timeout: 60 * 60 * 1000,
});
