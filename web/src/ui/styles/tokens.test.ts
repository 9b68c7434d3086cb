import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { site } from "~/content/site";

const root = join(import.meta.dirname, "../..");
const sheets = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".css") && !/styles\/(tokens|fonts)\.css$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
const tokens = readFileSync(join(root, "ui/styles/tokens.css"), "utf8");

// Breakpoints cannot be variables, and a column's minimum width belongs to its grid.
const styles = (text: string) => text.replaceAll(/@media[^{]*|minmax\(min\([^)]*\)/g, "");

test.each(sheets)("$path takes its colors and sizes from the tokens", ({ text }) => {
  expect(styles(text).match(/#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(|[\d.]+rem\b/gi)).toBeNull();
});

test.each(Object.values(site.colors))("the brand's color %s is a token", (color) => {
  expect(tokens).toContain(color);
});

/** Variables that components set on their own elements, for their own sheets. */
const own = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(module\.css|tsx)$/.test(path))
  .flatMap(
    (path) => readFileSync(join(root, path), "utf8").match(/--[\w-]+(?=:|"\]?:|\$\{)/g) ?? [],
  );

function known(name: string): boolean {
  return (
    tokens.includes(`${name}:`) ||
    own.some((set) => set === name || (set.endsWith("-") && name.startsWith(set)))
  );
}

test.each(sheets)("$path uses only tokens that exist", ({ text }) => {
  const used = Array.from(text.matchAll(/var\((--[\w-]+)/g), ([, name = ""]) => name);
  expect(used.filter((name) => !known(name))).toEqual([]);
});
