export { noSuchRule } from "./public.js";

/** Returns the public module's functions around the exports of an instance. */
export function publicRules(
  module: WebAssembly.Exports,
): Pick<typeof import("./public.js"), "checkForm" | "checkField" | "countCharacters">;
