import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import app from "./vite.config.ts";

export default mergeConfig(
  app,
  defineConfig({
    test: {
      environment: "jsdom",
      environmentOptions: { jsdom: { url: "http://localhost/" } },
      include: ["{src,test}/**/*.test.{ts,tsx}"],
      setupFiles: ["test/setup.ts"],
      // A new environment for each file takes longer than its tests.
      isolate: false,
      restoreMocks: true,
      // By default one core stays idle.
      maxWorkers: "100%",
      // Generous, for slow machines.
      testTimeout: 60_000,
    },
  }),
);
