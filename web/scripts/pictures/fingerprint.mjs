import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { settings } from "./settings.mjs";

const folder = join(import.meta.dirname, "../../pictures");

/**
 * A short hash of all that a picture is made of: its entry in the list, the settings, and the
 * folders that it draws on.
 * @param {import("../../pictures/source").Source} source
 */
export function fingerprint(source) {
  const hash = createHash("sha256").update(JSON.stringify([source, settings]));
  if ("page" in source) {
    const own = source.page.slice(0, source.page.lastIndexOf("/"));
    for (const used of [own, "shared", ...(source.uses ?? [])]) hash.update(folderHash(used));
  }
  return hash.digest("hex").slice(0, 10);
}

/** @type {Map<string, string>} */
const known = new Map();

/** @param {string} name */
function folderHash(name) {
  const found = known.get(name);
  if (found) return found;
  const hash = createHash("sha256");
  const root = join(folder, name);
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  for (const file of files) {
    hash.update(file.slice(root.length).replaceAll(sep, "/")).update(readFileSync(file));
  }
  const digest = hash.digest("hex");
  known.set(name, digest);
  return digest;
}
