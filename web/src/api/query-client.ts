import { QueryClient } from "@tanstack/react-query";
import { onChange } from "./changes";
import { isTransient } from "./errors";

const FIVE_MINUTES = 5 * 60 * 1000;

/** Makes a cache that repeats only what may pass by itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A call that cannot go out is to fail and be told, not to wait unseen.
        networkMode: "always",
        gcTime: FIVE_MINUTES,
        retry: (failures, error) => isTransient(error) && failures < 3,
        retryDelay: (failure) => Math.min(1000 * 2 ** failure, 30_000),
      },
    },
  });
}

/** The cache of this tab. */
export const queryClient = createQueryClient();

onChange((resource) => void queryClient.invalidateQueries({ queryKey: [resource] }));
