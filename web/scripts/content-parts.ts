import { parseAst, type Plugin } from "vite";

const PART = /\/content\/\w+\/[\w-]+\/index\.ts\?(card|teaser)$/;

/**
 * Reduces `./ecommerce/index.ts?card` to the export `card` and its dependencies. Every page lists
 * the entries of a collection, and must not load the pictures and icons of their pages.
 */
export function contentParts(): Plugin {
  return {
    name: "content-parts",
    transform: {
      filter: { id: PART },
      handler: (code, id) => extractExport(code, PART.exec(id)?.[1] ?? ""),
    },
  };
}

/** Returns the statements of a module that an export needs. */
export function extractExport(code: string, name: string): string {
  const statements = parseAst(code).body.map((node) => ({
    names: namesOf(node),
    text: code.slice(node.start, node.end),
  }));
  const kept = new Set<(typeof statements)[number]>();
  const keep = (wanted: string) => {
    const statement = statements.find(({ names }) => names.includes(wanted));
    if (!statement || kept.has(statement)) return;
    kept.add(statement);
    for (const [word] of statement.text.matchAll(/[\w$]+/g)) keep(word);
  };
  keep(name);
  return statements.flatMap((each) => (kept.has(each) ? [each.text] : [])).join("\n");
}

type Statement = ReturnType<typeof parseAst>["body"][number];

/** Returns the names that a top-level statement declares. */
function namesOf(node: Statement): string[] {
  if (node.type === "ImportDeclaration") return node.specifiers.map(({ local }) => local.name);
  const declared = node.type === "ExportNamedDeclaration" ? node.declaration : node;
  if (declared?.type === "FunctionDeclaration") return declared.id ? [declared.id.name] : [];
  if (declared?.type !== "VariableDeclaration") return [];
  return declared.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
}
