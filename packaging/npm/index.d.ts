export type * from "./types.js";
export { version, noSuchRule, checkForm, checkField, countCharacters } from "./public.js";
export type { NoSuchRule } from "./public.js";

/** Loads the module, once; a failed load can be tried again. The functions throw an error before. */
export function load(): Promise<void>;

/** Whether the module is loaded. */
export function isLoaded(): boolean;
