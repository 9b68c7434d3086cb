import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { site } from "~/content/site";

const tokens = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");

test.each(Object.values(site.colors))("the brand's color %s is a token", (color) => {
  expect(tokens).toContain(color);
});
