import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { filterOf, type Page, type Submission } from "../../../api/submissions";
import { describeRetry } from "../../../api/transient";
import { type Filter, filterKeys } from "../../../rules/filter";
import { dashboardPageSize } from "../../../rules/metadata";
import { useStaffRules } from "../../../rules/useRules";
import type { SubmissionKind } from "../kinds/kind";
import { sortRows, cachedRows } from "./search/cached-rows";
import { useStaff } from "../../session/useStaff";

/** What there is to show of a page. */
type Shown<T> = {
  /** The page, or the former one of the same records until it comes. */
  page: Page<T> | undefined;
  /** What is here of it already, where that is all that is known. */
  rows: readonly T[] | undefined;
  /** Whether it is waited for. */
  busy: boolean;
  /** Why it is still waited for, where the call has failed and is made again. */
  note: string | undefined;
  error: Error | null;
  retry: () => void;
};

/** One page of a list; the one after it is fetched ahead. `typed` is searched for next, among the rows at hand. */
export function useSubmissions<T extends Submission>(
  kind: SubmissionKind<T>,
  filter: Filter,
  typed: string | undefined,
): Shown<T> {
  const { queries, words } = kind;
  const client = useQueryClient();
  const rules = useStaffRules();
  const me = useStaff().me?.username;
  const query = useQuery({
    ...queries.page(filter),
    // What has changed is asked for beside it, and shown when somebody wants to see it.
    refetchOnWindowFocus: false,
    meta: { failure: words.listToast },
    placeholderData: (former, before) => {
      const asked = before && filterOf(before.queryKey);
      return asked && sameRecords(asked, filter) ? former : undefined;
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
    // In the order asked for, until the server has sorted them all.
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

/** Whether two filters leave the same records, on whatever page and in whatever order. */
function sameRecords(one: Filter, other: Filter): boolean {
  return filterKeys.every((part) => one[part] === other[part]);
}
