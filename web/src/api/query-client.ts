import { QueryCache, QueryClient } from "@tanstack/react-query";
import { notifyError } from "../ui/toast/toast";
import { onChange } from "./changes";
import { isTransient, messageOf } from "./errors";
import { inboxQuery } from "./get-inbox";

const FIVE_MINUTES = 5 * 60 * 1000;

/** What a failed call is told by: a sentence, or what makes one, or none, of the error. */
type Failure = string | ((error: Error) => string | undefined);

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Shown as a toast when the call has failed; a sentence stands in where the error has none. */
      failure?: Failure;
    };
  }
}

function tell(error: Error, failure: Failure | undefined): void {
  const message = typeof failure === "string" ? messageOf(error, failure) : failure?.(error);
  if (message) notifyError(message);
}

/** Makes a cache that repeats only what may pass by itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => tell(error, query.meta?.failure) }),
    defaultOptions: {
      queries: {
        // A call that cannot go out is to fail and be told, not to wait unseen.
        networkMode: "always",
        gcTime: FIVE_MINUTES,
        retry: (failures, error) => isTransient(error) && failures < 3,
        // What waits for the network is asked for again as soon as that is back.
        refetchOnReconnect: ({ state }) => isTransient(state.error),
        retryDelay: (failure) => Math.min(1000 * 2 ** failure, 30_000),
      },
    },
  });
}

/** The cache of this tab. */
export const queryClient = createQueryClient();

onChange((resource) => {
  void queryClient.invalidateQueries({ queryKey: [resource] });
  void queryClient.invalidateQueries({ queryKey: inboxQuery.queryKey });
});
