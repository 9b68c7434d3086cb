import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = new Set([
  ".html",
  ".js",
  ".css",
  ".svg",
  ".json",
  ".txt",
  ".wasm",
  ".webmanifest",
  ".xml",
  ".ico",
]);

/**
 * Writes a .br and a .gz copy of every file that compression makes smaller. Not a plugin of Vite,
 * which would run before the pages are prerendered: visitors would wait for their HTML uncompressed,
 * because the server only sends copies that the build has made.
 * @param {string} folder
 */
export async function compressAll(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)));
  await Promise.all(files.map((file) => compress(join(file.parentPath, file.name))));
}

/** @param {string} path */
async function compress(path) {
  const source = await readFile(path);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(source, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
      },
    }),
    promisify(gzip)(source, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
}
