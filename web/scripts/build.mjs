// The whole build: scripts and styles, then every public page as real HTML, then compressed copies.
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { compressAll } from "./compress.mjs";
import { prerenderAll } from "./prerender.mjs";

process.env.NODE_ENV = "production";
const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

await build({ root });
await build({
  root,
  logLevel: "warn",
  build: {
    ssr: "src/app/entry-server.tsx",
    outDir: ".ssr",
    emptyOutDir: true,
    manifest: false,
    copyPublicDir: false,
  },
});
await prerenderAll(root);
await rm("dist/.vite", { recursive: true });
await rm(".ssr", { recursive: true });
await compressAll("dist");
