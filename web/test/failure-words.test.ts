import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { build } from "vite";
import { expect, test } from "vitest";
import { failureWords } from "../scripts/failure-words.mjs";

test("prints a plugin's message alone and once, however many files cause it", async () => {
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

test("prints the message of any other failure", () => {
  expect(failureWords(new Error("The folder is missing."))).toBe("The folder is missing.");
  expect(failureWords("gone")).toBe("gone");
});
