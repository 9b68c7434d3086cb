import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Forms } from "./types.js";

/** Each form as a Standard Schema, by its name. The output is the input: a server stores it trimmed. */
export const schemas: { readonly [N in keyof Forms]: StandardSchemaV1<Forms[N], Forms[N]> };
