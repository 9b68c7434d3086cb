import type { Resource } from "@rules/public.js";
import { bodyOf } from "./client";
import type { ActionForm, BulkActionForm, BulkResult } from "./schema";
import { staffClient } from "./staff-client";

/** An action on at most 100 records, or a note on one. */
export type ActionBody = Pick<ActionForm, "action" | "to" | "text"> &
  Pick<BulkActionForm, "records">;

/** The result of an action on one record. */
export type ActionResult = BulkResult;

/** Applies an action to records, each by itself. The same key does it once. */
export async function actOnRecords(
  resource: Resource,
  { text = null, ...body }: ActionBody,
  key: string,
): Promise<ActionResult[]> {
  const header = { "idempotency-key": key };
  const [first] = body.records;
  if (first && body.action === "note") {
    const { slug } = first;
    const params = { path: { list: resource, key: slug }, header };
    // Without a version: a note is added whatever others have changed.
    const note = { action: body.action, text };
    const call = staffClient.POST("/api/{list}/{key}/actions", { params, body: note });
    return [{ slug, status: 200, record: await bodyOf(call, { id: "number", slug: "string" }) }];
  }
  const params = { path: { list: resource }, header };
  const call = staffClient.POST("/api/{list}/actions", { params, body });
  return (await bodyOf(call, { results: "array" })).results;
}
