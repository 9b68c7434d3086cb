import { queryOptions } from "@tanstack/react-query";
import { authorizedCall } from "./client";
import { isTransient } from "./errors";

/** The signed-in user. */
export type UserInfo = {
  first_name: string;
  last_name: string;
  username: string;
  email: string;
};

const FIVE_MINUTES = 5 * 60 * 1000;

/** The signed-in user, kept for five minutes. */
export const userInfoQuery = queryOptions({
  queryKey: ["user-info"],
  queryFn: ({ signal }) => authorizedCall<UserInfo>("userinfo/", { signal }),
  staleTime: FIVE_MINUTES,
  gcTime: FIVE_MINUTES,
  retry: (failures, error) => isTransient(error) && failures < 1,
});
