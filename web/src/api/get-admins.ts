import { queryOptions } from "@tanstack/react-query";
import { authorizedCall } from "./client";
import type { PersonResponse } from "./schema";

/** Somebody who works with what comes in. */
export type Person = PersonResponse;

const FIVE_MINUTES = 5 * 60 * 1000;

/** Everybody whom a record can be assigned to. */
export const adminsQuery = queryOptions({
  queryKey: ["admins"],
  queryFn: ({ signal }) => authorizedCall<Person[]>("admins/", { signal }),
  staleTime: FIVE_MINUTES,
});
