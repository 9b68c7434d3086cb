import { focusManager, hashKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { inboxQuery } from "../../../../api/get-inbox";
import { type Page, pagesKey, type Submission } from "../../../../api/submissions";
import type { Filter } from "../../../../rules/filter";
import type { SubmissionKind } from "../../kinds/kind";
import { type ListUpdate, listUpdateOf } from "./list-updates";

/** How long a list goes without being fetched again, in milliseconds: in view, and in a hidden tab. */
const INTERVAL = 15_000;
const HIDDEN_INTERVAL = 60_000;

/**
 * Polls the page in view. A change that moves no row is shown at once; the rest waits until the user asks for
 * it, so that nothing jumps. A poll that fails says nothing: the next one follows.
 */
export function useListUpdates<T extends Submission>(
  { queries }: SubmissionKind<T>,
  filter: Filter,
  shown: Page<T>,
): { news: ListUpdate; show: () => void } {
  const client = useQueryClient();
  const { queryKey } = queries.page(filter);

  function publish(answer: Page<T>) {
    const now = client.getQueryData<Page<T>>(queryKey);
    if (now && listUpdateOf(now, answer, filter) === "unchanged")
      client.setQueryData(queryKey, answer);
    // What has come here or gone has changed the counts of other boxes, too.
    const key = hashKey(queryKey);
    void client.invalidateQueries({
      queryKey: pagesKey(queries.resource),
      predicate: ({ queryHash }) => queryHash !== key,
    });
    void client.invalidateQueries({ queryKey: inboxQuery.queryKey });
  }

  const { data, dataUpdatedAt } = useQuery({
    ...queries.latest(filter, publish),
    initialData: shown,
    staleTime: INTERVAL,
    refetchInterval: () => (focusManager.isFocused() ? INTERVAL : HIDDEN_INTERVAL),
    // The title of a hidden tab counts what is new.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: "always",
    retry: false,
    gcTime: 0,
  });
  const shownAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  const latest = data !== shown && dataUpdatedAt > shownAt ? data : undefined;
  const news = latest ? listUpdateOf(shown, latest, filter) : "unchanged";
  return { news, show: () => latest && client.setQueryData(queryKey, latest) };
}
