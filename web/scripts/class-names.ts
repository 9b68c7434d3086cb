import { createHash } from "node:crypto";
import { relative } from "node:path";
import type { Plugin } from "vite";

const WORD = /[a-z_][\w-]*/gi;

/** Shortens the class names of CSS modules in the build, because every page, sheet and script repeats them. */
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
 * Returns the name of a class or animation, derived from the file's path and the class's position
 * in it, so that a change of another file does not rename it.
 */
export function classNameOf(name: string, path: string, css: string): string {
  const words = Array.from(new Set(css.match(WORD)));
  const file = createHash("sha256").update(path).digest("base64url").slice(0, 5);
  return `_${file}${words.indexOf(name).toString(36)}`;
}
