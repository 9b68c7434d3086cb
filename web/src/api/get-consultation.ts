import { queryOptions } from "@tanstack/react-query";
import { authorizedCall } from "./client";
import { type Consultation, consultationKeys } from "./consultation";

/** One consultation, by its slug. */
export function consultationQuery(slug: string) {
  return queryOptions({
    queryKey: consultationKeys.detail(slug),
    queryFn: ({ signal }) =>
      authorizedCall<Consultation>(`consultations/${encodeURIComponent(slug)}`, { signal }),
  });
}
