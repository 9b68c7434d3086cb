import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, extname, relative, resolve } from "node:path";
import sharp from "sharp";
import type { Plugin } from "vite";
import { type Picture, pictureUrl, pictureWidths } from "../src/ui/picture-url.ts";
import { cached } from "./cache.mjs";

// AVIF would be a tenth smaller, but takes five times as long to encode.
const webp = { quality: 76, effort: 4 };
const QUERY = "?picture";
const ADDRESS = /^\/assets\/pictures\/([\w-]+)-(\d+)\.webp$/;

/**
 * Generates responsive widths for `import picture from "./name.webp?picture"`. vite-imagetools would
 * write every address of every width into the scripts, which visitors on phones load before the
 * pictures; here the page derives them (`src/ui/picture-url.ts`). Its releases for Node 20 also
 * install a second sharp for everyone who builds the site.
 */
export function pictures(): Plugin {
  let root = "";
  let building = false;
  /** The imported pictures' files, by name and hash. */
  const masters = new Map<string, string>();
  return {
    name: "pictures",
    enforce: "pre",
    configResolved(config) {
      root = config.root;
      building = config.command === "build" && !config.build.ssr;
    },
    resolveId: {
      filter: { id: /\?picture$/ },
      handler(source, importer = "") {
        const file = resolve(dirname(importer), source.slice(0, -QUERY.length));
        if (existsSync(file)) return file + QUERY;
        throw new Error(
          `${relative(root, importer)} shows the picture ${source.slice(0, -QUERY.length)}, which does not exist.`,
        );
      },
    },
    load: {
      filter: { id: /\?picture$/ },
      async handler(id) {
        const file = id.slice(0, -QUERY.length);
        this.addWatchFile(file);
        const picture = await describe(file);
        masters.set(stem(picture), file);
        if (building) {
          await Promise.all(
            pictureWidths(picture).map(async (width) => {
              const source = await copy(file, picture, width);
              this.emitFile({
                type: "asset",
                fileName: pictureUrl(picture, width).slice(1),
                source,
              });
            }),
          );
        }
        return `export default ${JSON.stringify(picture)};`;
      },
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, name = "", width] = ADDRESS.exec(request.url ?? "") ?? [];
        const file = masters.get(name);
        if (!file) return next();
        describe(file)
          .then((picture) => copy(file, picture, Number(width)))
          .then((bytes) => response.setHeader("Content-Type", "image/webp").end(bytes))
          // oxlint-disable-next-line promise/no-callback-in-promise -- middleware reports errors by callback
          .catch(next);
      });
    },
  };
}

async function describe(file: string): Promise<Picture> {
  const bytes = await readFile(file);
  const { width, height } = await sharp(bytes)
    .metadata()
    .catch((cause: Error) => {
      throw new Error(`The picture ${file} cannot be read: ${cause.message}`);
    });
  const hash = createHash("sha256").update(JSON.stringify(webp)).update(bytes);
  return {
    name: `${basename(dirname(file))}-${basename(file, extname(file))}`,
    hash: hash.digest("hex").slice(0, 10),
    width,
    height,
  };
}

function copy(file: string, picture: Picture, width: number): Promise<Buffer> {
  return cached(basename(pictureUrl(picture, width)), () =>
    sharp(file).resize({ width }).webp(webp).toBuffer(),
  );
}

function stem({ name, hash }: Picture) {
  return `${name}-${hash}`;
}
