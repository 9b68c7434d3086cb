// Reads generated inputs and native results, one JSON line each, from standard input, runs the
// built module on them, and compares byte by byte.
//
//   parity.mjs COUNT   COUNT is how many inputs of each kind must come
import { createInterface } from "node:readline";
import { metadata, startRules } from "./rules-module.mjs";

const wanted = Number(process.argv[2]);
if (!Number.isSafeInteger(wanted) || wanted < 1) throw new Error("usage: parity.mjs COUNT");

const forms = await startRules("public");
const staff = await startRules("staff");
const documents = await startRules("documents");
const orders = ["newest", "oldest", "name_asc", "name_desc"];

/** Returns the module of a form: the public one for visitors' forms, the staff one for others. */
function moduleOf(name) {
  try {
    forms.checkForm(name, {});
    return forms;
  } catch {
    return staff;
  }
}

/** Returns a function that checks a form: as a whole, and each field. */
const validate = (name, fields, { checkField, checkForm }) => ({ input, file }) => {
  const chosen = file ? { name: file[0], size: file[1], head: Uint8Array.from(file[2]) } : undefined;
  const values = fields.map(({ name: field }, index) => [field, index < input.length ? input[index] : chosen]);
  const each = values.map(([field, value]) => checkField(name, field, value) ?? null);
  return [checkForm(name, Object.fromEntries(values)), each];
};

const formKinds = Object.entries(metadata().forms).map(([name, fields]) => [
  name,
  validate(name, fields, moduleOf(name)),
]);

/** Runs the modules on the inputs of each kind. Returns results in the shape of the native output. */
const answers = {
  ...Object.fromEntries(formKinds),
  pages: ({ input: [page, pages, items, size] }) => [staff.pageCount(items, size), staff.pageLinks(page, pages)],
  order: ({ input }) => {
    const records = input.map(([full_name, created_at, id]) => ({ full_name, created_at, id }));
    return orders.map((order) => staff.sortRecords(order, records));
  },
  search: ({ input: [query, texts] }) => [
    staff.matchesRecord(query, texts),
    texts.map((text) => staff.highlightText(query, text)),
  ],
  filter: ({ input }) => {
    const { filter, errors } = staff.readFilter(input);
    return [errors, staff.writeFilter(filter)];
  },
  session: ({ input: [access, hasRefresh, now] }) => staff.decideSession(access, hasRefresh, now),
  document: ({ input }) => [[documents.checkDocx(Buffer.from(input, "base64"))].filter(Boolean)],
};

const counts = Object.fromEntries(Object.keys(answers).map((kind) => [kind, { inputs: 0, accepted: 0 }]));
let differences = 0;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const asked = JSON.parse(line);
  const found = JSON.stringify(answers[asked.kind](asked));
  const expected = JSON.stringify(asked.output);
  const count = counts[asked.kind];
  count.inputs += 1;
  if (asked.output[0]?.length === 0) count.accepted += 1;
  if (found === expected) continue;
  differences += 1;
  if (differences <= 10) console.error(`${line.slice(0, 600)}\n  native: ${expected}\n  wasm:   ${found}`);
}

for (const [kind, { inputs, accepted }] of Object.entries(counts)) {
  const share = kind === "document" || kind in metadata().forms ? `, ${accepted} of them accepted` : "";
  console.log(`${kind.padEnd(12)} ${inputs} inputs${share}`);
}
console.log(`${differences} differences`);
if (differences > 0) process.exitCode = 1;
if (Object.values(counts).some(({ inputs }) => inputs < wanted)) {
  console.error(`fewer than ${wanted} inputs of a kind came`);
  process.exitCode = 1;
}
