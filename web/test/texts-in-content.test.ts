import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseSync } from "vite";

/** Texts that visitors read are in `src/content`, except the words of the parts in `src/ui`. */

type Node = { type: string; start: number } & Record<string, unknown>;

const VISITORS = /^(app\/layouts\/public|features|pages|site)\//;

/** The pages of staff. */
const STAFF = /^(features|pages)\/(submissions|account|insights|session|login)\//;

const source = join(import.meta.dirname, "../src");

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
  (file) =>
    /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && VISITORS.test(file) && !STAFF.test(file),
);

/** Attributes whose values are not read by people. */
const TECHNICAL =
  /^(className|sizes|tone|d|viewBox|transform|action|href|rel|target|key|type|media)$/;

/** Returns whether a string looks like a text: two words, or a capital letter. */
const isText = (value: string) => /\p{Lu}\p{Ll}|\p{L} \p{L}/u.test(value);

/** Returns the texts of a source file. */
function textsOf(file: string, code: string): string[] {
  const found: string[] = [];
  const report = (node: Node, text: string) => {
    const line = code.slice(0, node.start).split("\n").length;
    found.push(`${file}:${line}: ${text.trim()}`);
  };

  function visit(node: unknown): void {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const { type, value } = node as Node;
    // Addresses of modules, types, and what only developers read.
    if (/^(Import|TS|Throw)/.test(String(type))) return;
    if (isStyleOrKey(node as Node)) return;
    if (type === "JSXText" && /\p{L}/u.test(String(value))) report(node as Node, String(value));
    if (type === "Literal" && typeof value === "string" && isText(value))
      report(node as Node, value);
    if (type === "TemplateElement") {
      const { raw } = value as { raw: string };
      if (isText(raw)) report(node as Node, raw);
    }
    Object.values(node).forEach(visit);
  }
  visit(parseSync(file, code).program);
  return found;
}

/** Returns whether a node is the value of a technical attribute or constant, or a comparison. */
function isStyleOrKey(node: Node): boolean {
  if (node.type === "JSXAttribute") return TECHNICAL.test((node["name"] as { name: string }).name);
  if (node.type === "VariableDeclarator") return (node["id"] as { name?: string }).name === "SIZES";
  return node.type === "BinaryExpression" && /^[!=]==$/.test(String(node["operator"]));
}

test("finds texts in a component", () => {
  const code = `
    const words = \`Hello \${name} there\`;
    export const Part = () => <p className="My class" title="Read me">more {open ? "Close it" : ""}</p>;
  `;
  expect(textsOf("Part.tsx", code)).toEqual([
    "Part.tsx:2: Hello",
    "Part.tsx:3: Read me",
    "Part.tsx:3: more",
    "Part.tsx:3: Close it",
  ]);
});

test("has the texts of visitors in src/content", () => {
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((file) => textsOf(file, readFileSync(join(source, file), "utf8")))).toEqual(
    [],
  );
});
