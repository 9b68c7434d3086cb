import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import wasm from "vite-plugin-wasm";
import { chunkName } from "./scripts/chunks.ts";
import { shortClassNames } from "./scripts/class-names.ts";
import { iconSources } from "./scripts/icon-sources.ts";
import { pictures } from "./scripts/pictures.ts";
import { portfolioPages } from "./scripts/portfolio-pages.mjs";

const rulesPackage = fileURLToPath(new URL("../core-wasm/pkg", import.meta.url));

/** Patterns in the router's source, with replacements for an app without loaders. */
const ROUTER_PARTS: [RegExp, string][] = [
  // A component with a name property, and a call or class that creates one, counts as used.
  [/^\w+\.displayName = "\w+";$/gm, ""],
  [/(?<== )(?=React\w*\.(createContext|forwardRef|memo)\()/g, "/* @__PURE__ */ "],
  [
    /^var (\w+) = (class extends React\w*\.Component \{[^]*?^\};)((?:\n\1\.contextType = \w+;)?)$/gm,
    "var $1 = /* @__PURE__ */ (() => { var $1 = $2$3 return $1; })();",
  ],
  [/\bif \(ENABLE_DEV_WARNINGS\)/g, "if (false)"],
  [/\blet dataRouterState = dataRouterOpts\?\.state;/g, "const dataRouterState = void 0;"],
  [/\bdataRouterOpts && dataRouterOpts\.state\.matches\.length \?/g, "false ?"],
];

/** Removes unused parts of the router. Fails the build when a new release of the router no longer matches. */
function withoutUnusedRouterParts(): Plugin {
  const unseen = new Set(ROUTER_PARTS.map(([pattern]) => pattern));
  return {
    name: "without-unused-router-parts",
    apply: "build",
    transform: {
      filter: { id: /node_modules\/react-router\/.*\.mjs$/ },
      handler: (source) =>
        ROUTER_PARTS.reduce((code, [pattern, replacement]) => {
          const changed = code.replace(pattern, replacement);
          if (changed !== code) unseen.delete(pattern);
          return changed;
        }, source),
    },
    buildEnd(error) {
      if (error || this.environment.name !== "client" || unseen.size === 0) return;
      throw new Error(`The router's source has changed: ${[...unseen].join(" ")} matches nothing.`);
    },
  };
}

export default defineConfig({
  plugins: [
    react(),
    wasm(),
    pictures(),
    iconSources(),
    shortClassNames(),
    portfolioPages(),
    withoutUnusedRouterParts(),
  ],
  resolve: { alias: { "@rules": rulesPackage } },
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
      // Plugin timings depend on the machine, not on the site.
      checks: { bundlerTimings: false },
      output: {
        // Few chunks, grouped by what changes and what is needed together.
        codeSplitting: {
          groups: [
            {
              name: "vendor",
              test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
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
