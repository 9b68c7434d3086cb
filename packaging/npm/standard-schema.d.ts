import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Forms } from "./types.js";

/** Standard Schema of each form, by name. The output equals the input; the server normalises it. */
export const schemas: { readonly [N in keyof Forms]: StandardSchemaV1<Forms[N], Forms[N]> };
