import type { Resource } from "@rules/public.js";
import { storedBearer } from "./bearer";
import { emitChange } from "./changes";
import { call } from "./http";
import { type Attempt, idempotencyHeader } from "./idempotency";

/** Returns a function that sends a form without files. Retries with the same key store it once. */
export function createSubmission(resource: Resource) {
  return async (form: Record<string, string>, { key }: Pick<Attempt, "key">): Promise<void> => {
    const headers = { ...idempotencyHeader(key), ...(await storedBearer()) };
    await call<void>(`${resource}/create/`, { method: "POST", json: form, headers });
    emitChange(resource);
  };
}
