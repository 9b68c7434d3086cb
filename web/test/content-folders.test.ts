import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { incompleteFolders } from "../scripts/content-folders.mjs";

test("names a content folder without its entry", async () => {
  const content = await mkdtemp(join(tmpdir(), "content-"));
  const folders = ["projects/whole", "projects/half", "services/half"];
  await Promise.all(folders.map((folder) => mkdir(join(content, folder), { recursive: true })));
  await writeFile(join(content, "projects/whole/index.ts"), "");
  await writeFile(join(content, "projects/schema.ts"), "");
  await writeFile(join(content, "projects/half/cover.webp"), "");
  expect(await incompleteFolders(content)).toEqual([
    "src/content/projects/half/index.ts is missing: its folder would be left out of the site.",
    "src/content/services/half/index.ts is missing: its folder would be left out of the site.",
  ]);
  await rm(content, { recursive: true });
});
