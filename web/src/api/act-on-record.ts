import type { Resource } from "@rules/public.js";
import { authorizedCall } from "./client";
import { idempotencyHeader } from "./idempotency";
import type { ActionForm } from "./schema";

/** What is to be done with a record. */
export type ActionRequest = ActionForm;

/** Does something with a record, and answers with the record as it is then. The same key does it once. */
export function actOnRecord<T>(
  resource: Resource,
  slug: string,
  request: ActionRequest,
  key: string,
): Promise<T> {
  return authorizedCall<T>(`${resource}/${encodeURIComponent(slug)}/actions/`, {
    method: "POST",
    json: request,
    headers: idempotencyHeader(key),
  });
}
