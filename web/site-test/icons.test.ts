import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const site = join(import.meta.dirname, "../dist");

test("every icon of pages and scripts is in the file that it is shown from", () => {
  const files = readdirSync(site, { recursive: true, encoding: "utf8" });
  const icons = files
    .filter((file) => /\.(?:html|js)$/.test(file))
    .flatMap((file) =>
      Array.from(
        readFileSync(join(site, file), "utf8").matchAll(/\/(assets\/icons[^"#`]*)#([\w-]+)/g),
        ([, sprite = "", name = ""]) => ({ sprite, name }),
      ),
    );
  expect(icons.length).toBeGreaterThan(100);
  for (const { sprite, name } of icons)
    expect(readFileSync(join(site, sprite), "utf8")).toContain(`<symbol id="${name}"`);
});
