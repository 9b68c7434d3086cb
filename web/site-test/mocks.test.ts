import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { credentials } from "../mocks/handlers";

const site = join(import.meta.dirname, "../dist");

test("the site contains no mocks", () => {
  const scripts = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".js"),
  );
  expect(scripts.length).toBeGreaterThan(10);
  for (const file of scripts) {
    const text = readFileSync(join(site, file), "utf8");
    expect(text.includes(credentials.password), file).toBe(false);
    expect(/\bmsw\b/i.test(text), file).toBe(false);
  }
});
