import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { incompleteFolders } from "../scripts/content-folders.mjs";

test("names the missing files of content folders", async () => {
  const content = await mkdtemp(join(tmpdir(), "content-"));
  const folders = ["projects/whole", "projects/half", "services/half"];
  await Promise.all(folders.map((folder) => mkdir(join(content, folder), { recursive: true })));
  const files = ["projects/whole/card.ts", "projects/whole/index.ts", "projects/schema.ts"];
  files.push("projects/half/card.ts", "services/half/card.ts", "services/half/index.ts");
  await Promise.all(files.map((file) => writeFile(join(content, file), "")));
  expect(await incompleteFolders(content)).toEqual([
    "src/content/projects/half/index.ts is missing: its folder would be left out of the site.",
    "src/content/services/half/teaser.ts is missing: its folder would be left out of the site.",
  ]);
  await rm(content, { recursive: true });
});
