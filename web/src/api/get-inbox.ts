import type { Resource } from "@rules/public.js";
import { queryOptions } from "@tanstack/react-query";
import { authorizedCall } from "./client";
import { conditionalFetch } from "./conditional";
import type { InboxResponse } from "./schema";

/** How many records each box holds. A server of the release before counts the new ones alone. */
export type BoxNumbers = Pick<InboxResponse[Resource], "new"> & Partial<InboxResponse[Resource]>;

/**
 * How many records each box of each list holds, how many mails could not be sent and what the mail server said to the
 * last of them, how many records wait to be deleted, and which background tasks keep failing. A server of the release
 * before may lack a list.
 */
export type Inbox = Partial<Record<Resource, BoxNumbers>> &
  Pick<InboxResponse, "mail"> &
  Partial<Pick<InboxResponse, "retention" | "failing_tasks">>;

const queryKey = ["inbox"] as const;

/** How many records each box holds. What it says is only beside the point, so it fails in silence. */
export const inboxQuery = queryOptions({
  queryKey,
  queryFn: ({ signal, client }) =>
    authorizedCall<Inbox>("inbox/", { signal }, conditionalFetch(client.getQueryData(queryKey))),
  // A tag belongs to the answer as it came.
  structuralSharing: false,
});
