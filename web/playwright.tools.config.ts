import { defineConfig } from "@playwright/test";
import base from "./playwright.config";

/**
 * Tools that inspect the whole product: `make draw PART=screenshots`, `make prove PART=lighthouse`
 * or `PART=engines`.
 */
export default defineConfig({
  ...base,
  testDir: "e2e/tools",
  testMatch: "**/*.tool.ts",
  projects: [{ name: "chromium" }],
  workers: 1,
  timeout: 60 * 60 * 1000,
});
