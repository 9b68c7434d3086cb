// Reads generated inputs and native verdicts, a JSON line each, from the standard
// input, asks the shipped module the same, and compares byte by byte.
//
//   parity.mjs COUNT   COUNT is how many inputs of each kind must come
import { createInterface } from "node:readline";
import { startRules } from "./rules-module.mjs";

const wanted = Number(process.argv[2]);
if (!Number.isSafeInteger(wanted) || wanted < 1) throw new Error("usage: parity.mjs COUNT");

const rules = await startRules();
const { contact, application, login } = rules.rules();
const orders = ["newest", "oldest", "name_asc", "name_desc"];

const formOf = (fields, texts) => Object.fromEntries(texts.map((text, index) => [fields[index].name, text]));
const verdicts = (check, fields, texts) => texts.map((text, index) => check(fields[index].name, text) ?? null);

/** What the module says to the input of each kind, in the shape of the native output. */
const answers = {
  contact: ({ input }) => [
    rules.checkContact(formOf(contact, input)),
    verdicts(rules.checkContactField, contact, input),
  ],
  application: ({ input, cv }) => {
    const file = cv ? { name: cv[0], size: cv[1] } : undefined;
    const head = cv ? Uint8Array.from(cv[2]) : undefined;
    return [
      rules.checkApplication(formOf(application, input), file, head),
      verdicts(rules.checkApplicationField, application, input),
      rules.checkCv(file, head) ?? null,
    ];
  },
  login: ({ input }) => [rules.checkLogin(formOf(login, input)), verdicts(rules.checkLoginField, login, input)],
  pages: ({ input: [page, pages, items, size] }) => [rules.pageCount(items, size), rules.pageLinks(page, pages)],
  order: ({ input }) => {
    const records = input.map(([full_name, created_at, id]) => ({ full_name, created_at, id }));
    return orders.map((order) => Array.from(rules.sortRecords(order, records)));
  },
  session: ({ input: [access, hasRefresh, now] }) => [
    rules.decideSession(access, hasRefresh, now),
    rules.isTokenLive(access, now),
  ],
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
  const share = ["contact", "application", "login"].includes(kind) ? `, ${accepted} of them accepted` : "";
  console.log(`${kind.padEnd(12)} ${inputs} inputs${share}`);
}
console.log(`${differences} differences`);
if (differences > 0) process.exitCode = 1;
if (Object.values(counts).some(({ inputs }) => inputs < wanted)) {
  console.error(`fewer than ${wanted} inputs of a kind came`);
  process.exitCode = 1;
}
