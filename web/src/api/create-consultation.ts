import type { Forms } from "@rules/public.js";
import { storedBearer } from "./bearer";
import { call } from "./http";
import { idempotencyHeader } from "./idempotency";

/** Sends a contact request. The same key stores it once, however often it is sent. */
export async function createConsultation(form: Forms["contact"], key: string): Promise<void> {
  return call<void>("consultations/create/", {
    method: "POST",
    json: form,
    headers: { ...idempotencyHeader(key), ...(await storedBearer()) },
  });
}
