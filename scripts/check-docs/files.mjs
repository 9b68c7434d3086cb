// Finds the files of the repository that documents name.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).split("\0").filter(Boolean);
const listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard");

export const files = listed.filter((file) => existsSync(file));
export const readSource = (file) => readFileSync(file, "utf8");

const top = new Set(files.map((file) => file.split("/")[0]));

/** Returns whether a build creates a path, which is therefore not in git. */
function isBuilt(path) {
  // Relative to an installation's folder.
  if (path.endsWith(".deb")) return true;
  try {
    git("check-ignore", "--no-index", path, `${path.replace(/\/$/, "")}/`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns whether a path, or a path that ends with it, exists. `*` and `…` match a part of a name,
 * `**` any folders.
 */
export function isThere(path) {
  const pattern = path
    .replace(/\/$/, "")
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\*\*\//g, "(?:.+/)?")
    .replace(/\*\*/g, ".+")
    .replace(/(?<!\.)\*|…/g, "[^/]*");
  const named = new RegExp(`(?:^|/)${pattern}(?:/|$)`);
  return files.some((file) => named.test(file)) || isBuilt(path);
}

/** Returns the paths of a drawn tree, which is indented by two spaces per folder. */
export function drawn(tree) {
  const way = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent, name] = /^( *)(\S+)/.exec(line) ?? [];
    if (name === undefined) return [];
    const depth = indent.length / 2;
    way.splice(depth, Infinity, name.replace(/\/$/, ""));
    return [way.join("/")];
  });
}

export const looksLikePath = (text) =>
  /^[\w.@*…-]+(\/[\w.@*…-]+)*\/?$/.test(text) &&
  (text.includes("/")
    ? top.has(text.split("/")[0]) || /\.\w+$/.test(text)
    : /\.(rs|tsx?|sh|mjs|md|json|toml|css)$/.test(text));
