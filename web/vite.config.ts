import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import wasm from "vite-plugin-wasm";
import { iconSprite } from "./scripts/icons-sprite.ts";
import { pictures } from "./scripts/pictures.ts";
import { plainImports } from "./scripts/plain-imports.ts";

const rulesPackage = fileURLToPath(new URL("../core-wasm/pkg", import.meta.url));
const source = fileURLToPath(new URL("src", import.meta.url));

export default defineConfig({
  plugins: [react(), wasm(), pictures(), plainImports(), iconSprite()],
  resolve: { alias: { "@rules": rulesPackage, "~": source } },
  // Every page, sheet and script repeats the class names.
  css: { modules: { generateScopedName: "[hash:base64:5]" } },
  build: {
    target: "es2022",
    // Data URLs would weaken the content security policy.
    assetsInlineLimit: 0,
    manifest: true,
    // The page's HTML lists its own chunks. For pages that are preloaded on intent, the preload map
    // would cost more than it saves.
    modulePreload: false,
    // A single small sheet, so that the order of rules does not depend on which page was loaded
    // first.
    cssCodeSplit: false,
    rolldownOptions: {
      input: "src/app/entry-client.tsx",
      // Plugin timings depend on the machine, not on the site.
      checks: { bundlerTimings: false },
      output: {
        // Few chunks, of what changes together or is needed together.
        codeSplitting: {
          groups: [
            { name: "vendor", test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
            { name: "query", test: /node_modules\/@tanstack\// },
            { name: "base", tags: ["$initial"] },
            {
              name: "parts",
              test: /\/src\/(seo\/Seo|site\/(Page|Section)|ui\/format\/format-number)/,
              minShareCount: 5,
            },
            {
              name: "sections",
              test: /\/src\/(site\/(Stars|TestimonialCard)|ui\/(slides|motion))/,
              minShareCount: 4,
            },
            {
              name: "form",
              test: /\/src\/(ui\/form\/(?!FileField)|features\/forms\/(?!send-form|validate|DraftOffer)|content\/forms|rules\/(load|metadata|useRules|with-timeout)|api\/errors)/,
              minShareCount: 2,
            },
            // Loaded once a form is shown.
            {
              name: "send",
              test: /\/src\/(features\/forms\/(send-form|validate)|api\/(forms|upload)\.)/,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [".", rulesPackage] },
    proxy: { "/api": `http://${process.env["LISTEN_ADDR"] ?? "127.0.0.1:8000"}` },
  },
});
