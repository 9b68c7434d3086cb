import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addOlderHistory, type Detail, type Submission } from "~/api/submissions";
import type { SubmissionKind } from "~/features/submissions/kinds/kind";

/** The events before the shown ones. */
export type OlderHistory = {
  /** Whether there are older events. */
  exists: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  /** Loads a page of older events. Returns whether there are more, or undefined if it failed. */
  load: () => Promise<boolean | undefined>;
};

/** Loads older events of a record into the cache, on demand. */
export function useOlderHistory<T extends Submission>(
  { queries }: SubmissionKind<T>,
  { slug, history_before: before }: Detail<T>,
): OlderHistory {
  const client = useQueryClient();
  const { queryKey } = queries.record(slug);
  const { mutateAsync, isPending, isError } = useMutation({
    networkMode: "always",
    mutationFn: (from: number) => queries.olderHistory(slug, from),
    onSuccess: (page, from) => {
      // Keeps the time of the record, which was not fetched again.
      const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt;
      client.setQueryData<Detail<T>>(
        queryKey,
        (now) => now && addOlderHistory(now, from, page),
        updatedAt === undefined ? {} : { updatedAt },
      );
    },
  });

  async function load() {
    if (before === undefined) return undefined;
    try {
      return (await mutateAsync(before)).history_before !== undefined;
    } catch {
      return undefined;
    }
  }

  return { exists: before !== undefined, isLoading: isPending, hasFailed: isError, load };
}
