import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

/** Says so once a query has failed. What shows the query's data has been rendered again, too. */
export function FailedQuery() {
  const cache = useQueryClient().getQueryCache();
  const hasFailed = useSyncExternalStore(
    (notify) => cache.subscribe(notifyManager.batchCalls(notify)),
    () => cache.getAll().some(({ state }) => state.status === "error"),
  );
  return hasFailed && <p>A query has failed.</p>;
}
