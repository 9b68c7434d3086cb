import type { Resource } from "@rules/public.js";
import type { QueryClient } from "@tanstack/react-query";
import { type Inbox, inboxQuery } from "../../../api/get-inbox";
import { filterOf, type Page, pagesKey, type Submission } from "../../../api/submissions";
import { type Filter, isSearch } from "../../../rules/filter";

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
  const pages = client.getQueriesData<Page<Submission>>({ queryKey: pagesKey(resource) });
  for (const [key, page] of pages) {
    const filter = filterOf(key);
    // Whether a search finds it, only the server can tell, unless it is there already.
    const here = page?.results.some(({ slug }) => slug === is.slug);
    const known = here || !isSearch(filter);
    const [before, after] = [belongs(was, filter, me), belongs(is, filter, me)];
    if (page && known && (before || after))
      client.setQueryData(key, changed(page, is, before, after));
  }
  const inbox = client.getQueryData<Inbox>(inboxQuery.queryKey);
  if (inbox) {
    const boxes = { ...inbox[resource] };
    for (const [state, change] of [[was.state, -1] as const, [is.state, 1] as const]) {
      const count = boxes[state];
      if (count !== undefined) boxes[state] = count + change;
    }
    client.setQueryData<Inbox>(inboxQuery.queryKey, { ...inbox, [resource]: boxes });
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

/** Whether a record is in the box and with the person that a filter asks for. */
export function belongs(
  { state, assigned_to }: Submission,
  { box, assigned }: Filter,
  me: string | undefined,
): boolean {
  if (box && box !== state) return false;
  if (!assigned) return true;
  if (assigned === "nobody") return assigned_to === null;
  return assigned_to?.username === (assigned === "me" ? me : assigned);
}
