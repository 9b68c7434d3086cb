import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import app from "./vite.config";

// What the built pages say, which takes no browser. The site has to be built before.
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
