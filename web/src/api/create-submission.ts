import type { Resource } from "@rules/public.js";
import { storedBearer } from "./bearer";
import { emitChange } from "./changes";
import { call } from "./http";
import { type Attempt, idempotencyHeader } from "./idempotency";

/** What sends a form without files. The same key stores it once, however often it is sent. */
export function createSubmission(resource: Resource) {
  return async (form: Record<string, string>, { key }: Pick<Attempt, "key">): Promise<void> => {
    const headers = { ...idempotencyHeader(key), ...(await storedBearer()) };
    await call<void>(`${resource}/create/`, { method: "POST", json: form, headers });
    emitChange(resource);
  };
}
