import type { ContactForm } from "@rules/agency_core_wasm.js";
import { call } from "./http";

/** Sends a contact request. The same key stores it once, however often it is sent. */
export function createConsultation(form: ContactForm, idempotencyKey: string): Promise<void> {
  return call<void>("consultations/create/", {
    method: "POST",
    json: form,
    headers: { "idempotency-key": idempotencyKey },
  });
}

/** Marks every list of consultations as stale. */
export async function consultationsChanged(): Promise<void> {
  // Loaded on demand: a visitor has no lists, and the public pages do without the query library.
  const [{ queryClient }, { consultationKeys }] = await Promise.all([
    import("./query-client"),
    import("./consultation"),
  ]);
  await queryClient.invalidateQueries({ queryKey: consultationKeys.all });
}
