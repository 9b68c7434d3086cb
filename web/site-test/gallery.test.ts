import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("leaves out the gallery of the parts", () => {
  expect(existsSync("dist/gallery")).toBe(false);
  const scripts = readdirSync("dist/assets").filter((file) => file.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(10);
  const shipped = scripts.filter((file) =>
    readFileSync(`dist/assets/${file}`, "utf8").includes("dialog/Modal.tsx"),
  );
  expect(shipped).toEqual([]);
});
