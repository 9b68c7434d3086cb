// Tests the installed package in Node: its exports, and its results for invalid input. Run it in a
// project with the package.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import * as rules from "agency-form-rules";
import { schemas } from "agency-form-rules/standard-schema";

const find = createRequire(import.meta.url).resolve;
const data = (name) => JSON.parse(readFileSync(find(`agency-form-rules/${name}.json`), "utf8"));
const issuesOf = async (form, values) => (await schemas[form]["~standard"].validate(values)).issues;

test("reports a module that is not loaded yet, and a schema loads it", async () => {
  for (const call of [
    () => rules.checkForm("contact", {}),
    () => rules.checkField("contact", "email", ""),
    () => rules.countCharacters(""),
  ]) {
    assert.throws(call, /not loaded yet: await load\(\) first/);
  }
  const found = schemas.login["~standard"].validate({ username: "ada", password: "secret" });
  assert.ok(found instanceof Promise);
  assert.deepEqual(await found, { value: { username: "ada", password: "secret" } });
});

test("is synchronous once the module is loaded", async () => {
  await rules.load();
  const { issues } = schemas.login["~standard"].validate({});
  assert.deepEqual(issues[0], { message: "Username is required", path: ["username"] });
});

test("returns the expected errors for every vector", async () => {
  await rules.load();
  const vectors = data("vectors");
  assert.ok(vectors.length > 300);
  for (const { form, why, values, errors } of vectors) {
    const sent = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        value?.head === undefined ? value : { ...value, head: Buffer.from(value.head, "hex") },
      ]),
    );
    assert.deepEqual(rules.checkForm(form, sent), errors, `${form} ${why}`);
    const issues = errors.map(({ field, message }) => ({ message, path: [field] }));
    assert.deepEqual((await issuesOf(form, sent)) ?? [], issues, `${form} ${why}`);
  }
});

test("answers an unknown form or field with a typed result", async () => {
  await rules.load();
  for (const found of [
    rules.checkForm("nothing", {}),
    rules.checkField("contact", "nothing", ""),
    rules.checkForm("__proto__", {}),
  ]) {
    assert.equal(found, rules.noSuchRule);
  }
});

test("refuses what is no text", async () => {
  await rules.load();
  for (const value of [42, 0, false, true, {}, [], Number.NaN, 10n, Symbol("text"), () => "text"]) {
    assert.equal(typeof rules.checkField("contact", "referral", value), "string", String(value));
    assert.ok((await issuesOf("contact", { referral: value })).some(({ path }) => path[0] === "referral"));
  }
  for (const missing of [undefined, null, ""])
    assert.equal(rules.checkField("contact", "referral", missing), undefined);
  for (const values of [undefined, null, 42, "text"]) {
    assert.deepEqual(await issuesOf("contact", values), [{ message: "Expected an object" }]);
    assert.deepEqual(rules.checkForm("contact", values), rules.checkForm("contact", {}));
  }
  const cv = { name: "cv.pdf", size: 10, head: Buffer.from("%PDF-1.7") };
  assert.equal(rules.checkField("application", "cv", cv), undefined);
  for (const bad of [{ ...cv, head: "text" }, { ...cv, head: 42 }, { ...cv, name: 42 }, { ...cv, size: true }, 42])
    assert.equal(typeof rules.checkField("application", "cv", bad), "string");
  assert.equal(rules.countCharacters(42), 0);
});

test("reports a module that cannot be loaded, and loads it on the next call", async () => {
  const copy = mkdtempSync(join(tmpdir(), "form-rules-"));
  cpSync(dirname(find("agency-form-rules/package.json")), copy, { recursive: true });
  renameSync(join(copy, "public.wasm"), join(copy, "lost.wasm"));
  const other = await import(pathToFileURL(join(copy, "index.js")));
  await assert.rejects(other.load(), ({ message, cause }) => {
    assert.equal(message, "the form rules could not be loaded");
    return cause.code === "ENOENT";
  });
  assert.equal(other.isLoaded(), false);
  renameSync(join(copy, "lost.wasm"), join(copy, "public.wasm"));
  await other.load();
  assert.deepEqual(other.checkForm("login", { username: "ada", password: "secret" }), []);
  rmSync(copy, { recursive: true });
});

test("validates a text of 10 MB, and responds correctly afterwards", async () => {
  await rules.load();
  const huge = "é".repeat(10 * 1024 * 1024);
  assert.equal(rules.checkField("contact", "message", huge), "Message must not exceed 10000 characters");
  assert.equal(rules.countCharacters(huge), huge.length);
  assert.deepEqual(rules.checkForm("login", { username: "ada", password: "secret" }), []);
});

test("describes every form that it validates", () => {
  const [{ forms }, described] = [data("rules"), data("schemas")];
  assert.deepEqual(Object.keys(forms), Object.keys(schemas));
  for (const [form, fields] of Object.entries(forms)) {
    assert.deepEqual(fields.map(({ name }) => name).sort(), Object.keys(described[form].properties).sort());
  }
});
