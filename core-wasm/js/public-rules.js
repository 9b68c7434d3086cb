// Functions around the exports of the public module.
import { formRules } from "./form-rules.js";
import { forms, headLength } from "./forms.js";

export { noSuchRule } from "./exchange.js";
export const publicRules = (module) => formRules(module, forms, headLength);
