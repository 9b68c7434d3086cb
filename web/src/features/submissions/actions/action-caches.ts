import type { Resource } from "@rules/public.js";
import type { MutationCache, MutationFilters, QueryClient } from "@tanstack/react-query";
import { inboxQuery } from "~/api/inbox";
import {
  countsKey,
  type Detail,
  keepOlderHistory,
  pagesKey,
  pollsKey,
  recordKey,
  type Submission,
} from "~/api/submissions";
import { isRetryable } from "~/api/errors";

/** Options of a mutation that is repeated after transient errors, with the same idempotency key. */
export const retryTransient = {
  networkMode: "always",
  retry: (failures: number, error: Error) => isRetryable(error) && failures < 2,
  retryDelay: (failure: number) => 1000 * 2 ** failure,
} as const;

/** Cancels pending calls, which may return records as they were before an action. */
export async function cancelReads(
  client: QueryClient,
  resource: Resource,
  slugs: readonly string[],
): Promise<void> {
  const keys = [
    pagesKey(resource),
    countsKey(resource),
    pollsKey(resource),
    inboxQuery.queryKey,
    ...slugs.map((slug) => recordKey(resource, slug)),
  ];
  await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })));
}

/** Shows a record where it is open, unless signing out has removed it. */
export function showRecord<T extends Submission>(
  client: QueryClient,
  resource: Resource,
  record: Detail<T>,
  updatedAt = Date.now(),
): void {
  client.setQueryData<Detail<T>>(
    recordKey(resource, record.slug),
    (now) => now && keepOlderHistory(now, record),
    { updatedAt },
  );
}

/** Refetches the lists and the counts of their boxes after an action, and the records that were loading during it. */
export async function refetchAfterAction(
  client: QueryClient,
  resource: Resource,
  slugs: readonly string[],
): Promise<void> {
  await cancelReads(client, resource, slugs);
  void client.invalidateQueries({ queryKey: pagesKey(resource) });
  void client.invalidateQueries({ queryKey: countsKey(resource) });
  void client.invalidateQueries({ queryKey: inboxQuery.queryKey });
  for (const slug of slugs) {
    void client.refetchQueries({
      queryKey: recordKey(resource, slug),
      type: "active",
      predicate: ({ state }) => state.data === undefined && state.error === null,
    });
  }
}

/** Waits until a mutation is no longer pending, and returns it. Returns undefined if there is none. */
export async function settledMutation(client: QueryClient, filters: MutationFilters) {
  const cache = client.getMutationCache();
  const mutation = cache.find(filters);
  while (mutation?.state.status === "pending") {
    // oxlint-disable-next-line no-await-in-loop -- one change after the other
    await nextChange(cache);
  }
  return mutation;
}

function nextChange(cache: MutationCache): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = cache.subscribe(() => {
      unsubscribe();
      resolve();
    });
  });
}
