import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Forms } from "./types.js";

/** Standard Schemas by form name. The output equals the input; only the server trims values. */
export const schemas: { readonly [N in keyof Forms]: StandardSchemaV1<Forms[N], Forms[N]> };
