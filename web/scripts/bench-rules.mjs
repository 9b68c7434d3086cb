// Measures the rules module against zod with the same rules, in one process. Prints
// medians; `ratio` is the module's time divided by the library's.
import { performance } from "node:perf_hooks";
import { bindingsOf, moduleBytes, startRules } from "../../scripts/rules-module.mjs";
import { schemas } from "./bench-schemas.mjs";

const rules = await startRules("public");
const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

/** @type {Record<string, Record<string, string>>} */
const forms = {
  valid: {
    message: "We sell ten thousand ties a year and would like a shop that is as calm as they are.",
    full_name: "Ada Lovelace",
    email: "ada@customer.example",
    referral: "a friend",
  },
  invalid: { message: "short", full_name: "Al", email: "ada at customer.example", referral: "x" },
};

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * Returns the median nanoseconds per call of each function. The functions take turns, so that other
 * load on the machine affects all equally.
 * @param {Record<string, () => unknown>} runs
 */
function times(runs, rounds = 41, calls = 4000) {
  /** @type {Record<string, number[]>} */
  const samples = {};
  for (let round = -5; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(runs)) {
      const start = performance.now();
      for (let call = 0; call < calls; call += 1) run();
      const time = ((performance.now() - start) * 1e6) / calls;
      if (round >= 0) (samples[name] ??= []).push(time);
    }
  }
  return Object.fromEntries(Object.entries(samples).map(([name, each]) => [name, median(each)]));
}

/**
 * @param {string} title
 * @param {Record<string, () => unknown>} runs
 */
function compare(title, runs) {
  const { rules: own = Number.NaN, ...others } = times(runs);
  const columns = Object.entries(others).map(
    ([name, time]) => `${name} ${time.toFixed(0)} ns, ratio ${(own / time).toFixed(2)}`,
  );
  print(`${title.padEnd(22)} module ${own.toFixed(0)} ns | ${columns.join(" | ")}`);
}

for (const [kind, form] of Object.entries(forms)) {
  const expected = kind === "valid" ? 0 : 4;
  const found = [
    rules.checkForm("contact", form).length,
    ...schemas.map((schema) => schema.form(form).length),
  ];
  if (found.some((count) => count !== expected)) {
    throw new Error(`they disagree about the ${kind} form: ${found.join(", ")}`);
  }
  const others = schemas.map((schema) => [schema.name, () => schema.form(form)]);
  compare(
    `contact form, ${kind}`,
    Object.fromEntries([["rules", () => rules.checkForm("contact", form)], ...others]),
  );
}

for (const [kind, form] of Object.entries(forms)) {
  for (const [field, value] of Object.entries(form)) {
    const others = schemas.map((schema) => [schema.name, () => schema.field(field, value)]);
    compare(
      `${field}, ${kind}`,
      Object.fromEntries([["rules", () => rules.checkField("contact", field, value)], ...others]),
    );
  }
}

const bytes = moduleBytes("public");
const compiled = await WebAssembly.compile(bytes);
const { imports } = await bindingsOf("public");
/** @type {number[]} */
const instances = [];
/** @type {number[]} */
const whole = [];
for (let round = 0; round < 300; round += 1) {
  let start = performance.now();
  const instance = new WebAssembly.Instance(compiled, imports);
  instances.push(performance.now() - start);
  if (!instance.exports["checkForm"]) throw new Error("the module does not check forms");
  start = performance.now();
  // eslint-disable-next-line no-await-in-loop -- one at a time, to be timed
  await WebAssembly.instantiate(bytes, imports);
  whole.push(performance.now() - start);
}
print(
  `instantiation          ${median(instances).toFixed(3)} ms, with compilation ${median(whole).toFixed(3)} ms`,
);
