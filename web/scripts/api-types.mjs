// TypeScript types of the API, from the description that the server prints:
//   agency-server openapi | node scripts/api-types.mjs > src/api/schema.d.ts
import { argv, stdin, stdout } from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { format } from "prettier";

/**
 * @typedef {{
 *   $ref?: string, type?: string | string[], enum?: unknown[], description?: string, items?: Schema,
 *   properties?: Record<string, Schema>, required?: string[], additionalProperties?: Schema,
 *   allOf?: Schema[], oneOf?: Schema[],
 * }} Schema
 * @typedef {{ content?: Record<string, { schema?: Schema }> }} Answer
 * @typedef {{ responses: Record<string, Answer> }} Operation
 * @typedef {{
 *   components: { schemas: Record<string, Schema> },
 *   paths: Record<string, Record<string, Operation>>,
 * }} Description
 */

const HEAD = `// Written by scripts/api-types.mjs from the server's description of its API: \`npm run types:api\`.
`;

/**
 * Returns the source of the types.
 * @param {Description} description
 * @returns {Promise<string>}
 */
export function apiTypes({ components, paths }) {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)};`,
  );
  const answers = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const call = `${method.toUpperCase()} ${path}`;
      return `${JSON.stringify(call)}: ${answerOf(operation)};`;
    }),
  );
  const all = `/** The success response of each call. */
    export type Answers = { ${answers.join("\n")} };`;
  return format([HEAD, ...schemas, all].join("\n"), { parser: "typescript", printWidth: 100 });
}

/** @param {Operation} operation */
function answerOf({ responses }) {
  const answer = responses["200"] ?? responses["201"];
  const schema = answer?.content?.["application/json"]?.schema;
  return schema ? typeOf(schema) : "undefined";
}

/** @param {Schema} schema @returns {string} */
function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "unknown";
  if (schema.allOf) return schema.allOf.map(typeOf).join(" & ");
  if (schema.oneOf) return schema.oneOf.map(typeOf).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  return [schema.type ?? "unknown"]
    .flat()
    .map((type) => plainType(type, schema))
    .join(" | ");
}

/** @param {string} type @param {Schema} schema */
function plainType(type, schema) {
  if (type === "integer") return "number";
  if (type === "array") return `(${typeOf(schema.items ?? {})})[]`;
  if (type !== "object") return type;
  if (schema.additionalProperties) return `Record<string, ${typeOf(schema.additionalProperties)}>`;
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const mark = schema.required?.includes(name) ? "" : "?";
    return `${comment(property)}${name}${mark}: ${typeOf(property)};`;
  });
  return `{ ${properties.join("\n")} }`;
}

/** @param {Schema} schema */
function comment({ description }) {
  return description ? `/** ${description.replaceAll(/\s+/g, " ")} */\n` : "";
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  stdout.write(await apiTypes(JSON.parse(await text(stdin))));
}
