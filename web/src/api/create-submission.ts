import type { Resource } from "@rules/public.js";
import { storedBearer } from "./bearer";
import { emitChange } from "./changes";
import { call, isCreated } from "./http";
import { type Attempt, idempotencyHeader } from "./idempotency";

/** Returns a function that sends a form without files. Retries with the same key store it once. */
export function createSubmission(resource: Resource) {
  return async (
    json: Record<string, string>,
    { key, signal }: Pick<Attempt, "key" | "signal">,
  ): Promise<void> => {
    const headers = { ...idempotencyHeader(key), ...(await storedBearer()) };
    const options = { method: "POST", json, headers, signal, check: isCreated } as const;
    await call<void>(`${resource}/create/`, options);
    emitChange(resource);
  };
}
