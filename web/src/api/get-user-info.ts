import { queryOptions } from "@tanstack/react-query";
import { authorizedCall } from "./client";
import { hasStatus, messageOf } from "./errors";
import { hasFields } from "./http";
import type { UserInfo } from "./schema";
import { isRetryable } from "./transient";

export type { UserInfo };

const FIVE_MINUTES = 5 * 60 * 1000;

/** Returns the query of the signed-in user, which stays fresh for five minutes. */
export const userInfoQuery = queryOptions({
  queryKey: ["user-info"],
  queryFn: ({ signal }) =>
    authorizedCall<UserInfo>("userinfo/", {
      signal,
      check: hasFields<UserInfo>({ username: "string" }),
    }),
  staleTime: FIVE_MINUTES,
  gcTime: FIVE_MINUTES,
  meta: {
    // A proxy may respond with its own error.
    failure: (error) =>
      hasStatus(error, 401)
        ? "Unauthorized: Invalid or expired token"
        : messageOf(error, "Failed to fetch user info"),
  },
  retry: (failures, error) => isRetryable(error) && failures < 1,
});
