import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import wasm from "vite-plugin-wasm";
import { portfolioPages } from "./scripts/portfolio-pages.mjs";

const rulesPackage = fileURLToPath(new URL("../core-wasm/pkg", import.meta.url));

// What the frame of every page is made of. A page's own parts stay out of it.
const everyPage = new RegExp(
  [
    "preload-helper",
    "src/app/(?!entry)",
    "src/paths",
    "src/seo/lists",
    "src/content/(site|services|service-banners|navigation|pictures/services)\\.",
    "src/ui/(Button|CallToAction|ErrorBoundary|Icon|Logo|Main|Notice|PageHero|Picture|Section)\\.",
    "src/ui/(Seo|SkipLink|SocialLinks|Spinner|TestimonialCard|Stars|Toasts|toast|toast-region)\\.",
    "src/ui/(class-names|trap-focus|layout|use[A-Z]\\w+)\\.",
    "bootstrap-icons/icons/(telephone|geo-alt|envelope|x-lg|list|chevron-down|star-fill)\\.",
  ].join("|"),
);

/**
 * The router's parts that nobody here uses: a name written on a component, or a call that makes one,
 * passes for a use of it, and they would stay in the bundle.
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
          .replace(/(?<== )(?=React\w*\.(createContext|forwardRef|memo)\()/g, "/* @__PURE__ */ "),
    },
  };
}

export default defineConfig({
  plugins: [react(), wasm(), portfolioPages(), withoutUnusedRouterParts()],
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
              test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
            },
            { name: "query", test: /node_modules\/@tanstack\// },
            { name: "base", test: everyPage },
            { name: "carousel", test: /src\/ui\/(Carousel|slides\/(?!start))/ },
            {
              name: "form",
              test: /src\/(ui\/form\/(?!File|useDrop|readable)|features\/forms\/|rules\/|with-timeout)|pkg\/exchange|__vite-plugin-wasm-helper|src\/api\/(http|errors|clock|changes|failure|idempotency|bearer|tokens)/,
            },
            { name: "session", test: /src\/api\/(session|refresh)/ },
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
