import type { Forms } from "@rules/public.js";
import { storedBearer } from "./bearer";
import { emitChange } from "./changes";
import { call } from "./http";
import { type Attempt, idempotencyHeader } from "./idempotency";

/** Sends a contact request. The same key stores it once, however often it is sent. */
export async function createConsultation(
  form: Forms["contact"],
  { key }: Pick<Attempt, "key">,
): Promise<void> {
  const headers = { ...idempotencyHeader(key), ...(await storedBearer()) };
  await call<void>("consultations/create/", { method: "POST", json: form, headers });
  emitChange("consultations");
}
