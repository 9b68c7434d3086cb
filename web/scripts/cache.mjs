import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../node_modules/.cache/site");

/**
 * Returns a cached file, or creates it. The name must be a hash of all inputs.
 * @param {string} name
 * @param {() => Promise<Buffer>} make
 * @returns {Promise<Buffer>}
 */
export async function cached(name, make) {
  const file = join(folder, name);
  try {
    return await readFile(file);
  } catch {
    const made = await make();
    await mkdir(folder, { recursive: true });
    // Renamed when complete, so that an aborted build leaves no partial file.
    const part = `${file}.${process.pid}`;
    await writeFile(part, made);
    await rename(part, file);
    return made;
  }
}
