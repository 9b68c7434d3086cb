// The files of the repository, and whether what a document says of a path is there.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).split("\0").filter(Boolean);
const listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard");

export const files = listed.filter((file) => existsSync(file));
export const read = (file) => readFileSync(file, "utf8");

const top = new Set(files.map((file) => file.split("/")[0]));

/** Whether a build makes a path, which is therefore not in git. */
function isBuilt(path) {
  // Wherever whoever installs it has put it.
  if (path.endsWith(".deb")) return true;
  try {
    git("check-ignore", "--no-index", path, `${path.replace(/\/$/, "")}/`);
    return true;
  } catch {
    return false;
  }
}

/** Whether a path, or the end of one, is there; `*` and `…` stand for a part of a name, `**` for any folders. */
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

/** The paths of a drawn tree, in which two spaces lead into a folder. */
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
  (text.includes("/") ? top.has(text.split("/")[0]) || /\.\w+$/.test(text) : /\.(rs|tsx?|sh|mjs|md|json|toml|css)$/.test(text));
