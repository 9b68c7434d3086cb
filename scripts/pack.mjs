// Assembles the npm package of the public forms from core-wasm/pkg, core/tests/vectors.json and
// packaging/npm.
//
//   pack.mjs FOLDER   which must not exist
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageFolder } from "./rules-module.mjs";
import { vectors, writtenOut } from "./vectors.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = process.argv[2];
if (!folder) throw new Error("usage: pack.mjs FOLDER");
const read = (path) => readFileSync(path, "utf8");
const write = (name, text) => writeFileSync(join(folder, name), text);
const json = (name, value) => write(name, `${JSON.stringify(value, null, 1)}\n`);

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(join(root, "packaging/npm")))
  cpSync(join(root, "packaging/npm", name), join(folder, name));
for (const name of ["exchange.js", "form-rules.js", "forms.js", "version.js", "public.wasm", "public.d.ts"]) {
  cpSync(join(packageFolder, name), join(folder, name));
}
cpSync(join(packageFolder, "standard-schema.js"), join(folder, "standard-schemas.js"));

const { forms, headLength } = await import(join(packageFolder, "forms.js"));
const names = forms.map(({ name }) => name);
const metadata = JSON.parse(read(join(packageFolder, "rules.json")));
const chosen = (record) => Object.fromEntries(names.map((name) => [name, record[name]]));
// In the module's order, because the module identifies forms by position.
json("rules.json", { version: metadata.version, headLength, forms: chosen(metadata.forms) });
json("schemas.json", chosen(JSON.parse(read(join(packageFolder, "schemas.json")))));

// Without types of staff forms and lists.
const wanted = /^export type (ChosenFile|Forms|FormName|FieldName|FieldError|Kind|FieldRule)\b/;
const declarations = read(join(packageFolder, "types.d.ts")).split(/\n(?=export type )/);
const isForeign = (line) => /^ {2}\w+: \{/.test(line) && !names.includes(line.trim().split(":")[0]);
const types = declarations
  .filter((text, index) => index === 0 || wanted.test(text))
  // A declaration ends with the comment of the next one.
  .map((text, index) => (index === 0 ? text : text.replace(/\n\/\*\*[^\n]*\*\/$/, "")))
  .map((text) =>
    text
      .split("\n")
      .filter((line) => !isForeign(line))
      .join("\n"),
  );
write("types.d.ts", `${types.join("\n")}\n`);

const { valid, fields, forms: whole, cvs } = vectors;
const fileOf = (name) => forms.find((form) => form.name === name).file;
const withFile = (name, values, cv) => (fileOf(name) ? { ...values, [fileOf(name)]: cv } : values);
const cases = [];
const add = (form, why, values, errors) => {
  if (names.includes(form))
    cases.push({ form, why, values, errors: errors.map(([field, message]) => ({ field, message })) });
};
for (const form of names) {
  for (const [field, each] of Object.entries(fields[form])) {
    for (const { why, value, error } of each) {
      add(
        form,
        `${field}: ${why}`,
        withFile(form, { ...valid[form], [field]: writtenOut(value) }, valid.cv),
        error ? [[field, error]] : [],
      );
    }
  }
}
for (const { form, why, value, cv = valid.cv, errors } of whole) {
  if (!names.includes(form)) continue;
  const values = Object.fromEntries(Object.entries(value).map(([field, each]) => [field, writtenOut(each)]));
  add(form, why, withFile(form, values, cv), errors);
}
for (const form of names.filter(fileOf)) {
  for (const { why, cv, error } of cvs) {
    add(form, `${fileOf(form)}: ${why}`, withFile(form, valid[form], cv), error ? [[fileOf(form), error]] : []);
  }
}
json("vectors.json", cases);
console.log(`    ${names.length} forms, ${cases.length} vectors, rules ${metadata.version}`);
