import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const components = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".tsx"))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** Returns the CSS module classes that a component uses, as "class of sheet". */
function usedClasses({ path, text }: (typeof components)[number]) {
  const code = text.replaceAll(/^import .*$/gm, "");
  const sheets = text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g);
  return Array.from(sheets).flatMap(([, local = "", file = ""]) => {
    const uses = code.matchAll(new RegExp(`\\b${local}(?:\\.(\\w+)|\\["([^"]+)"\\])`, "g"));
    const folder = file.startsWith("~/") ? "" : dirname(path);
    const sheet = readFileSync(join(root, folder, file.replace("~/", "")), "utf8");
    return Array.from(uses, ([, dotted, quoted]) => ({
      name: dotted ?? quoted ?? "",
      sheet,
      file,
    }));
  });
}

test.each(components)("$path uses only classes that its style sheets define", (component) => {
  const unknown = usedClasses(component).filter(
    ({ name, sheet }) => !new RegExp(`\\.${name}(?![\\w-])`).test(sheet),
  );
  expect(unknown.map(({ name, file }) => `${name} of ${file}`)).toEqual([]);
});
