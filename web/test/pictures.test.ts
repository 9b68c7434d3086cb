import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pictures } from "../scripts/pictures";
import cover from "~/content/projects/ecommerce/cover.webp?picture";
import { pictureUrl, pictureWidths } from "~/ui/picture-url";

/** The parts of the plugin that the build uses. */
type Plugin = {
  configResolved: (config: object) => void;
  resolveId: { handler: (source: string, importer: string) => string };
  load: { handler: (this: object, id: string) => Promise<string> };
};

function building() {
  const root = join(import.meta.dirname, "..");
  const plugin = pictures() as unknown as Plugin;
  plugin.configResolved({ root, command: "build", build: {} });
  const page = join(root, "src/content/projects/ecommerce/index.ts");
  return { plugin, page };
}

test("generates widths up to the picture's own, at URLs with a content hash", () => {
  expect(pictureWidths(cover).at(-1)).toBe(cover.width);
  expect(cover.name).toBe("ecommerce-cover");
  expect(pictureUrl(cover, cover.width)).toBe(
    `/assets/pictures/ecommerce-cover-${cover.hash}-${cover.width}.webp`,
  );
});

test("fails the build for a missing picture, and names it", () => {
  const { plugin, page } = building();
  expect(() => plugin.resolveId.handler("./atlantis.webp?picture", page)).toThrow(
    "src/content/projects/ecommerce/index.ts shows the picture ./atlantis.webp, which does not exist.",
  );
});

test("fails the build for a file that is not a picture, and names it", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "pictures-")), "cover.webp");
  writeFileSync(file, "no picture");
  const { plugin } = building();
  const context = { addWatchFile: () => undefined };
  await expect(plugin.load.handler.call(context, `${file}?picture`)).rejects.toThrow(
    `The picture ${file} cannot be read`,
  );
});
