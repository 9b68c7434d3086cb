// Checks tables with a last column that names the tests of each row.
import { files, readSource } from "./files.mjs";

const TABLE = /(^\|.*\n)+/gm;
const isOfTests = (table) => /\| shown by \|\n/.test(table);

/** Removes the columns that name tests. */
export const withoutTests = (text) =>
  text.replace(TABLE, (table) => (isOfTests(table) ? table.replace(/[^|]*\|$/gm, "") : table));

/** Returns whether a file has a test of this name. */
function hasTest(file, name) {
  const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const declared = file.endsWith(".rs")
    ? `#\\[(tokio::)?test\\b[^\\]]*\\]\\s*(async )?fn ${quoted}\\(`
    : `\\(\\s*(["'\`])${quoted}\\1,`;
  return new RegExp(declared).test(readSource(file));
}

/** Yields the errors in the tables of a text. */
export function* unshown(text) {
  const tables = (text.match(TABLE) ?? []).filter(isOfTests);
  const rows = tables.flatMap((table) => table.trim().split("\n").slice(2));
  const seen = new Set();
  for (const row of rows) {
    const [first, ...cells] = row
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
    const last = cells.at(-1);
    if (seen.has(first)) yield `${first} is listed more than once`;
    seen.add(first);
    let file;
    let isShown = last === "—";
    for (const [, span] of last.matchAll(/`([^`]+)`/g)) {
      if (files.includes(span)) file = span;
      else if (file === undefined) yield `${first}: there is no ${span}`;
      else if (hasTest(file, span)) isShown = true;
      else yield `${first}: ${file} has no test "${span}"`;
    }
    if (!isShown) yield `${first} names no test`;
  }
}
