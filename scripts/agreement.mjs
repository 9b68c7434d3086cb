// Writes the results of parity runs to docs/measured/agreement.md, one row per command.
//
//   agreement.mjs COMMAND WHAT   once the command found no difference
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const [command, what] = process.argv.slice(2);
if (!command || !what) throw new Error("usage: agreement.mjs COMMAND WHAT");

const page = new URL("../docs/measured/agreement.md", import.meta.url);
const head = `# What agrees

Each row is written by its command with \`WRITE=yes\`, if it found no difference.

| command | compared, without a difference | at |
| --- | --- | --- |
`;

function kept() {
  try {
    return readFileSync(page, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| `"));
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
}

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const name = `| \`${command}\` |`;
const rows = [...kept().filter((row) => !row.startsWith(name)), `${name} ${what} | ${commit} |`];
writeFileSync(page, `${head}${rows.sort().join("\n")}\n`);
