import type { Page, Submission } from "../../../../api/submissions";
import type { Filter } from "../../../../rules/filter";

/** What has changed in a list since it was shown: nothing that moves, so many new rows, or something else. */
export type ListUpdate = "unchanged" | "changed" | number;

/** Compares a page as it is now with the one that is shown. */
export function listUpdateOf<T extends Submission>(
  shown: Page<T>,
  latest: Page<T>,
  filter: Filter,
): ListUpdate {
  const slugs = (page: Page<T>) => page.results.map(({ slug }) => slug);
  const [were, are] = [slugs(shown), slugs(latest)];
  if (were.length === are.length && were.every((slug, index) => slug === are[index]))
    return "unchanged";
  if (filter.page !== 1 || filter.sort !== "newest") return "changed";
  const fresh = are.findIndex((slug) => were.includes(slug));
  // Where all are new, how many came before them is told by the count.
  const count = fresh < 0 ? Math.max(are.length, latest.count - shown.count) : fresh;
  return count > 0 ? count : "changed";
}
