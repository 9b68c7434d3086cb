import { readFile } from "node:fs/promises";

/** Returns the module's bytes. */
export const bytes = () => readFile(new URL("./public.wasm", import.meta.url));
