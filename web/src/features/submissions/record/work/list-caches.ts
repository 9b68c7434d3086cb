import type { Resource } from "@rules/public.js";
import type { QueryClient } from "@tanstack/react-query";
import { type BoxNumbers, type Inbox, inboxQuery } from "../../../../api/get-inbox";
import { filterOf, type Page, pagesKey, type Submission } from "../../../../api/submissions";
import { isSearch } from "../../../../rules/filter";
import { belongs } from "../../list/filter/belongs";

/**
 * Updates every cached list, and the counts of the boxes, after a change of one record. Returns what reverts
 * that change, and no other that was made since.
 */
export function updateListCaches(
  client: QueryClient,
  resource: Resource,
  was: Submission,
  is: Submission,
  me: string | undefined,
): () => void {
  const reverts: (() => void)[] = [];
  const pages = client.getQueriesData<Page<Submission>>({ queryKey: pagesKey(resource) });
  for (const [key, page] of pages) {
    const filter = filterOf(key);
    // Whether a search finds it, only the server can tell, unless it is there already.
    const here = page?.results.some(({ slug }) => slug === is.slug);
    const known = here || !isSearch(filter);
    const [before, after] = [belongs(was, filter, me), belongs(is, filter, me)];
    if (!page || !known || !(before || after)) continue;
    client.setQueryData(key, changed(page, is, before, after));
    // What has been removed from the cache since, because the user signed out, stays removed.
    reverts.push(() =>
      client.setQueryData<Page<Submission>>(
        key,
        (now) => now && reverted(now, page, is.slug, Number(after) - Number(before)),
      ),
    );
  }
  const count = (change: 1 | -1) =>
    client.setQueryData<Inbox>(inboxQuery.queryKey, (inbox) => {
      const boxes = inbox?.[resource];
      return boxes && { ...inbox, [resource]: moved(boxes, was, is, change) };
    });
  count(1);
  reverts.push(() => count(-1));
  return () => reverts.forEach((revert) => revert());
}

/** The counts of the boxes after a record has moved from one to another, or back. */
function moved(boxes: BoxNumbers, was: Submission, is: Submission, change: 1 | -1): BoxNumbers {
  const counts = { ...boxes };
  for (const [state, step] of [[was.state, -change] as const, [is.state, change] as const]) {
    const count = counts[state];
    if (count !== undefined) counts[state] = count + step;
  }
  return counts;
}

/** A page with one record as it was before, at the place that it had. */
function reverted(
  now: Page<Submission>,
  former: Page<Submission>,
  slug: string,
  countChange: number,
): Page<Submission> {
  const place = former.results.findIndex((row) => row.slug === slug);
  const rest = now.results.filter((row) => row.slug !== slug);
  const results = [
    ...rest.slice(0, Math.max(place, 0)),
    ...former.results.filter((row) => row.slug === slug),
    ...rest.slice(Math.max(place, 0)),
  ];
  return { ...now, count: now.more ? now.count : now.count - countChange, results };
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
