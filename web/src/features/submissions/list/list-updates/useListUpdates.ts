import {
  focusManager,
  hashKey,
  useIsMutating,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { inboxQuery } from "~/api/inbox";
import { actionsKey, countsKey, type Page, pagesKey, type Submission } from "~/api/submissions";
import type { Filter } from "~/rules/filter";
import type { SubmissionKind } from "~/features/submissions/kinds/kind";
import { type ListUpdate, listUpdateOf } from "./list-updates";

/** Polling intervals of a visible and of a hidden tab, in milliseconds. */
const INTERVAL_MS = 15_000;
const HIDDEN_INTERVAL_MS = 60_000;

/**
 * Polls the current page. Changes that move no row are shown at once. Others are shown on demand, so that no row
 * moves by itself. Failed polls are not reported.
 */
export function useListUpdates<T extends Submission>(
  { queries }: SubmissionKind<T>,
  filter: Filter,
  shown: Page<T>,
): { update: ListUpdate; show: () => void } {
  const client = useQueryClient();
  const { queryKey } = queries.page(filter);

  const isActing = useIsMutating({ mutationKey: actionsKey }) > 0;
  const { data, dataUpdatedAt } = useQuery({
    ...queries.latest(filter),
    initialData: shown,
    staleTime: INTERVAL_MS,
    // A poll during an action may return the records as they were before it.
    refetchInterval: () =>
      !isActing && (focusManager.isFocused() ? INTERVAL_MS : HIDDEN_INTERVAL_MS),
    // The title of a hidden tab shows the number of new records.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: isActing ? false : "always",
    retry: false,
    gcTime: 0,
  });
  const shownAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  const latest = data !== shown && dataUpdatedAt > shownAt ? data : undefined;
  const update = latest ? listUpdateOf(shown, latest, filter) : "unchanged";

  const publish = useEffectEvent((polled: Page<T>) => {
    if (listUpdateOf(shown, polled, filter) === "unchanged") client.setQueryData(queryKey, polled);
    // A changed page also changes the counts of other boxes.
    const key = hashKey(queryKey);
    void client.invalidateQueries({
      queryKey: pagesKey(queries.resource),
      predicate: ({ queryHash }) => queryHash !== key,
    });
    void client.invalidateQueries({ queryKey: countsKey(queries.resource) });
    void client.invalidateQueries({ queryKey: inboxQuery.queryKey });
  });
  useEffect(() => {
    if (latest) publish(latest);
  }, [latest]);

  return { update, show: () => latest && client.setQueryData(queryKey, latest) };
}
