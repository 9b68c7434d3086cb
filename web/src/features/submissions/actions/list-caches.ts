import type { Resource } from "@rules/public.js";
import type { QueryClient } from "@tanstack/react-query";
import { type BoxNumbers, type Inbox, inboxQuery } from "~/api/inbox";
import { filterOf, type Page, pagesKey, type Submission } from "~/api/submissions";
import { isSearch } from "~/rules/filter";
import type { StaffRules } from "~/rules/load";
import { belongs } from "../shared/belongs";

/**
 * Updates every cached list, and the counts of the boxes, after a change of one record. Returns a function that
 * reverts this change, but no later one.
 */
export function updateListCaches(
  client: QueryClient,
  rules: StaffRules,
  resource: Resource,
  was: Submission,
  is: Submission,
  me: string | undefined,
): () => void {
  const reverts: (() => void)[] = [];
  const pages = client.getQueriesData<Page<Submission>>({ queryKey: pagesKey(resource) });
  for (const [key, page] of pages) {
    const filter = filterOf(key);
    // Only the server knows whether a search finds a record that is not on the page.
    const here = page?.results.some(({ slug }) => slug === is.slug);
    const known = here || !isSearch(filter);
    const [before, after] = [belongs(rules, was, filter, me), belongs(rules, is, filter, me)];
    if (!page || !known || !(before || after)) continue;
    client.setQueryData(key, changed(page, is, before, after));
    // A page that was removed from the cache, as by signing out, stays removed.
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
      return boxes && { ...inbox, [resource]: movedCounts(boxes, was, is, change) };
    });
  count(1);
  reverts.push(() => count(-1));
  return () => reverts.forEach((revert) => revert());
}

/** Returns the counts of the boxes after a record has moved to another box, or back. */
function movedCounts(
  boxes: BoxNumbers,
  was: Submission,
  is: Submission,
  change: 1 | -1,
): BoxNumbers {
  const counts = { ...boxes };
  for (const [state, step] of [[was.state, -change] as const, [is.state, change] as const]) {
    const count = counts[state];
    if (count !== undefined) counts[state] = count + step;
  }
  return counts;
}

/** Returns a page with one record restored, at its former position. */
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

/** Returns a page after a change of one record. A new record is not added: only the server knows its position. */
function changed(page: Page<Submission>, is: Submission, before: boolean, after: boolean) {
  const { slug, state, assigned_to, version } = is;
  const results = after
    ? page.results.map((row) => (row.slug === slug ? { ...row, state, assigned_to, version } : row))
    : page.results.filter((row) => row.slug !== slug);
  const count = page.more ? page.count : page.count + Number(after) - Number(before);
  return { ...page, count, results };
}
