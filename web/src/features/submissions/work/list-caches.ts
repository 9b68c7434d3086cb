import type { Resource } from "@rules/public.js";
import type { QueryClient } from "@tanstack/react-query";
import { type Inbox, inboxQuery } from "../../../api/get-inbox";
import type { ListRequest, Page, Submission } from "../../../api/submissions";

/**
 * Has every list at hand, and what is told of them, show a record as it is now instead of as it was. Returns
 * what brings the former ones back.
 */
export function moveInLists(
  client: QueryClient,
  resource: Resource,
  was: Submission,
  is: Submission,
  me: string | undefined,
): () => void {
  const pages = client.getQueriesData<Page<Submission>>({ queryKey: [resource, "page"] });
  for (const [key, page] of pages) {
    const request = key[2] as ListRequest;
    const [before, after] = [belongs(was, request, me), belongs(is, request, me)];
    if (page && (before || after)) client.setQueryData(key, changed(page, is, before, after));
  }
  const inbox = client.getQueryData<Inbox>(inboxQuery.queryKey);
  const change = Number(is.state === "new") - Number(was.state === "new");
  if (inbox) {
    const list = { ...inbox[resource], new: inbox[resource].new + change };
    client.setQueryData<Inbox>(inboxQuery.queryKey, { ...inbox, [resource]: list });
  }

  return () => {
    // What has been forgotten meanwhile, because somebody signed out, stays forgotten.
    for (const [key, page] of pages) client.setQueryData(key, (now: unknown) => now && page);
    client.setQueryData(inboxQuery.queryKey, (now) => now && inbox);
  };
}

/** A page after one record has changed. Where a record that enters it belongs, only the server can tell. */
function changed(page: Page<Submission>, is: Submission, before: boolean, after: boolean) {
  const { slug, state, assigned_to, version } = is;
  const results = after
    ? page.results.map((row) => (row.slug === slug ? { ...row, state, assigned_to, version } : row))
    : page.results.filter((row) => row.slug !== slug);
  const count = page.more ? page.count : page.count + Number(after) - Number(before);
  return { ...page, count, results };
}

/** Whether a record is in a list. */
function belongs({ state, assigned_to }: Submission, request: ListRequest, me: string | undefined) {
  const { box, assigned } = request;
  if (box && box !== state) return false;
  if (!assigned) return true;
  if (assigned === "nobody") return assigned_to === null;
  return assigned_to?.username === (assigned === "me" ? me : assigned);
}
