import type { Resource } from "@rules/public.js";
import { queryOptions } from "@tanstack/react-query";
import { bodyUnlessKnown, ifNoneMatch } from "./entity-tags";
import type { InboxResponse } from "./schema";
import { staffClient } from "./staff-client";

/** Records per box. A server of the previous release counts only the new ones. */
export type BoxNumbers = Pick<InboxResponse[Resource], "new"> & Partial<InboxResponse[Resource]>;

/**
 * Counts for the dashboard: records per box and list, unsent mails and webhooks with the last
 * answer, records that wait for deletion, and failing background tasks. A server of the previous
 * release may lack a list.
 */
export type Inbox = Partial<Record<Resource, BoxNumbers>> &
  Pick<InboxResponse, "mail"> &
  Partial<Pick<InboxResponse, "webhooks" | "retention" | "failing_tasks">>;

const queryKey = ["inbox"] as const;

/** Records per box of each list. It is an extra, so a failure shows no toast. */
export const inboxQuery = queryOptions({
  queryKey,
  queryFn: ({ signal, client }) => {
    const known = client.getQueryData<Inbox>(queryKey);
    const params = { header: ifNoneMatch(known) };
    const call = staffClient.GET("/api/inbox", { params, signal });
    return bodyUnlessKnown(known, call, { mail: "object" });
  },
  // A tag belongs to the response as it came.
  structuralSharing: false,
});
