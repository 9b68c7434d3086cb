import { join } from "node:path";
import { expect, test } from "vitest";
import { iconSource } from "../scripts/icon-sources.ts";

const icons = join(import.meta.dirname, "../node_modules/bootstrap-icons/icons");

test("reduces an icon to its shapes, in the color of the text", async () => {
  const source = await iconSource(join(icons, "instagram.svg"));
  expect(source).toMatch(/^<svg [^>]*viewBox="0 0 16 16"[^>]*><path d="[^"]+"\/><\/svg>$/);
  expect(source).toContain('fill="currentColor"');
  expect(source).not.toMatch(/\d\.\d{3}|(class|width|height)=/);
});
