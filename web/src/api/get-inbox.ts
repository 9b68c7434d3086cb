import type { Resource } from "@rules/public.js";
import { queryOptions } from "@tanstack/react-query";
import { authorizedCall } from "./client";

/** How much waits in each list. */
export type Inbox = Record<Resource, { new: number }>;

/** How much waits in each list. What it says is only beside the point, so it fails in silence. */
export const inboxQuery = queryOptions({
  queryKey: ["inbox"],
  queryFn: ({ signal }) => authorizedCall<Inbox>("inbox/", { signal }),
});
