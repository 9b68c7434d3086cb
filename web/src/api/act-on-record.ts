import type { Resource } from "@rules/public.js";
import { authorizedCall } from "./client";
import { hasFields } from "./http";
import { idempotencyHeader } from "./idempotency";
import type { ActionForm } from "./schema";
import type { Submission } from "./submissions";

/** The body of an action on a record. */
export type ActionRequest = ActionForm;

/** Performs an action on a record and returns the updated record. A key that was used before has no further effect. */
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
    check: hasFields<Submission>({ id: "number", slug: "string" }),
  });
}
