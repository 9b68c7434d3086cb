import type { Resource } from "@rules/public.js";
import { authorizedCall } from "./client";
import { hasFields } from "./http";
import { idempotencyHeader } from "./idempotency";
import type { BulkActionForm } from "./schema";
import type { Detail, Submission } from "./submissions";

/** What happened to one record of several. */
export type BulkResult<T extends Submission> = {
  slug: string;
  status: number;
  /** The record as it is now, with 200 and 409. */
  record?: Detail<T>;
  /** Why the action failed. With 409, who changed the record and how. */
  message?: string;
};

/** Applies an action to at most 100 records, each by itself. The same key does it once. */
export async function actOnRecords<T extends Submission>(
  resource: Resource,
  request: BulkActionForm,
  key: string,
): Promise<BulkResult<T>[]> {
  const { results } = await authorizedCall<{ results: BulkResult<T>[] }>(`${resource}/actions/`, {
    method: "POST",
    json: request,
    headers: idempotencyHeader(key),
    check: hasFields<{ results: unknown }>({ results: "array" }),
  });
  return results;
}
