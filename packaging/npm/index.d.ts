export type * from "./types.js";
export { version, noSuchRule, checkForm, checkField, countCharacters } from "./public.js";
export type { NoSuchRule } from "./public.js";

/** Loads the module once. A failed load can be retried. The other functions throw until it is loaded. */
export function load(): Promise<void>;

/** Returns whether the module is loaded. */
export function isLoaded(): boolean;
