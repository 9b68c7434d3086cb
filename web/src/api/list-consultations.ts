import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { SortOrder } from "@rules/agency_core_wasm.js";
import { authorizedCall } from "./client";
import { type Consultation, consultationKeys } from "./consultation";
import type { Page } from "./page";

/** One page of the consultations; the former page stays in view until the next has come. */
export function consultationsQuery(page: number, sort: SortOrder) {
  return queryOptions({
    queryKey: consultationKeys.list(page, sort),
    queryFn: ({ signal }) =>
      authorizedCall<Page<Consultation>>(`consultations?page=${page}&sort=${sort}`, { signal }),
    placeholderData: keepPreviousData,
  });
}
