/** Returns the staff module's functions around the exports of an instance. */
export function staffRules(module: WebAssembly.Exports): typeof import("./staff.js");
