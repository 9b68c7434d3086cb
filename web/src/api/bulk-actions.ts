import type { Resource } from "@rules/public.js";
import { bodyOf } from "./client";
import type { BulkActionForm } from "./schema";
import { staffClient } from "./staff-client";
import type { Detail, Submission } from "./submissions";

/** What happened to one record of several. */
export type BulkResult = {
  slug: string;
  status: number;
  /** The record as it is now, with 200 and 409. */
  record?: Detail<Submission>;
  /** Why the action failed. With 409, who changed the record and how. */
  message?: string;
};

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
