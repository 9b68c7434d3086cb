import { queryOptions } from "@tanstack/react-query";
import { bodyOf } from "./client";
import { hasStatus, isRetryable, messageOf } from "./errors";
import type { PersonResponse, UserInfo } from "./schema";
import { staffClient } from "./staff-client";

export type { UserInfo };

/** An admin to whom records can be assigned. */
export type Person = PersonResponse;

const FIVE_MINUTES = 5 * 60 * 1000;

/** Returns the query of the signed-in user, which stays fresh for five minutes. */
export const userInfoQuery = queryOptions({
  queryKey: ["user-info"],
  queryFn: ({ signal }) =>
    bodyOf(staffClient.GET("/api/userinfo", { signal }), { username: "string" }),
  staleTime: FIVE_MINUTES,
  meta: {
    // A proxy may respond with its own error.
    failure: (error) =>
      hasStatus(error, 401)
        ? "Unauthorized: Invalid or expired token"
        : messageOf(error, "Failed to fetch user info"),
  },
  retry: (failures, error) => isRetryable(error) && failures < 1,
});

/** Returns the query of all admins to whom records can be assigned. */
export const adminsQuery = queryOptions({
  queryKey: ["admins"],
  queryFn: ({ signal }) => bodyOf(staffClient.GET("/api/admins", { signal }), "array"),
  staleTime: FIVE_MINUTES,
});
