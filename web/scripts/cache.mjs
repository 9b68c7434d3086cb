import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../node_modules/.cache/site");

/**
 * What is dear to make, made once: the name has to tell all that it is made of.
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
    // Renamed when it is whole: a build that is broken off leaves no half of it.
    const part = `${file}.${process.pid}`;
    await writeFile(part, made);
    await rename(part, file);
    return made;
  }
}
