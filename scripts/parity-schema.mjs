// Reads generated inputs and native results, one JSON line each, from standard input, and compares
// the forms' JSON Schemas with them. Known differences are described in the schemas: a length before trimming and folding, or a rule that no schema can express. Files
// are skipped, because a schema knows only their size.
//
//   parity-schema.mjs COUNT   COUNT is how many inputs of each form must come
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packageFolder } from "./rules-module.mjs";

const wanted = Number(process.argv[2]);
if (!Number.isSafeInteger(wanted) || wanted < 1) throw new Error("usage: parity-schema.mjs COUNT");
const schemas = JSON.parse(readFileSync(join(packageFolder, "schemas.json"), "utf8"));
const rules = JSON.parse(readFileSync(join(packageFolder, "rules.json"), "utf8")).forms;

const patterns = new Map();
/** Returns the keywords that a text violates, by JSON Schema 2020-12. */
function broken(schema, text) {
  if (!patterns.has(schema.pattern)) patterns.set(schema.pattern, new RegExp(schema.pattern, "u"));
  const length = [...text].length;
  return [
    length < (schema.minLength ?? 0) && "minLength",
    length > schema.maxLength && "maxLength",
    !patterns.get(schema.pattern).test(text) && "pattern",
  ].filter(Boolean);
}

const lengths = "Lengths are those of the text as sent.";
const unexpressed = "Also checked by a rule that JSON Schema cannot express.";
/** Returns the described difference that explains why schema and rules disagree, if any. */
function named(schema, found, message, text) {
  const description = schema.description ?? "";
  if (description.includes(lengths)) {
    // Longer only before trimming and folding. Without the maximum it must match.
    if (message === null && found.every((keyword) => keyword === "maxLength")) return "longer before trimming";
    // Shorter only after folding: without CR the same text must agree.
    if (message !== null && found.length === 0 && text.includes("\r") && broken(schema, fold(text)).length > 0)
      return "shorter after folding";
    if (message !== null && found.length === 0 && invisible.test(text)) return "invisible characters";
  }
  if (description.includes(unexpressed) && message !== null && found.length === 0)
    return "a rule that no schema expresses";
  return undefined;
}
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/u;
const fold = (text) => text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");

const explained = {};
let differences = 0;
/** Compares the schema of a form with the results for its texts, which are in the form's order. */
function compare(form, texts, errors) {
  const messages = new Map(errors.map(({ field, message }) => [field, message]));
  rules[form].forEach(({ name, kind }, index) => {
    if (kind === "file") return;
    const schema = schemas[form].properties[name];
    const text = texts[index] ?? "";
    const message = messages.get(name) ?? null;
    const found = broken(schema, text);
    if ((found.length === 0) === (message === null)) return;
    const difference = named(schema, found, message, text);
    if (difference) {
      explained[difference] = (explained[difference] ?? 0) + 1;
      return;
    }
    differences += 1;
    if (differences <= 10)
      console.error(`${form}.${name} ${JSON.stringify(text).slice(0, 300)}: rules ${message}, schema ${found}`);
  });
}

const counts = {};
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { kind, input, output } = JSON.parse(line);
  if (!(kind in schemas)) continue;
  counts[kind] = (counts[kind] ?? 0) + 1;
  compare(kind, input, output[0]);
}
for (const [difference, count] of Object.entries(explained))
  console.log(`    ${count} fields differ as described: ${difference}`);
console.log(`    JSON Schema: ${JSON.stringify(counts)} inputs, ${differences} differences`);
const few = Object.keys(schemas).filter((form) => !(counts[form] >= wanted));
if (differences > 0 || few.length > 0) {
  if (few.length > 0) console.error(`fewer than ${wanted} inputs of ${few}`);
  process.exitCode = 1;
}
