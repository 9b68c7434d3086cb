// Rules of the public forms, for browsers, Node and bundlers.
import { bytes } from "#wasm";
import { formRules } from "./form-rules.js";
import { forms, headLength } from "./forms.js";

export { noSuchRule } from "./exchange.js";
export { version } from "./version.js";

let rules, loading;

async function start() {
  const { instance } = await WebAssembly.instantiate(await bytes(), {});
  rules = formRules(instance.exports, forms, headLength);
}

/** Loads the module once. A failed load can be retried. */
export function load() {
  loading ??= start().catch((error) => {
    loading = undefined;
    throw new Error("the form rules could not be loaded", { cause: error });
  });
  return loading;
}

export const isLoaded = () => rules !== undefined;

function loaded() {
  if (!rules) throw new Error("the form rules are not loaded yet: await load() first");
  return rules;
}

export const checkForm = (form, values) => loaded().checkForm(form, values);
export const checkField = (form, field, value) => loaded().checkField(form, field, value);
export const countCharacters = (text) => loaded().countCharacters(text);
