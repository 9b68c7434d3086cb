import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SortOrder } from "@rules/agency_core_wasm.js";
import { messageOf } from "../../api/errors";
import { consultationsQuery } from "../../api/list-consultations";
import { dashboardPageSize } from "../../rules/metadata";
import { notifyError } from "../../ui/toast";

/** One page of the consultations; the one after it is fetched ahead. */
export function useConsultations(page: number, sort: SortOrder) {
  const client = useQueryClient();
  const query = useQuery(consultationsQuery(page, sort));
  const { data, error, errorUpdatedAt, isPlaceholderData } = query;
  const hasNext = data !== undefined && !isPlaceholderData && page * dashboardPageSize < data.count;

  useEffect(() => {
    if (hasNext) void client.prefetchQuery(consultationsQuery(page + 1, sort));
  }, [client, hasNext, page, sort]);

  useEffect(() => {
    if (error) notifyError(messageOf(error, "Failed to fetch consultations"));
  }, [error, errorUpdatedAt]);

  return query;
}
