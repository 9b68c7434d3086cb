import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import app from "./vite.config.ts";

// Tests of the built HTML, without a browser. Requires a built site.
export default mergeConfig(
  app,
  defineConfig({
    test: {
      environment: "jsdom",
      include: ["site-test/**/*.test.ts"],
      testTimeout: 60_000,
    },
  }),
);
