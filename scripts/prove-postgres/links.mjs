// Prints the symbolic links that a package of PostgreSQL lists, as target and name.
import { readFileSync } from "node:fs";
import { dirname, relative } from "node:path";

for (const { source, target } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  console.log(`${relative(dirname(target), source)}\t${target}`);
}
