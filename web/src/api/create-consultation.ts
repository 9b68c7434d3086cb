import type { ContactForm } from "@rules/agency_core_wasm.js";
import { call } from "./http";
import { idempotencyHeader } from "./idempotency";

/** Sends a contact request. The same key stores it once, however often it is sent. */
export function createConsultation(form: ContactForm, key: string): Promise<void> {
  return call<void>("consultations/create/", {
    method: "POST",
    json: form,
    headers: idempotencyHeader(key),
  });
}
