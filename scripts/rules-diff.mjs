// Runs generated inputs from standard input through the rules of a released version and today's.
// Lists each class of inputs with a different result, message or order, with the shortest example.
//
//   rules-diff.mjs FOLDER          lists them, of the module built in FOLDER
//   rules-diff.mjs --changelog     those of the last released module must be what docs/changelog.md lists
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { differences } from "./rules-diff/classes.mjs";
import { openRules } from "./rules-diff/faces.mjs";
import { generatedInputs, vectorInputs } from "./rules-diff/inputs.mjs";
import { packageFolder } from "./rules-module.mjs";

const released = fileURLToPath(new URL("../core-wasm/released", import.meta.url));
const [argument] = process.argv.slice(2);
if (!argument) throw new Error("usage: rules-diff.mjs FOLDER | --changelog");
const usesChangelog = argument === "--changelog";
const [before, after] = [await openRules(usesChangelog ? released : argument), await openRules(packageFolder)];

const found = differences(before, after);
for (const input of vectorInputs()) found.add(input);
for await (const input of generatedInputs(process.stdin, after.fields)) found.add(input);
const classes = found.lines();

if (usesChangelog) compareWithChangelog();
else {
  for (const { line, example } of classes) {
    console.log(`- ${line}`);
    if (example) console.log(`    ${example.length > 300 ? `${example.slice(0, 300)}… (${example.length})` : example}`);
  }
}
console.log(`${found.inputs()} inputs, ${classes.length} classes of differences`);

/** Returns the changes since the last release that the changelog lacks, and those it lists that did not happen. */
function compareWithChangelog() {
  const { version } = JSON.parse(readFileSync(`${released}/package.json`, "utf8"));
  const [since] = readFileSync("docs/changelog.md", "utf8").split(`\n## ${version}\n`);
  const listed = [...since.matchAll(/^### In the rules\n\n((?:(?:- | {2}).*\n)+)/gm)].flatMap(([, list]) =>
    list
      .split(/^- /m)
      .filter(Boolean)
      .map((item) => item.replaceAll(/\s+/g, " ").trim()),
  );
  const lines = classes.map(({ line }) => line);
  const problems = [
    ...lines.filter((line) => !listed.includes(line)).map((line) => `docs/changelog.md lacks, In the rules: ${line}`),
    ...listed
      .filter((line) => !lines.includes(line))
      .map((line) => `docs/changelog.md lists what did not change: ${line}`),
  ];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
