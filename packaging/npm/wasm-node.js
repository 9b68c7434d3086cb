import { readFile } from "node:fs/promises";

/** Returns the bytes of the module. */
export const bytes = () => readFile(new URL("./public.wasm", import.meta.url));
