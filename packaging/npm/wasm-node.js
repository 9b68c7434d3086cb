import { readFile } from "node:fs/promises";

/** The module's bytes. */
export const bytes = () => readFile(new URL("./public.wasm", import.meta.url));
