import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../src");

/** The folders that features and pages may import. */
const base = ["site", "seo", "ui", "api", "rules", "@rules", "state", "content", "paths"];

/** The folders of `src`, each with the folders that it may import. An unlisted feature may import what a form needs. */
const allowed: Record<string, string[]> = {
  "features/forms": base,
  "features/session": [...base, "features/forms"],
  "features/account": [...base, "features/forms", "features/session"],
  site: ["seo", "ui", "content", "paths"],
  seo: ["ui", "content", "paths"],
  // Types of pictures and icons.
  content: ["ui", "paths", "@rules"],
  api: ["ui", "rules", "@rules", "state"],
  rules: ["@rules"],
  ui: ["state"],
  state: [],
  paths: ["@rules"],
  "picture.d": ["ui"],
};

/** The folders of the submissions. Each may import those before it, except that list and record are apart. */
const submissions = ["shared", "kinds", "actions", "list", "record"].map(
  (folder) => `features/submissions/${folder}`,
);
submissions.forEach((folder, index) => {
  const below = submissions.slice(0, Math.min(index, 3));
  allowed[folder] = [...base, "features/forms", "features/session", ...below];
});
const features = readdirSync(join(root, "features"))
  .filter((folder) => folder !== "submissions")
  .map((folder) => `features/${folder}`)
  .concat(submissions);
for (const feature of features) allowed[feature] ??= [...base, "features/forms"];
allowed["pages"] = [...base, ...features];
allowed["gallery"] = ["ui"];
allowed["app"] = [...base, ...features, "features/*", "pages", "gallery"];

/** Returns the folder of a file by its path below `src`: a feature, a folder, or the file itself. */
function roomOf(path: string): string {
  const [first = "", second = "", third = ""] = path.replace(/\.tsx?$/, "").split("/");
  if (first !== "features") return first;
  return second === "submissions" ? `${first}/${second}/${third}` : `${first}/${second}`;
}

/** Returns the imports of a file that its folder does not allow. */
function forbidden(path: string, text: string): string[] {
  const specifiers = Array.from(
    text.matchAll(
      /(?:\bfrom|\bimport\(?|\.glob(?:<.*>)?\(\[?)\s*"([.~]\.?\/[^"]+|\.\.[^"]*|@rules\/[^"]+)"/g,
    ),
    ([, specifier = ""]) => specifier,
  );
  const room = roomOf(path);
  return specifiers.filter((specifier) => {
    if (specifier.startsWith("@rules/")) return !allowed[room]?.includes("@rules");
    const inside = specifier.startsWith("~/");
    const target = roomOf(inside ? specifier.slice(2) : join(dirname(path), specifier));
    return target !== room && !allowed[room]?.includes(target);
  });
}

const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  // Tests may import anything.
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
);

test.each(files)("%s imports only from allowed folders", (path) => {
  expect(forbidden(path, readFileSync(join(root, path), "utf8"))).toEqual([]);
});

test.each([
  ["ui/Button.tsx", 'import { paths } from "../paths";'],
  ["ui/form/TextArea.tsx", 'import { useRules } from "~/rules/useRules";'],
  ["ui/list/Pager.tsx", 'import type { SortOrder } from "@rules/public.js";'],
  ["features/contact/ContactForm.tsx", 'import { x } from "~/features/account/x";'],
  ["features/contact/ContactForm.tsx", 'import { x } from "../footer/x";'],
  ["features/session/useStaff.ts", 'import { x } from "../submissions/list/x";'],
  ["features/submissions/list/Pager.tsx", 'import { x } from "../record/x";'],
  ["features/submissions/kinds/Cv.tsx", 'import { x } from "../list/search/x";'],
  ["features/submissions/list/Pager.tsx", 'const x = await import("~/app/App");'],
  ["content/jobs.ts", 'const x = import.meta.glob<X>("../pages/*/*Page.tsx");'],
  ["cellar/x.ts", 'import "../ui/Button";'],
])("reports that %s must not import %s", (path, text) => {
  expect(forbidden(path, text)).toHaveLength(1);
});
