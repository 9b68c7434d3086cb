// Checks the commands in documents: targets of make, scripts of npm, packages of cargo, the
// server's commands.
import { files, readSource } from "./files.mjs";

// Without the targets that only others use.
const [makefile] = readSource("Makefile").split("\n# What the targets above are built from.");
const lines = [...makefile.matchAll(/^([a-z][a-z-]*):(?!=)(.*)$/gm)];
export const targets = new Set(lines.map(([, name]) => name));
/** The values of PART that the Makefile documents for each target. */
const parts = new Map(
  lines.map(([, name, help]) => [name, [...help.matchAll(/PART=([a-z|]+)/g)].flatMap(([, names]) => names.split("|"))]),
);
const phony = new Set(/^\.PHONY: (.*)$/m.exec(makefile)[1].split(" "));

const scripts = JSON.parse(readSource("web/package.json")).scripts;
const manifests = files.filter((file) => file.endsWith("Cargo.toml")).map(readSource);
const packages = new Set(manifests.flatMap((text) => /^name = "(.*)"/m.exec(text)?.[1] ?? []));
const commands = /^enum Command \{\n(.*?)^\}/ms.exec(readSource("server/src/cli.rs"))[1];
// As clap formats them: MailTest is mail-test.
const kebab = (name) => name.replace(/(?<!^)[A-Z]/g, "-$&").toLowerCase();
const subcommands = new Set([...commands.matchAll(/^ {4}([A-Z]\w+)/gm)].map(([, name]) => kebab(name)));

/** Yields targets that the Makefile or README.md does not document. */
export function* problemsInTargets() {
  const documented = new Set(targetsIn(readSource("README.md")));
  for (const [, name, rest] of lines) {
    if (!/ ## \S/.test(rest)) yield `Makefile: ${name} is not in make help`;
    if (!phony.has(name)) yield `Makefile: ${name} is not in .PHONY`;
    if (!documented.has(name)) yield `README.md does not mention make ${name}`;
  }
  for (const name of phony) if (!targets.has(name)) yield `Makefile: .PHONY names ${name}, which is not a target`;
}

/** Yields the errors in a code span. */
export function* problemsInCommand(code) {
  for (const target of targetsIn(code)) if (!targets.has(target)) yield `make has no target ${target}`;
  for (const [, target, part] of code.matchAll(/\bmake ([a-z]+) (?:\S+=\S+ )*PART=([a-z]+)/g)) {
    const known = parts.get(target) ?? [];
    if (known.length > 0 && !known.includes(part)) yield `make ${target} has no part ${part}`;
  }
  for (const [, name] of code.matchAll(/\bnpm --prefix web (?:run )?([a-z][\w:-]*)/g)) {
    if (!(name in scripts)) yield `web/package.json has no script ${name}`;
  }
  for (const [, name] of code.matchAll(/\bcargo .*? -p ([\w-]+)/g)) {
    if (!packages.has(name)) yield `there is no package ${name}`;
  }
  for (const [, name] of code.matchAll(/\bagency-server +([a-z]+(?:-[a-z]+)*)/g)) {
    if (!subcommands.has(name)) yield `agency-server has no command ${name}`;
  }
}

function targetsIn(code) {
  return [...code.matchAll(/\bmake((?: +[a-z][a-z-]*(?![\w=]))+)/g)].flatMap(([, names]) => names.trim().split(/ +/));
}
