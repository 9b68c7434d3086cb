import { defineConfig } from "@playwright/test";
import base from "./playwright.config";

/** What looks at the product as a whole: `make draw PART=screenshots`, `make prove PART=lighthouse` or `PART=engines`. */
export default defineConfig({
  ...base,
  testDir: "tools",
  testMatch: "**/*.tool.ts",
  workers: 1,
  timeout: 60 * 60 * 1000,
});
