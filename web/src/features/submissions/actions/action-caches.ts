import type { Resource } from "@rules/public.js";
import type { QueryClient } from "@tanstack/react-query";
import { inboxQuery } from "~/api/inbox";
import {
  countsKey,
  type Detail,
  keepOlderHistory,
  pagesKey,
  pollsKey,
  recordKey,
  type Submission,
} from "~/api/submissions";
import type { Staff } from "~/features/session/useStaff";
import { moveRecord } from "~/rules/labels";
import type { StaffRules } from "~/rules/load";
import type { ActionRequest } from "./action-request";

/** An open record as it was before an action, and when it was read. */
export type RecordBefore = { record: Detail<Submission>; readAt: number };

/** Cancels pending calls, which may return records as they were before an action. */
export async function cancelReads(
  client: QueryClient,
  { resource, slugs }: Pick<ActionRequest, "resource" | "slugs">,
): Promise<void> {
  const keys = [
    pagesKey(resource),
    countsKey(resource),
    pollsKey(resource),
    inboxQuery.queryKey,
    ...slugs.map((slug) => recordKey(resource, slug)),
  ];
  await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })));
}

/** Shows a record where it is open, unless signing out has removed it. */
export function showRecord(
  client: QueryClient,
  resource: Resource,
  record: Detail<Submission>,
  updatedAt = Date.now(),
): void {
  client.setQueryData<Detail<Submission>>(
    recordKey(resource, record.slug),
    (now) => now && keepOlderHistory(now, record),
    { updatedAt },
  );
}

/** Shows an action on the records that are open before the server has responded. Returns them as they were. */
export async function showExpected(
  client: QueryClient,
  request: ActionRequest,
  staff: Staff,
  rules: StaffRules,
): Promise<RecordBefore[]> {
  const { resource, slugs } = request;
  const opened = slugs
    .map((slug) => client.getQueryCache().find({ queryKey: recordKey(resource, slug) }))
    .filter((query) => query?.isActive());
  if (opened.length === 0 || request.action === "undo") return [];
  await cancelReads(client, request);
  return opened.flatMap((query) => {
    const record = query?.state.data as Detail<Submission> | undefined;
    if (!query || !record) return [];
    const readAt = query.state.dataUpdatedAt;
    showRecord(client, resource, expectedRecord(record, request, staff, rules), readAt);
    return [{ record, readAt }];
  });
}

/** Returns the record as it will be after an action. */
function expectedRecord(
  record: Detail<Submission>,
  { action, to, text }: ActionRequest,
  { me, people }: Staff,
  rules: StaffRules,
): Detail<Submission> {
  const moved = moveRecord(rules, record.state, action);
  const state = moved && "state" in moved ? moved.state : record.state;
  const assigns = action === "assign";
  const admins = me ? [me, ...people] : people;
  const assignee = admins.find(({ username }) => username === to) ?? null;
  const [from, into] = assigns ? [record.assigned_to, assignee] : [record.state, state];
  const at = new Date().toISOString();
  const entry = { at, by: me ?? null, action, from, to: into, text: text ?? null };
  return {
    ...record,
    state,
    assigned_to: assigns ? assignee : record.assigned_to,
    history: [...record.history, entry],
    // Only the server knows the deletion date in another state.
    ...(state !== record.state && { delete_at: null }),
  };
}

/**
 * Refetches the lists and the counts of their boxes after an action, the records that were loading during it, and those
 * that are `outdated`.
 */
export async function refetchAfterAction(
  client: QueryClient,
  request: ActionRequest,
  outdated: readonly string[],
): Promise<void> {
  const { resource, slugs } = request;
  await cancelReads(client, request);
  void client.invalidateQueries({ queryKey: pagesKey(resource) });
  void client.invalidateQueries({ queryKey: countsKey(resource) });
  void client.invalidateQueries({ queryKey: inboxQuery.queryKey });
  for (const slug of slugs) {
    const queryKey = recordKey(resource, slug);
    if (outdated.includes(slug)) void client.invalidateQueries({ queryKey });
    const hasNotLoaded = client.getQueryState(queryKey)?.status === "pending";
    if (hasNotLoaded) void client.refetchQueries({ queryKey, type: "active" });
  }
}
