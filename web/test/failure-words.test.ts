import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { build } from "vite";
import { expect, test } from "vitest";
import { failureWords } from "../scripts/failure-words.mjs";

test("a plugin's sentence stands alone and once, however many files meet it", async () => {
  const root = mkdtempSync(join(tmpdir(), "failure-"));
  writeFileSync(join(root, "page.js"), 'import "./one.js"; import "./picture";');
  writeFileSync(join(root, "one.js"), 'import "./picture";');
  const refuse = {
    name: "pictures",
    resolveId(source: string) {
      if (source.endsWith("picture")) throw new Error("There is no such picture.");
    },
  };
  const input = join(root, "page.js");
  const failing = build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [refuse],
    build: { write: false, rolldownOptions: { input } },
  });
  const cause: unknown = await failing.catch((error: unknown) => error);
  expect((cause as Error).message).not.toBe("There is no such picture.");
  expect(failureWords(cause)).toBe("There is no such picture.");
});

test("another failure is told by its message", () => {
  expect(failureWords(new Error("The folder is missing."))).toBe("The folder is missing.");
  expect(failureWords("gone")).toBe("gone");
});
