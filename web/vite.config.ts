import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import wasm from "vite-plugin-wasm";
import { chunkName } from "./scripts/chunks.ts";
import { shortClassNames } from "./scripts/class-names.ts";
import { buildDay, closedJobs } from "./scripts/closed-jobs.ts";
import { contentParts } from "./scripts/content-parts.ts";
import { iconSources } from "./scripts/icon-sources.ts";
import { pictures } from "./scripts/pictures.ts";
import { portfolioPages } from "./scripts/portfolio-pages.mjs";
import { rulesManifest } from "./scripts/rules-manifest.mjs";

const rulesPackage = fileURLToPath(new URL("../core-wasm/pkg", import.meta.url));

/**
 * The router's parts that nobody here uses: a name or a context written on a component, a call or a class
 * that makes one passes for a use of it, and they would stay in the bundle.
 */
function withoutUnusedRouterParts(): Plugin {
  return {
    name: "without-unused-router-parts",
    apply: "build",
    transform: {
      filter: { id: /node_modules\/react-router\/.*\.mjs$/ },
      handler: (code) =>
        code
          .replace(/^\w+\.displayName = "\w+";$/gm, "")
          .replace(/(?<== )(?=React\w*\.(createContext|forwardRef|memo)\()/g, "/* @__PURE__ */ ")
          .replace(
            /^var (\w+) = (class extends React\w*\.Component \{[^]*?^\};)((?:\n\1\.contextType = \w+;)?)$/gm,
            "var $1 = /* @__PURE__ */ (() => { var $1 = $2$3 return $1; })();",
          ),
    },
  };
}

export default defineConfig({
  plugins: [
    react(),
    wasm(),
    pictures(),
    contentParts(),
    iconSources(),
    shortClassNames(),
    portfolioPages(),
    rulesManifest(rulesPackage),
    withoutUnusedRouterParts(),
  ],
  define: { __CLOSED_JOBS__: JSON.stringify(closedJobs(buildDay())) },
  resolve: { alias: { "@rules": rulesPackage } },
  build: {
    target: "es2022",
    // Data URLs would need holes in the content security policy.
    assetsInlineLimit: 0,
    manifest: true,
    // One small sheet: the order of its rules does not hang on which page came first.
    cssCodeSplit: false,
    rolldownOptions: {
      // Which plugin took longest says more about the machine than about the site.
      checks: { bundlerTimings: false },
      output: {
        // Few chunks, by what changes and what is needed together.
        codeSplitting: {
          groups: [
            {
              name: "vendor",
              test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
            },
            { name: "query", test: /node_modules\/@tanstack\// },
            { debugName: "own", name: chunkName },
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
