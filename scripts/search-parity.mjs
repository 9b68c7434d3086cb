// Reads generated records and queries with the matches of the rules and the database, one JSON line
// per set of records, and compares those of the built module.
//
//   search-parity.mjs COUNT FILE   COUNT is how many pairs must come
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { startRules } from "./rules-module.mjs";

const [wanted, file] = [Number(process.argv[2]), process.argv[3]];
if (!Number.isSafeInteger(wanted) || wanted < 1 || !file) throw new Error("usage: search-parity.mjs COUNT FILE");

const staff = await startRules("staff");
let pairs = 0;
let met = 0;
let differences = 0;
for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
  const { records, queries } = JSON.parse(line);
  for (const { query, found } of queries) {
    const expected = new Set(found);
    for (const [at, texts] of records.entries()) {
      pairs += 1;
      met += Number(expected.has(at));
      if (staff.matchesRecord(query, texts) === expected.has(at)) continue;
      differences += 1;
      if (differences <= 10)
        console.error(`${JSON.stringify({ query, texts })}\n  rules and database: ${expected.has(at)}`);
    }
  }
}

console.log(`${pairs} pairs of a query and a record, ${met} of which meet`);
console.log(`${differences} differences`);
if (differences > 0) process.exitCode = 1;
if (pairs < wanted) {
  console.error(`fewer than ${wanted} pairs came`);
  process.exitCode = 1;
}
