import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import wasm from "vite-plugin-wasm";

const rulesPackage = fileURLToPath(new URL("../core-wasm/pkg", import.meta.url));

export default defineConfig({
  plugins: [react(), wasm()],
  resolve: { alias: { "@rules": rulesPackage } },
  build: {
    target: "es2022",
    // Data URLs would need holes in the content security policy.
    assetsInlineLimit: 0,
    manifest: true,
    // One small sheet: the order of its rules does not hang on which page came first.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Few chunks, by what changes and what is needed together.
        codeSplitting: {
          groups: [
            {
              name: "vendor",
              test: /node_modules\/(react|react-dom|react-router|react-router-dom|react-toastify|scheduler)\//,
            },
            { name: "query", test: /node_modules\/@tanstack\// },
            { name: "base", test: /preload-helper|src\/(ui\/[^/]+$|content\/site|paths)/ },
            { name: "form", test: /src\/(ui\/form|rules)\/|src\/api\/(http|errors|clock)/ },
            { name: "session", test: /src\/api\/(session|tokens|refresh|query-client)/ },
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
