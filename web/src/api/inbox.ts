import declared from "@rules/resources.json";
import { queryOptions } from "@tanstack/react-query";
import { bodyUnlessKnown, ifNoneMatch } from "./entity-tags";
import type { InboxResponse } from "./schema";
import { staffClient } from "./staff-client";

const queryKey = ["inbox"] as const;

/** With each list, because a server of the release before a new form lacks its list. */
const shape = Object.fromEntries([
  ["mail", "object"],
  ...declared.map(({ table }) => [table, "object"]),
]) as Record<keyof InboxResponse, "object">;

/**
 * Counts for the dashboard: records per box and list, unsent mails and webhooks with the last
 * answer, records that wait for deletion, and failing background tasks. They are an extra, so a
 * failure shows no toast.
 */
export const inboxQuery = queryOptions({
  queryKey,
  queryFn: ({ signal, client }) => {
    const known = client.getQueryData<InboxResponse>(queryKey);
    const params = { header: ifNoneMatch(known) };
    const call = staffClient.GET("/api/inbox", { params, signal });
    return bodyUnlessKnown(known, call, shape);
  },
  // A tag belongs to the response as it came.
  structuralSharing: false,
});
