import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { filterOf, type Page, type Submission } from "~/api/submissions";
import { describeRetry } from "~/api/failures";
import { type Filter, filterKeys } from "~/rules/filter";
import { dashboardPageSize } from "~/rules/metadata";
import { useStaffRules } from "~/rules/useRules";
import type { SubmissionKind } from "../kinds/kind";
import { sortRows, cachedRows } from "./search/cached-rows";
import { useStaff } from "~/features/session/useStaff";

/** The state of a page of a list. */
type ListState<T> = {
  /** The page; while it loads, the previous page of the same records. */
  page: Page<T> | undefined;
  /** The rows of the page; while it loads, the matching cached rows. */
  rows: readonly T[] | undefined;
  /** Whether the page is loading. */
  busy: boolean;
  /** Why the call is being retried, if it failed. */
  note: string | undefined;
  error: Error | null;
  retry: () => void;
};

/** Returns a page of a list, and prefetches the next one. While a text is `typed`, returns matching cached rows. */
export function useSubmissions<T extends Submission>(
  kind: SubmissionKind<T>,
  filter: Filter,
  typed: string | undefined,
): ListState<T> {
  const { queries, words } = kind;
  const client = useQueryClient();
  const rules = useStaffRules();
  const me = useStaff().me?.username;
  const query = useQuery({
    ...queries.page(filter),
    // `useListUpdates` polls for changes, and shows them on demand.
    refetchOnWindowFocus: false,
    meta: { failure: words.listToast },
    placeholderData: (previous, previousQuery) => {
      const shown = previousQuery && filterOf(previousQuery.queryKey);
      return shown && sameRecords(shown, filter) ? previous : undefined;
    },
  });
  const { data, error, isPlaceholderData, refetch } = query;
  const { page } = filter;
  const hasNext = data !== undefined && !isPlaceholderData && page * dashboardPageSize < data.count;

  useEffect(() => {
    if (hasNext) void client.prefetchQuery(queries.page({ ...filter, page: page + 1 }));
  }, [client, hasNext, queries, filter, page]);

  const retry = () => void refetch();
  const typing = typed !== undefined;
  if (!typing && (data || error)) {
    // Sorts the previous rows until the page arrives.
    const rows = isPlaceholderData
      ? sortRows(rules, data?.results ?? [], filter.sort)
      : data?.results;
    const note = isPlaceholderData ? describeRetry(query) : undefined;
    return { page: data, rows, busy: isPlaceholderData, note, error, retry };
  }
  const wanted = typing ? { ...filter, q: typed, page: 1 } : filter;
  const note = typing ? undefined : describeRetry(query);
  const rows = wanted.page === 1 ? cachedRows(client, kind, wanted, rules, me) : undefined;
  return { page: undefined, rows, busy: true, note, error: null, retry };
}

/** Returns whether two filters match the same records, on any page and in any order. */
function sameRecords(one: Filter, other: Filter): boolean {
  return filterKeys.every((part) => one[part] === other[part]);
}
