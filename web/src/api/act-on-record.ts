import type { RecordAction, Resource } from "@rules/public.js";
import { authorizedCall } from "./client";
import { idempotencyHeader } from "./idempotency";

/** What is to be done with a record. */
export type Order = {
  action: RecordAction;
  /** Which version of the record was seen; a note needs none. */
  version?: number;
  /** Who gets the record, or null for nobody. */
  to?: string | null;
  /** The note. */
  text?: string;
};

/** Does something with a record, and answers with the record as it is then. The same key does it once. */
export function actOnRecord<T>(
  resource: Resource,
  slug: string,
  order: Order,
  key: string,
): Promise<T> {
  return authorizedCall<T>(`${resource}/${encodeURIComponent(slug)}/actions/`, {
    method: "POST",
    json: order,
    headers: idempotencyHeader(key),
  });
}
