import type { Resource } from "@rules/public.js";
import { bodyOf } from "./client";
import type { BulkActionForm, BulkResult } from "./schema";
import { staffClient } from "./staff-client";

export type { BulkResult };

/** Applies an action to at most 100 records, each by itself. The same key does it once. */
export async function actOnRecords(
  resource: Resource,
  body: BulkActionForm,
  key: string,
): Promise<BulkResult[]> {
  const params = { path: { list: resource }, header: { "idempotency-key": key } };
  const call = staffClient.POST("/api/{list}/actions", { params, body });
  return (await bodyOf(call, { results: "array" })).results;
}
