import { type QueryClient, queryOptions, skipToken } from "@tanstack/react-query";

/**
 * The new recovery codes until the user has saved them, whatever page is shown in the meantime. Signing out removes
 * them with the rest of the query cache.
 */
export const newCodesQuery = queryOptions<string[]>({
  queryKey: ["new-recovery-codes"],
  queryFn: skipToken,
  gcTime: Infinity,
});

/** Keeps new recovery codes. Until they are saved, the browser asks before it closes the page. */
export function keepNewCodes(client: QueryClient, codes: string[]): void {
  const { queryKey } = newCodesQuery;
  client.setQueryData(queryKey, codes);
  addEventListener("beforeunload", function ask(event) {
    if (client.getQueryData(queryKey)) event.preventDefault();
    else removeEventListener("beforeunload", ask);
  });
}

/** Forgets the codes: they are saved. */
export function forgetNewCodes(client: QueryClient): Promise<void> {
  return client.resetQueries(newCodesQuery);
}
