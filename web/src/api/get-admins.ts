import { queryOptions } from "@tanstack/react-query";
import { authorizedCall } from "./client";
import type { PersonResponse } from "./schema";

/** An admin to whom records can be assigned. */
export type Person = PersonResponse;

const FIVE_MINUTES = 5 * 60 * 1000;

/** Returns the query of all admins to whom records can be assigned. */
export const adminsQuery = queryOptions({
  queryKey: ["admins"],
  queryFn: ({ signal }) => authorizedCall<Person[]>("admins/", { signal, check: Array.isArray }),
  staleTime: FIVE_MINUTES,
});
