import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseSync } from "vite";

/**
 * Translators of browsers replace text nodes. React does not know, so a text of its own that it
 * changes, removes or inserts something before must be the only child of its element: alone it is
 * replaced as a whole.
 */

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const source = join(import.meta.dirname, "../src");

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"),
);

/** Returns whether an expression may render text that changes or goes. A name alone rarely does. */
function mayBeText(node: Node): boolean {
  const of = (part: string) => node[part] as Node;
  switch (node.type) {
    case "ParenthesizedExpression":
      return mayBeText(of("expression"));
    case "LogicalExpression":
      return mayBeText(of("right")) || hasText(of("right"));
    case "ConditionalExpression":
      return ["consequent", "alternate"].some((part) => mayBeText(of(part)) || hasText(of(part)));
    case "CallExpression": {
      const callback = (node["arguments"] as Node[]).at(-1);
      const name = (of("callee")["property"] as { name?: string } | undefined)?.name;
      const isElements = name === "map" && callback && mayBeElement(callback["body"] as Node);
      // A render prop returns elements.
      return !isElements && of("callee")["name"] !== "children";
    }
    case "TemplateLiteral":
      return true;
    default:
      return false;
  }
}

const hasText = ({ type, value }: Node) => type === "Literal" && typeof value === "string";

const mayBeElement = ({ type, expression }: Node): boolean =>
  type === "ParenthesizedExpression"
    ? mayBeElement(expression as Node)
    : type.startsWith("JSX") || type === "BlockStatement";

/** Returns whether an expression renders an element only at times. */
const comesAndGoes = ({ type, expression }: Node) =>
  type === "JSXExpressionContainer" &&
  ["LogicalExpression", "ConditionalExpression", "CallExpression"].includes(
    (expression as Node).type,
  );

type Tag = { name: { name?: string }; attributes: { name?: { name?: string } }[] };

const tagOf = (node: Node | undefined) => node?.["openingElement"] as Tag | undefined;

const isKeyed = (tag: Tag | undefined) =>
  tag?.attributes.some(({ name }) => name?.name === "key") ?? false;

const unwrap = (node: Node): Node =>
  node.type === "ParenthesizedExpression" ? unwrap(node["expression"] as Node) : node;

/** Returns the children of an element that are shown. */
const shownChildren = ({ children }: Node) =>
  ((children ?? []) as Node[]).filter(
    (child) => child.type !== "JSXText" || String(child["value"]).trim() !== "",
  );

/** Returns whether React would turn one branch into the other, child by child. */
function turnsIntoOther({ consequent, alternate }: Node): boolean {
  const branches = [consequent, alternate].map((branch) => unwrap(branch as Node));
  const [one, other] = branches.map(tagOf);
  const isSame = one?.name.name !== undefined && one.name.name === other?.name.name;
  const isMixed = (branch: Node) => {
    const children = shownChildren(branch);
    return children.length > 1 && children.some(({ type }) => type === "JSXText");
  };
  return isSame && !isKeyed(one) && branches.some(isMixed);
}

/** Returns the bare texts of a file that can break. */
function bareTexts(file: string): string[] {
  const code = readFileSync(join(source, file), "utf8");
  const program = parseSync(file, code).program as unknown as Node;
  const found: string[] = [];
  const report = ({ start, end }: Node) => {
    const line = code.slice(0, start).split("\n").length;
    found.push(`${file}:${line}: ${code.slice(start, end).trim()}`);
  };

  function visit(node: unknown): void {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const { type } = node as Node;
    if (type === "ConditionalExpression" && turnsIntoOther(node as Node)) report(node as Node);
    if (type === "JSXElement" || type === "JSXFragment") {
      const shown = shownChildren(node as Node);
      shown.forEach((child, place) => {
        if (shown.length < 2) return;
        if (child.type === "JSXText") {
          if (shown.slice(0, place).some(comesAndGoes)) report(child);
        } else if (
          child.type === "JSXExpressionContainer" &&
          mayBeText(child["expression"] as Node)
        ) {
          report(child);
        }
      });
    }
    Object.values(node).forEach(visit);
  }
  visit(program);
  return found;
}

test("gives no text that changes a sibling", () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(bareTexts)).toEqual([]);
});
