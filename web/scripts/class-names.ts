import { createHash } from "node:crypto";
import { relative } from "node:path";
import type { Plugin } from "vite";

const WORD = /[a-z_][\w-]*/gi;

/** Gives the classes of CSS modules short names in the build, since every page, sheet and script repeats them. */
export function shortClassNames(): Plugin {
  return {
    name: "short-class-names",
    apply: "build",
    config: () => ({
      css: {
        modules: {
          generateScopedName: (name, file, css) => classNameOf(name, relative(".", file), css),
        },
      },
    }),
  };
}

/**
 * What a class or an animation of a file is called: by the file's path and its place among the file's words, so that
 * no other file's change renames it.
 */
export function classNameOf(name: string, path: string, css: string): string {
  const words = Array.from(new Set(css.match(WORD)));
  const file = createHash("sha256").update(path).digest("base64url").slice(0, 5);
  return `_${file}${words.indexOf(name).toString(36)}`;
}
