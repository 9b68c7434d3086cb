import { QueryCache, QueryClient } from "@tanstack/react-query";
import { notifyError } from "../ui/toast/toast";
import { createEvent } from "../state/create-store";
import { onChange } from "./changes";
import { isRetryable, isTransient, messageOf } from "./errors";
import { inboxQuery } from "./inbox";

/** The fallback text of a toast, or a function of the error that returns its text or nothing. */
type Failure = string | ((error: Error) => string | undefined);

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Text of the toast when the query fails and its error has no message. */
      failure?: Failure;
    };
  }
}

function notifyFailure(error: Error, failure: Failure | undefined): void {
  const message = typeof failure === "string" ? messageOf(error, failure) : failure?.(error);
  if (message) notifyError(message);
}

/** Creates a query client that retries only transient errors. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => notifyFailure(error, query.meta?.failure),
    }),
    defaultOptions: {
      queries: {
        // Offline calls must fail visibly instead of waiting.
        networkMode: "always",
        retry: (failures, error) => isRetryable(error) && failures < 3,
        // Transient failures are refetched as soon as the network returns.
        refetchOnReconnect: ({ state }) => isTransient(state.error),
      },
    },
  });
}

/** The query client of this tab. */
export const queryClient = createQueryClient();

const cleared = createEvent();

/** Registers a listener for the end of a session, after which no data of its user may remain. */
export const onUserDataCleared = cleared.subscribe;

/** Removes the data of the signed-in user from the memory of this tab. */
export function clearUserData(): void {
  queryClient.clear();
  cleared.emit();
}

onChange((resource) => {
  void queryClient.invalidateQueries({ queryKey: [resource] });
  void queryClient.invalidateQueries({ queryKey: inboxQuery.queryKey });
});
