import * as module from "./public.wasm";
import { publicRules } from "./public-rules.js";

export { noSuchRule } from "./public-rules.js";
export const { checkForm, checkField, countCharacters } = publicRules(module);
