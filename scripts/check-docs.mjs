// The documents tell the truth: what they name is there. Every path, every `make` verb, every setting, every test that
// is said to show something; and every verb of the Makefile is in `make help`.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).split("\0").filter(Boolean);
const files = git("ls-files", "-z", "--cached", "--others", "--exclude-standard").filter((file) => existsSync(file));
const top = new Set(files.map((file) => file.split("/")[0]));
const documents = files.filter((file) => /^(README|ARCHITECTURE|CONTRIBUTING)\.md$|^docs\/.*\.md$/.test(file));
const read = (file) => readFileSync(file, "utf8");

const failures = [];
const makefile = read("Makefile");
const verbs = [...makefile.matchAll(/^([a-z][a-z-]*):(?!=)(.*)$/gm)];
const names = new Set(verbs.map(([, name]) => name));
const phony = new Set(/^\.PHONY: (.*)$/m.exec(makefile)[1].split(" "));
for (const [, name, rest] of verbs) {
  if (!/ ## \S/.test(rest)) failures.push(`Makefile: ${name} is not in make help`);
  if (!phony.has(name)) failures.push(`Makefile: ${name} is not in .PHONY`);
}
for (const name of phony) if (!names.has(name)) failures.push(`Makefile: .PHONY names ${name}, which is no verb`);

/** Whether a build makes a path, which is therefore not in git. */
function isBuilt(path) {
  try {
    git("check-ignore", "--no-index", path, `${path.replace(/\/$/, "")}/`);
    return true;
  } catch {
    return false;
  }
}

/** Whether a path, or the end of one, is there; `*` and `…` stand for a part of a name, `**` for any folders. */
function isThere(path) {
  const pattern = path
    .replace(/\/$/, "")
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\*\*\//g, "(?:.+/)?")
    .replace(/\*\*/g, ".+")
    .replace(/(?<!\.)\*|…/g, "[^/]*");
  const named = new RegExp(`(?:^|/)${pattern}(?:/|$)`);
  return files.some((file) => named.test(file)) || isBuilt(path);
}

/** The paths of a drawn tree, in which two spaces lead into a folder. */
function drawn(tree) {
  const way = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent, name] = /^( *)(\S+)/.exec(line) ?? [];
    if (name === undefined) return [];
    const depth = indent.length / 2;
    way.splice(depth, Infinity, name.replace(/\/$/, ""));
    return [way.join("/")];
  });
}

const looksLikePath = (text) =>
  /^[\w.@*…-]+(\/[\w.@*…-]+)*\/?$/.test(text) &&
  (text.includes("/") ? top.has(text.split("/")[0]) || /\.\w+$/.test(text) : /\.(rs|tsx?|sh|mjs|md|json|toml|css)$/.test(text));

/** Whether a file has a test of this name. */
function hasTest(file, name) {
  const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const declared = file.endsWith(".rs")
    ? `#\\[(tokio::)?test\\b[^\\]]*\\]\\s*(async )?fn ${quoted}\\(`
    : `\\(\\s*(["'\`])${quoted}\\1,`;
  return new RegExp(declared).test(read(file));
}

/** What is wrong in the tables whose last column says by which tests of which file a row is shown. */
function* unshown(text) {
  const tables = text.match(/(^\|.*\n)+/gm) ?? [];
  const rows = tables.filter((table) => /\| shown by \|\n/.test(table)).flatMap((table) => table.trim().split("\n").slice(2));
  const seen = new Set();
  for (const row of rows) {
    const [first, ...cells] = row.slice(1, -1).split("|").map((cell) => cell.trim());
    const last = cells.at(-1);
    if (seen.has(first)) yield `${first} stands there twice`;
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

for (const document of documents) {
  const text = read(document);
  for (const flaw of unshown(text)) failures.push(`${document}: ${flaw}`);
  const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  const spans = [...text.replace(/^```.*?^```$/gms, "").matchAll(/`([^`\n]+)`/g)].map(([, span]) => span);
  const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link]) => link).filter((link) => !/^\w+:/.test(link));
  const trees = blocks.filter(([, language]) => language === "").flatMap(([, , block]) => drawn(block));
  const commands = blocks.filter(([, language]) => language === "sh").flatMap(([, , block]) => block.split("\n"));
  const words = [...spans, ...commands].flatMap((code) => code.replace(/#.*/, "").split(/[\s,;()]+/));
  for (const path of [...words.filter(looksLikePath), ...trees]) {
    if (!isThere(path)) failures.push(`${document}: there is no ${path}`);
  }
  for (const link of links) {
    const path = new URL(link, `file:///${document}`).pathname.slice(1);
    if (!isThere(path)) failures.push(`${document}: the link ${link} leads nowhere`);
  }
  for (const [, verb] of [...spans, ...commands].join("\n").matchAll(/\bmake ([a-z][a-z-]*)/g)) {
    if (!names.has(verb)) failures.push(`${document}: make has no verb ${verb}`);
  }
}

const settings = (pattern, file) => new Set([...read(file).matchAll(pattern)].map(([, name]) => name));
const told = settings(/^\| `([A-Z_]+)` \|/gm, "README.md");
const offered = settings(/^#? ?([A-Z][A-Z_]+)=/gm, ".env.example");
for (const name of told) if (!offered.has(name)) failures.push(`.env.example has no ${name}, which README.md tells of`);
for (const name of offered) if (!told.has(name)) failures.push(`README.md does not tell of ${name} of .env.example`);

for (const failure of failures) console.error(failure);
console.log(`${documents.length} documents, ${names.size} verbs, ${told.size} settings: ${failures.length} failures`);
process.exitCode = failures.length === 0 ? 0 : 1;
