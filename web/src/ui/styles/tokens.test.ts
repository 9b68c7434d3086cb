import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { site } from "~/content/site";

const root = join(import.meta.dirname, "../..");
const sheets = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".css") && !/styles\/(tokens|fonts|breakpoints)\.css$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
const tokens = readFileSync(join(root, "ui/styles/tokens.css"), "utf8");

test.each(sheets)("$path takes its colors from the tokens", ({ text }) => {
  expect(text.match(/#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/gi)).toBeNull();
});

test.each(sheets)("$path changes its layout at named breakpoints", ({ text }) => {
  expect(text.match(/@(media|container)[^{]*\bwidth\b[^{]*/g)).toBeNull();
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
