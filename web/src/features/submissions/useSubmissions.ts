import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { messageOf } from "../../api/errors";
import type { ListRequest, Submission } from "../../api/submissions";
import { dashboardPageSize } from "../../rules/metadata";
import { notifyError } from "../../ui/toast";
import type { SubmissionKind } from "./kind";

/** One page of a list; the one after it is fetched ahead. */
export function useSubmissions<T extends Submission>(
  kind: SubmissionKind<T>,
  { page, sort, box, assigned }: ListRequest,
) {
  const { queries, words } = kind;
  const client = useQueryClient();
  const query = useQuery(queries.page({ page, sort, box, assigned }));
  const { data, error, errorUpdatedAt, isPlaceholderData } = query;
  const hasNext = data !== undefined && !isPlaceholderData && page * dashboardPageSize < data.count;

  useEffect(() => {
    if (hasNext) void client.prefetchQuery(queries.page({ page: page + 1, sort, box, assigned }));
  }, [client, hasNext, queries, page, sort, box, assigned]);

  // Told here and not by the cache: the count of a box reads the same page, and fails in silence.
  useEffect(() => {
    if (error) notifyError(messageOf(error, words.listToast));
  }, [error, errorUpdatedAt, words]);

  return query;
}
